/** The fan-out task: this many games, of which some change at every tick; each client follows some of them. */
export const GAMES = 200
export const GAMES_PER_CLIENT = 30
export const TICK_MS = 100

export const gameId = (game: number): string => `01900000-0000-7000-8000-${game.toString(16).padStart(12, '0')}`

/** The games of a client: a stride through all games, so all games have equally many followers. */
export const gamesOf = (client: number): number[] =>
  Array.from({ length: GAMES_PER_CLIENT }, (_, at) => (client * 7 + at * 13) % GAMES)

/** A marker in every change that clients of both servers can find: game, version and time of change. */
export const markOf = (game: number, version: number, atMs: number): string => `${game}.${version}.${atMs}`

/** A game as in the list, after a change. */
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

/** The published part: the same bytes from both servers. */
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

/**
 * The data source of both servers. Until stopped, it changes the next `changedATick` games at every tick, in an order
 * that is reshuffled after each pass.
 */
export function startSource(changedATick: number, change: (changes: readonly Change[]) => void) {
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
      order.splice(0, changedATick).map((game) => {
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

export type ServerCommand = 'start' | 'stop' | 'usage'
export type ServerReport =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'usage'; readonly cpuMs: number; readonly rssBytes: number }
  | { readonly kind: 'stopped'; readonly versions: readonly number[] }

export type ClientsCommand =
  | { readonly kind: 'connect'; readonly of: 'ours' | 'socketIo'; readonly port: number; readonly clients: number }
  | { readonly kind: 'measure' }
  | { readonly kind: 'report' }
  | { readonly kind: 'stick'; readonly every: number }
  | { readonly kind: 'cut'; readonly cuts: number }
export type ClientsReport =
  | { readonly kind: 'done' }
  | {
      readonly kind: 'report'
      /** Changes received since `measure`, and their age. */
      readonly delivered: number
      readonly staleMs: { readonly p50: number; readonly p99: number }
      /** One hash of each client's stored games; null for clients that do not read. */
      readonly states: readonly (string | null)[]
    }
