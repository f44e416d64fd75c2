import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Router } from 'wouter'
import { ApiError, NetworkError } from '../api/errors.ts'
import { Loaded, OfflineState } from './states.tsx'

const failedQuery = (error: Error) =>
  ({
    data: undefined,
    error,
    errorUpdateCount: 1,
    failureReason: error,
    fetchStatus: 'idle',
    refetch: () => Promise.reject(error),
  }) as const

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
  ['a server error', new ApiError(500, { code: 'INTERNAL' }), undefined, 'Could not load the games'],
  ['a refusal', new ApiError(404, { code: 'GAME_NOT_FOUND' }), undefined, 'Could not load the games'],
  [
    'an unreachable server on a screen with its own text',
    new NetworkError('timeout'),
    { title: 'No games' },
    'No games',
  ],
])('[APP-26] data that cannot be loaded because of $0 shows "$3"', (_, error, failure, title) => {
  const query = failedQuery(error)
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

it.each([
  ['does not exist', 404, 'Game not found.', 'Show all games', 'Try Again'],
  ['could not be loaded', 500, 'Could not load the game', 'Try Again', 'Show all games'],
])('[APP-27] a game that %s offers a link to all games or a retry', (_, status, title, offered, other) => {
  const error = new ApiError(status, { code: status === 404 ? 'GAME_NOT_FOUND' : 'INTERNAL' })
  const query = failedQuery(error)
  const missing = {
    title: 'Game not found.',
    text: 'It may have been removed.',
    action: <a href="/">Show all games</a>,
  }
  const html = renderToString(
    <Router ssrPath="/">
      <Loaded query={query} what="the game" skeleton={null} missing={missing}>
        {() => null}
      </Loaded>
    </Router>,
  )
  for (const text of [title, offered]) expect(html).toContain(`>${text}<`)
  expect(html).not.toContain(`>${other}<`)
})

it.each([
  ['an unreachable server', new NetworkError('unreachable')],
  ['a server error', new ApiError(500, { code: 'INTERNAL' })],
  ['a busy server', new ApiError(429, { code: 'RATE_LIMITED', detail: 'Please wait a moment and try again.' })],
])('[LIVE-06] the error screen of %s contains "try again" only once', (_, error) => {
  const query = failedQuery(error)
  const html = renderToString(
    <Router ssrPath="/live">
      <Loaded
        query={query}
        what="the games"
        skeleton={null}
        failure={{ title: 'Failed to fetch live games. Please try again.' }}
      >
        {() => null}
      </Loaded>
    </Router>,
  )
  expect(html.match(/try again\b/g)).toHaveLength(1)
})
