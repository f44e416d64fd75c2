import type { Game } from '@mupiira/contract/games.ts'
import { describe, expect, it } from 'vitest'
import { groupGames } from './group-games.ts'

const game = (id: string, sport: string, country: string | null, league: string) =>
  ({ id, sport, country, league }) as unknown as Game

describe('groups of the home list', () => {
  it('[HOME-14] keep the order of start within a league, and the leagues in the order of their first game', () => {
    const groups = groupGames([
      game('a', 'Soccer', 'Uganda', 'Uganda Premier League'),
      game('b', 'Soccer', 'England', 'Premier League'),
      game('c', 'Soccer', 'Uganda', 'Uganda Premier League'),
      game('d', 'Tennis', null, 'ATP Finals'),
    ])
    expect(groups.map(({ title, games }) => [title, games.map(({ id }) => id)])).toEqual([
      ['Uganda · Premier League', ['a', 'c']],
      ['England · Premier League', ['b']],
      ['ATP Finals', ['d']],
    ])
  })

  it('are none without games', () => {
    expect(groupGames([])).toEqual([])
  })
})
