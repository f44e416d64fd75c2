import { describe, expect, it } from 'vitest'
import { SPORTS } from '../markets/types.ts'
import { type LeagueGame, leagueTable, perMilleWon, rankingOf, type Ranking, recentForms } from './league-table.ts'

const game = (homeTeam: string, homeScore: number, awayScore: number, awayTeam: string): LeagueGame => ({
  homeTeam,
  awayTeam,
  homeScore,
  awayScore,
})

it('[LIVE-45] the league table ranks football by points and basketball by win percentage, and does not exist for tennis', () => {
  expect(SPORTS.map((sport) => [sport, rankingOf(sport)])).toEqual([
    ['soccer', 'points'],
    ['basketball', 'percentage'],
    ['tennis', null],
  ])
  expect(rankingOf('curling')).toBeNull()
})

describe('the order of a table', () => {
  it.each<[string, Ranking, readonly LeagueGame[], readonly string[]]>([
    [
      'two draws and a win are more points than one win',
      'points',
      [
        game('Lira', 1, 1, 'Arua'),
        game('Lira', 0, 0, 'Arua'),
        game('Lira', 1, 0, 'Arua'),
        game('Gulu', 9, 0, 'Soroti'),
      ],
      ['Lira', 'Gulu', 'Arua', 'Soroti'],
    ],
    [
      'one win in one game ranks above two wins in three games',
      'percentage',
      [
        game('Oilers', 90, 80, 'Canons'),
        game('Oilers', 90, 80, 'Canons'),
        game('Canons', 90, 80, 'Oilers'),
        game('Titans', 70, 69, 'Power'),
      ],
      ['Titans', 'Oilers', 'Canons', 'Power'],
    ],
    [
      // The exact percentages are 65.625 % and 65.574 %.
      '21 wins in 32 games rank above 40 wins in 61 games, although both show the same percentage',
      'percentage',
      [
        ...Array<LeagueGame>(40).fill(game('Titans', 99, 70, 'Power')),
        ...Array<LeagueGame>(21).fill(game('Power', 80, 79, 'Titans')),
        ...Array<LeagueGame>(21).fill(game('Oilers', 80, 79, 'Canons')),
        ...Array<LeagueGame>(11).fill(game('Canons', 80, 79, 'Oilers')),
      ],
      ['Oilers', 'Titans', 'Power', 'Canons'],
    ],
    [
      'equal percentages are ordered by the difference of points scored',
      'percentage',
      [game('Oilers', 90, 80, 'Canons'), game('Titans', 95, 70, 'Power')],
      ['Titans', 'Oilers', 'Canons', 'Power'],
    ],
    [
      'equal points and goal differences are ordered by goals, then by name',
      'points',
      [game('Lira', 3, 2, 'Arua'), game('Gulu', 1, 0, 'Soroti'), game('Busia', 1, 0, 'Jinja')],
      ['Lira', 'Busia', 'Gulu', 'Arua', 'Jinja', 'Soroti'],
    ],
  ])('[LIVE-39] [LIVE-45] league table order: %s', (_, ranking, games, teams) => {
    const table = leagueTable(games, ranking)
    expect(table.map(({ team }) => team)).toEqual(teams)
    expect(table.map(({ position }) => position)).toEqual(teams.map((_team, at) => at + 1))
  })
})

it('[LIVE-39] a line of a league table counts home and away games', () => {
  const games = [game('Lira', 2, 1, 'Arua'), game('Gulu', 3, 0, 'Lira'), game('Arua', 1, 1, 'Lira')]
  expect(leagueTable(games, 'points').find(({ team }) => team === 'Lira')).toEqual({
    position: 1,
    team: 'Lira',
    played: 3,
    won: 1,
    drawn: 1,
    lost: 1,
    goalsFor: 3,
    goalsAgainst: 5,
    points: 4,
  })
})

it('[LIVE-39] the form of a team is its last five results, the latest last', () => {
  const latestFirst = [
    game('Lira', 2, 1, 'Arua'),
    game('Gulu', 3, 0, 'Lira'),
    ...Array<LeagueGame>(3).fill(game('Lira', 1, 1, 'Arua')),
    game('Lira', 5, 0, 'Gulu'),
  ]
  const forms = recentForms(latestFirst)
  expect(forms.get('Lira')).toEqual(['D', 'D', 'D', 'L', 'W'])
  expect(forms.get('Arua')).toEqual(['D', 'D', 'D', 'L'])
  expect(forms.get('Gulu')).toEqual(['L', 'W'])
})

it('[LIVE-45] a league table by percentage has columns for games won and lost and points for and against, but no draws or league points', () => {
  const [first] = leagueTable([game('Oilers', 90, 80, 'Canons')], 'percentage')
  expect(first).toEqual({
    position: 1,
    team: 'Oilers',
    played: 1,
    won: 1,
    drawn: null,
    lost: 0,
    goalsFor: 90,
    goalsAgainst: 80,
    points: null,
  })
})

it.each([
  [0, 0, 0],
  [2, 3, 667],
  [1, 3, 333],
  [4, 4, 1000],
])('[LIVE-45] a team with %i wins in %i games has a win share of %i per mille', (won, played, perMille) => {
  expect(perMilleWon({ won, played })).toBe(perMille)
})
