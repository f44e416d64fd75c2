import { expect, it } from 'vitest'
import { readGameForm } from './game-form.ts'

const FORM = { homeTeam: 'SC Villa', awayTeam: 'Express FC', league: 'Premier League' }

it.each([
  '0000-01-01T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '2026-02-30T16:00:00Z',
  '2026-11-24T25:00:00Z',
  'now',
  ' ',
])('[ADMG-08] the game form treats an impossible date as a missing start: %s', (startTime) => {
  expect(readGameForm({ ...FORM, startTime })).toEqual({ ok: false, error: 'GAME_START_MISSING' })
})

it.each(['2026-11-24T16:00:00Z', '2026-11-24T19:00:00+03:00'])(
  '[ADMG-08] the game form accepts %s as the start of a game',
  (startTime) => {
    const read = readGameForm({ ...FORM, startTime })
    expect(read.ok && read.value.game.startTime.toISOString()).toBe('2026-11-24T16:00:00.000Z')
  },
)
