import { expect, it } from 'vitest'
import type { Kernel } from '../kernel.ts'
import { observeAnswers } from './traffic.ts'

/** The paths that the log gets of answers on a route. */
function loggedPath(route: string, url: string): unknown {
  const lines: { path?: string }[] = []
  const log = { isLevelEnabled: () => true, info: (line: object) => void lines.push(line) }
  const metrics = { requestSeconds: { of: () => () => {} } }
  const observerOf = observeAnswers({ log, metrics } as unknown as Kernel)
  observerOf('POST', route, 200)('id', url, 1)
  return lines[0]?.path
}

it('[OPS-10] the log gets no seal of a callback and no query', () => {
  expect(loggedPath('/api/webhooks/:provider/:seal', '/api/webhooks/mtn/ref.0123456789abcdef')).toBe(
    '/api/webhooks/:provider/:seal',
  )
  expect(loggedPath('/api/games/:id', '/api/games/7?q=name')).toBe('/api/games/7')
})
