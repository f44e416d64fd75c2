import type { Game } from '@mupiira/contract/games.ts'
import { describe, expect, it } from 'vitest'
import { groupGames } from './group-games.ts'

const game = (id: string, time: string, country: string | null, league: string, sport = 'Soccer') =>
  ({ id, startTime: `2026-11-28T${time}:00.000Z`, sport, country, league }) as unknown as Game

const read = (games: readonly Game[]) => groupGames(games).map(({ title, ids }) => [title, ids])

describe('groups of the home list', () => {
  it('[HOME-14] the home list is grouped by day, with one heading for consecutive games of a league on a day', () => {
    const games = [
      game('a', '15:00', 'Uganda', 'Uganda Premier League'),
      game('c', '15:30', 'Uganda', 'Uganda Premier League'),
      game('b', '15:05', 'England', 'Premier League'),
      game('d', '15:45', 'England', 'Premier League'),
      game('f', '16:00', 'England', 'Premier League'),
      game('g', '17:00', 'England', 'Premier League'),
      game('e', '16:00', null, 'ATP Finals', 'Tennis'),
    ]
    expect(read(games)).toEqual([
      ['Uganda · Premier League', ['a', 'c']],
      ['England · Premier League', ['b', 'd', 'f', 'g']],
      ['ATP Finals', ['e']],
    ])
  })

  it('[HOME-08] grouped search results keep the order of the search', () => {
    const games = [
      game('late', '20:00', 'England', 'Premier League'),
      game('early', '15:00', 'England', 'Premier League'),
      game('other', '14:00', 'Uganda', 'Uganda Premier League'),
      game('last', '16:00', 'England', 'Premier League'),
    ]
    expect(groupGames(games, true).map(({ ids }) => ids)).toEqual([['late', 'early'], ['other'], ['last']])
  })

  it('[HOME-28] a group of the home list does not cross midnight in Kampala', () => {
    const games = [
      game('a', '20:30', 'Italy', 'Serie A'),
      game('b', '21:00', 'Italy', 'Serie A'),
      game('c', '21:30', 'Italy', 'Serie A'),
    ]
    expect(groupGames(games).map(({ day, ids }) => [day, ids])).toEqual([
      ['2026-11-28', ['a']],
      ['2026-11-29', ['b', 'c']],
    ])
  })

  it('the home list without games has no groups', () => {
    expect(groupGames([])).toEqual([])
  })
})
