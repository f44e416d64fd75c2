import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Router } from 'wouter'
import { OfflineState } from './states.tsx'

it.each([
  ['/mybets', 'Your money and your tickets are safe;'],
  ['/admin/games', 'Saved work is safe;'],
  ['/administration', 'Your money and your tickets are safe;'],
])('[APP-26] the offline message of %s says what is safe', (path, text) => {
  const html = renderToString(
    <Router ssrPath={path}>
      <OfflineState />
    </Router>,
  )
  expect(html).toContain(`This page needs a connection. ${text} it will load`)
})
