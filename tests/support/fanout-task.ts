/** What is fanned out: games of which so many change at every tick; each client follows some of them. */
export const GAMES = 200
export const FOLLOWED = 30
export const CHANGED_A_TICK = 20
export const TICK_MS = 100

export const gameId = (game: number): string => `01900000-0000-7000-8000-${game.toString(16).padStart(12, '0')}`

/** The games of a client: a stride through all of them, so that each has as many followers as any other. */
export const gamesOf = (client: number): number[] =>
  Array.from({ length: FOLLOWED }, (_, at) => (client * 7 + at * 13) % GAMES)

/** In every change, for the clients of both servers to find: which game, its how manieth change, and when it was made. */
export const markOf = (game: number, version: number, atMs: number): string => `${game}.${version}.${atMs}`

/** A game as a list shows it, after a change. */
export const changedGame = (game: number, version: number, atMs: number): object => ({
  ...changeOf(game, version, atMs),
  shortId: `G${game}`,
  name: `Home ${game} vs Away ${game}`,
  homeTeam: `Home ${game}`,
  awayTeam: `Away ${game}`,
  league: 'Uganda Premier League',
  country: 'Uganda',
  sport: 'soccer',
})

/** What of it is told: the same bytes by both servers. */
export const changeOf = (game: number, version: number, atMs: number): object => ({
  id: gameId(game),
  startTime: '2026-11-21T15:00:00.000Z',
  status: 'upcoming',
  open: true,
  delayed: false,
  clock: null,
  period: null,
  homeScore: null,
  awayScore: null,
  halfTimeHomeScore: null,
  halfTimeAwayScore: null,
  prices: { '1': 1.5 + (version % 50) / 100, X: 3.4, '2': 4.1 },
  priced: true,
  trends: { '1': 'up', X: 'stable', '2': 'down' },
  moreMarkets: 24,
  mark: markOf(game, version, atMs),
})

type Change = { readonly game: number; readonly version: number; readonly atMs: number }

/** The source of both: until told to stop, at every tick the next games of an order that is drawn anew when it is through. */
export function startSource(change: (changes: readonly Change[]) => void) {
  const versions = Array<number>(GAMES).fill(0)
  let order: number[] = []
  let drawn = 1
  const draw = (below: number): number => {
    drawn = (drawn * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((drawn / 2_147_483_648) * below)
  }
  const timer = setInterval(() => {
    const atMs = Date.now()
    if (order.length === 0) {
      order = Array.from({ length: GAMES }, (_, game) => game)
      for (let at = GAMES - 1; at > 0; at--) {
        const other = draw(at + 1)
        ;[order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0]
      }
    }
    change(
      order.splice(0, CHANGED_A_TICK).map((game) => {
        const version = (versions[game] ?? 0) + 1
        versions[game] = version
        return { game, version, atMs }
      }),
    )
  }, TICK_MS)
  return {
    versions: (): readonly number[] => versions,
    stop: () => clearInterval(timer),
  }
}

/** What the benchmark asks of a server, a process of its own. */
export type ServerOrder = 'start' | 'stop' | 'usage'
export type ServerReport =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'usage'; readonly cpuMs: number; readonly rssBytes: number }
  | { readonly kind: 'stopped'; readonly versions: readonly number[] }

/** What it asks of the clients, all in one process. */
export type ClientsOrder =
  | { readonly kind: 'connect'; readonly of: 'ours' | 'rival'; readonly port: number; readonly clients: number }
  | { readonly kind: 'measure' }
  | { readonly kind: 'report' }
  | { readonly kind: 'stick'; readonly every: number }
  | { readonly kind: 'cut'; readonly cuts: number }
export type ClientsReport =
  | { readonly kind: 'done' }
  | {
      readonly kind: 'report'
      /** Changes that arrived since `measure`, and how old they were. */
      readonly delivered: number
      readonly staleMs: { readonly p50: number; readonly p99: number }
      /** What each client holds of its games, as one hash; of those that can hear. */
      readonly states: readonly (string | null)[]
    }
