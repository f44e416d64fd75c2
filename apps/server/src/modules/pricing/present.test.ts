import { expect, it } from 'vitest'
import type { GameRow } from '../catalogue/index.ts'
import { presentSports } from './present.ts'

const games = (sport: string, count: number): GameRow[] =>
  Array.from({ length: count }, () => ({ sport, league: 'Premier League', country: 'Uganda' }) as GameRow)

it('[HOME-02] [APP-47] sports are listed in a fixed order, independent of their games, with unknown sports last', () => {
  const order = (all: readonly GameRow[]): string[] => presentSports(all, () => 0).map(({ name }) => name)
  const usual = ['soccer', 'basketball', 'tennis', 'rugby']
  expect(
    order([...games('rugby', 9), ...games('tennis', 3), ...games('basketball', 2), ...games('soccer', 1)]),
  ).toEqual(usual)
  expect(
    order([...games('soccer', 1), ...games('basketball', 3), ...games('tennis', 2), ...games('rugby', 1)]),
  ).toEqual(usual)
})

it('[HOME-04] the leagues of a sport are listed by rank, then by their number of games', () => {
  const ranks: Readonly<Record<string, number>> = { 'Premier League': 95, 'World Cup': 97 }
  const league = (name: string, count: number): GameRow[] =>
    games('soccer', count).map((game) => ({ ...game, league: name }))
  const all = [
    ...league('Friendlies', 2),
    ...league('Premier League', 1),
    ...league('Youth', 5),
    ...league('World Cup', 1),
  ]
  const [soccer] = presentSports(all, (game) => ranks[game.league] ?? 0)
  expect(soccer?.leagues.map(({ name, count }) => `${name} ${count}`)).toEqual([
    'World Cup 1',
    'Premier League 1',
    'Youth 5',
    'Friendlies 2',
  ])
})
