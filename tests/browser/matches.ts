/** A line of a recorded season, as the feed simulator reads it. */
export type Line = Readonly<Record<string, string>>

type Score = readonly [home: number, away: number]

export type Fixture = {
  readonly home: string
  readonly away: string
  /** Half-time and full-time score. */
  readonly score: readonly [half: Score, full: Score]
  /** The bookmaker's odds for 1, X and 2. */
  readonly odds: readonly [home: number, draw: number, away: number]
  readonly league?: readonly [country: string, name: string]
  readonly kickoff?: Date
}

const UGANDA = ['uganda', 'premier-league'] as const
const two = (odds: number): string => odds.toFixed(2)

export function lineOf({ home, away, score, odds, league = UGANDA, kickoff }: Fixture): Line {
  const [[halfHome, halfAway], [fullHome, fullAway]] = score
  const [one, draw, other] = odds
  return {
    Date: '2026-08-01 16:00:00',
    country: league[0],
    league: league[1],
    Season: '2026-2027',
    HomeTeam: home,
    AwayTeam: away,
    FTHG: String(fullHome),
    FTAG: String(fullAway),
    HTHG: String(halfHome),
    HTAG: String(halfAway),
    home_close: two(one),
    draw_close: two(draw),
    away_close: two(other),
    'over_2.5_close': '1.95',
    'under_2.5_close': '1.85',
    ...(kickoff === undefined ? {} : { kickoff: kickoff.toISOString() }),
  }
}

/** Three matches with known results: a home win, an away win, and many goals. */
export const SETTLING: readonly Fixture[] = [
  {
    home: 'Vipers SC',
    away: 'KCCA FC',
    score: [
      [1, 0],
      [2, 0],
    ],
    odds: [2.1, 3.2, 3.6],
  },
  {
    home: 'SC Villa',
    away: 'Express FC',
    score: [
      [0, 0],
      [0, 1],
    ],
    odds: [2.4, 3.1, 3.0],
  },
  {
    home: 'URA FC',
    away: 'BUL FC',
    score: [
      [2, 1],
      [3, 1],
    ],
    odds: [1.9, 3.3, 4.2],
  },
]

/** A product on which these three matches start in this many seconds. */
export const settlingIn = (kickoffInSeconds: number) => ({ matches: SETTLING.map(lineOf), kickoffInSeconds })
