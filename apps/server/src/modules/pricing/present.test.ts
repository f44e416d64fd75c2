import { expect, it } from 'vitest'
import type { GameRow } from '../catalogue/index.ts'
import { presentSports } from './present.ts'

const games = (sport: string, count: number): GameRow[] =>
  Array.from({ length: count }, () => ({ sport, league: 'Premier League', country: 'Uganda' }) as GameRow)

it('[HOME-02] [APP-47] sports are listed in a fixed order, independent of their games, with unknown sports last', () => {
  const order = (all: readonly GameRow[]): string[] => presentSports(all).map(({ name }) => name)
  const usual = ['soccer', 'basketball', 'tennis', 'rugby']
  expect(
    order([...games('rugby', 9), ...games('tennis', 3), ...games('basketball', 2), ...games('soccer', 1)]),
  ).toEqual(usual)
  expect(
    order([...games('soccer', 1), ...games('basketball', 3), ...games('tennis', 2), ...games('rugby', 1)]),
  ).toEqual(usual)
})
