import { describe, expect, it } from 'vitest'
import type { GameRow } from '../catalogue/index.ts'
import { isListedAfter, inListOrder, inOrderOfImportance } from './list-order.ts'

const RANKS: Readonly<Record<string, number>> = { 'Premier League': 100, 'Big League': 20 }
const rankOf = ({ league }: GameRow): number => RANKS[league] ?? 0

const game = (id: string, sport: string, league: string, start: string): GameRow =>
  ({ id, sport, league, country: 'Uganda', startTime: new Date(start) }) as unknown as GameRow

// The games in the expected order. 21:30 in UTC is after midnight in Kampala.
const GAMES = [
  game('a', 'soccer', 'Premier League', '2026-11-21T15:00:00Z'),
  game('b', 'soccer', 'Premier League', '2026-11-21T17:00:00Z'),
  game('c', 'soccer', 'Big League', '2026-11-21T10:00:00Z'),
  game('d', 'soccer', 'Cup of Kampala', '2026-11-21T09:00:00Z'),
  game('e', 'soccer', 'Cup of Mbale', '2026-11-21T08:00:00Z'),
  game('f', 'basketball', 'National League', '2026-11-21T07:00:00Z'),
  game('g', 'tennis', 'Open', '2026-11-21T06:00:00Z'),
  game('h', 'rugby', 'Sevens', '2026-11-21T05:00:00Z'),
  game('i', 'soccer', 'Premier League', '2026-11-21T21:30:00Z'),
]
const ids = (games: readonly GameRow[]): string => games.map(({ id }) => id).join('')

describe('the order of games', () => {
  it('[HOME-14] games are listed by day in Kampala, football first, the most important leagues first, then by start time', () => {
    expect(ids(inListOrder(GAMES.toReversed(), rankOf))).toBe('abcdefghi')
  })

  it('[HOME-14] the comparison of two games agrees with the order of the list', () => {
    for (const [at, one] of GAMES.entries())
      for (const [place, other] of GAMES.entries()) expect(isListedAfter(one, other, rankOf)).toBe(at > place)
  })

  it('[HOME-12] popular games are listed by sport and rank of the league on any day', () => {
    expect(ids(inOrderOfImportance(GAMES.toReversed(), rankOf))).toBe('abicedfgh')
  })
})
