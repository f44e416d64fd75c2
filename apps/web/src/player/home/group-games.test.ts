import type { Game } from '@mupiira/contract/games.ts'
import { describe, expect, it } from 'vitest'
import { groupGames } from './group-games.ts'

const game = (id: string, startTime: string, country: string | null, league: string, sport = 'Soccer') =>
  ({ id, startTime, sport, country, league }) as unknown as Game

const read = (games: readonly Game[]) => groupGames(games).map(({ title, ids }) => [title, ids])

describe('groups of the home list', () => {
  it('[HOME-14] groups of the home list are sorted by start, and a league’s heading repeats after a game of another league', () => {
    const games = [
      game('a', '15:00', 'Uganda', 'Uganda Premier League'),
      game('b', '15:05', 'Uganda', 'Uganda Premier League'),
      game('c', '15:10', 'England', 'Premier League'),
      game('d', '15:15', 'Uganda', 'Uganda Premier League'),
      game('e', '15:20', null, 'ATP Finals', 'Tennis'),
    ]
    expect(read(games)).toEqual([
      ['Uganda · Premier League', ['a', 'b']],
      ['England · Premier League', ['c']],
      ['Uganda · Premier League', ['d']],
      ['ATP Finals', ['e']],
    ])
  })

  it('games with equal start times are grouped by league, the league of the previous game first', () => {
    const games = [
      game('a', '15:00', 'Italy', 'Serie A'),
      game('b', '15:05', 'Kenya', 'Premier League'),
      game('c', '15:05', 'Italy', 'Serie A'),
      game('d', '15:05', 'Kenya', 'Premier League'),
      game('e', '15:10', 'Kenya', 'Premier League'),
    ]
    expect(read(games)).toEqual([
      ['Italy · Serie A', ['a', 'c']],
      ['Kenya · Premier League', ['b', 'd', 'e']],
    ])
  })

  it('groups of the home list are empty without games', () => {
    expect(groupGames([])).toEqual([])
  })
})
