import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Router } from 'wouter'
import { ApiError, NetworkError } from '../api/errors.ts'
import { Loaded, OfflineState } from './states.tsx'

it.each([
  ['/mybets', 'Your money and your tickets are safe.'],
  ['/admin/games', 'Your saved work is safe.'],
  ['/administration', 'Your money and your tickets are safe.'],
])('[APP-26] the offline message on %s says "%s"', (path, text) => {
  const html = renderToString(
    <Router ssrPath={path}>
      <OfflineState />
    </Router>,
  )
  expect(html).toContain(`This page needs a connection. ${text} The page will load`)
})

it.each([
  ['an unreachable server', new NetworkError('unreachable'), undefined, 'Connection Error'],
  ['a server that does not answer', new NetworkError('timeout'), undefined, 'Connection Error'],
  ['a proxy without a server', new ApiError(502, {}), undefined, 'Connection Error'],
  ['a server without its database', new ApiError(503, { code: 'UNAVAILABLE' }), undefined, 'Connection Error'],
  ['a fault of the server', new ApiError(500, { code: 'INTERNAL' }), undefined, 'Could not load the games'],
  ['a refusal', new ApiError(404, { code: 'GAME_NOT_FOUND' }), undefined, 'Could not load the games'],
  [
    'an unreachable server on a screen with its own text',
    new NetworkError('timeout'),
    { title: 'No games' },
    'No games',
  ],
])('[APP-26] data that cannot be loaded because of $0 shows "$3"', (_, error, failure, title) => {
  const query = {
    data: undefined,
    error,
    errorUpdateCount: 1,
    failureReason: error,
    fetchStatus: 'idle',
    refetch: () => Promise.reject(error),
  } as const
  const html = renderToString(
    <Router ssrPath="/">
      <Loaded query={query} what="the games" skeleton={null} {...(failure && { failure })}>
        {() => null}
      </Loaded>
    </Router>,
  )
  expect(html).toContain(`>${title}<`)
  expect(html.includes('Unable to connect to the server. Please check')).toBe(title === 'Connection Error')
})
