import { describe, expect, it } from 'vitest'
import { hasScore, marketsHref, timeText } from './game-texts.ts'

const NOW = new Date('2026-11-21T16:00:00Z')
const clock = { minute: 67, label: "Live 67'" }

describe('the status of a listed game', () => {
  it.each([
    ['upcoming', false, 'in 25 min'],
    ['live', true, "67'"],
    ['finished', true, 'Full Time'],
    ['completed', true, 'Full Time'],
    ['settled', true, 'Full Time'],
    ['postponed', false, 'Postponed'],
    ['cancelled', false, 'Cancelled'],
  ] as const)(
    '[HOME-16] [HOME-18] a listed game with the status %s (score shown: %s) shows "%s"',
    (status, scored, text) => {
      const game = { status, clock: status === 'live' ? clock : null, period: null, startTime: '2026-11-21T16:25:00Z' }
      expect(hasScore(game)).toBe(scored)
      expect(timeText(game as Parameters<typeof timeText>[0], NOW)).toBe(text)
    },
  )
})

it('[HOME-21] the URL of a game’s markets contains its teams, time, league and id', () => {
  const names = { homeTeam: 'Vipers SC', awayTeam: 'KCCA & Co', league: 'Premier League' }
  const game = { id: 'g-1', ...names, startTime: '2026-11-21T16:25:00Z', status: 'upcoming' } as const
  const { pathname, searchParams } = new URL(marketsHref(game), 'http://m')
  expect([pathname, Object.fromEntries(searchParams)]).toEqual([
    '/betting-options',
    { ...names, gameTime: '2026-11-21T16:25:00Z', gameId: 'g-1' },
  ])
})
