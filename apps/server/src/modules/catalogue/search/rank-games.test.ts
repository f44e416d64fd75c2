import { expect, it } from 'vitest'
import type { GameRow } from '../games/game-row.ts'
import { indexNames, MAX_FIELDS, rankGames } from './rank-games.ts'

const gameOf = (id: string, league: string, homeTeam: string, awayTeam: string, hour = 12): GameRow =>
  ({
    id,
    name: `${homeTeam} vs ${awayTeam}`,
    league,
    homeTeam,
    awayTeam,
    country: 'England',
    sport: 'soccer',
    status: 'upcoming',
    startTime: new Date(`2027-05-01T${hour}:00:00Z`),
  }) as unknown as GameRow

it('[HOME-08] games found by a misspelled league name are ordered by kick-off', () => {
  const index = indexNames([])
  const games = [
    gameOf('early', 'Premier League', 'Everton', 'Fulham', 13),
    gameOf('late', 'Premier League', 'Arsenal', 'Chelsea', 18),
    gameOf('middle', 'Premier League', 'Leeds', 'Burnley', 15),
  ]
  // A 32-bit float cannot represent 2/3 exactly.
  const similar = new Map([['premir', [{ kind: 'league', name: 'Premier League', similarity: 2 / 3 } as const]]])
  const search = () => rankGames(games, { parts: ['premir'] }, index, similar).map(({ id }) => id)
  // The second search uses the values that the first one cached in the index.
  expect([search(), search()]).toEqual([
    ['early', 'middle', 'late'],
    ['early', 'middle', 'late'],
  ])
})

it('[HOME-08] games beyond the cache limit of the name index are still found by their own names', () => {
  const first = gameOf('first', 'League A', 'Arsenal', 'Chelsea')
  const many = Array.from({ length: MAX_FIELDS / 2 }, (_, at) =>
    gameOf(`${at}`, 'League B', `Home ${at}`, `Away ${at}`),
  )
  const last = many.slice(-3)
  // Only games of known clubs are compared name by name.
  const known = last.flatMap(({ homeTeam, awayTeam }) => [homeTeam, awayTeam])
  const index = indexNames(known.map((name) => ({ kind: 'team', name, country: '', aliases: [], importance: 0 })))
  const search = (games: readonly GameRow[], text: string) =>
    rankGames(games, { parts: [text] }, index).map(({ id }) => id)
  search([first, ...many], 'arsenal')
  expect(search([first, ...last], 'arsenal')).toEqual(['first'])
  expect(search([first, ...last], 'chelsea')).toEqual(['first'])
  expect(last.map(({ homeTeam }) => search([first, ...last], homeTeam.toLowerCase()))).toEqual(
    last.map(({ id }) => [id]),
  )
})
