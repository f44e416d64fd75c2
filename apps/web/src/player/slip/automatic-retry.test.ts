import { expect, it } from 'vitest'
import { AUTOMATIC_RETRY_MS, hasStartedGame, mayRetryAutomatically, unansweredText } from './automatic-retry.ts'

it.each([
  ['sent from this page a moment ago is retried automatically', 1_000, 0, 2_000, true],
  ['restored after a reload is not retried automatically', 1_000, 1_500, 2_000, false],
  ['sent too long ago is not retried automatically', 1_000, 0, 1_000 + AUTOMATIC_RETRY_MS, false],
])('[SLIP-48] a bet request %s', (_, sentAtMs, pageSinceMs, nowMs, may) => {
  expect(mayRetryAutomatically(sentAtMs, pageSinceMs, nowMs)).toBe(may)
})

it.each([
  ['2026-11-28T15:00:00.000Z', true],
  ['2026-11-28T15:00:00.001Z', false],
])('[INP-06] a bet whose game started at %s is live: %s', (gameTime, isLive) => {
  const items = [{ names: { gameTime } }] as unknown as Parameters<typeof hasStartedGame>[0]['items']
  expect(hasStartedGame({ items, atMs: Date.parse('2026-11-28T15:00:00.000Z') })).toBe(isLive)
})

it('[SLIP-48] the slip announces an automatic retry only if the bet is retried automatically', () => {
  expect(unansweredText(true)).toContain('We will check as soon as you are connected again')
  expect(unansweredText(false)).not.toContain('We will check')
  for (const isRetried of [true, false])
    expect(unansweredText(isRetried)).toContain('this bet can be placed only once.')
})
