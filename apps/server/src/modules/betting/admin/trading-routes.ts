import { listTradingGames, type TradingGame } from '@mupiira/contract/admin-trading.ts'
import { isAvailable, labelOf } from '@mupiira/domain/markets/catalogue.ts'
import { MAIN_MARKETS, MAIN_SELECTIONS } from '@mupiira/domain/markets/main-markets.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import { startOfDayKey } from '@mupiira/domain/time/kampala.ts'
import { type Call, type Outcome, type Route, route } from '../../../kernel/http/route.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { type Catalogue, type GameRow, isSuspended, showGames } from '../../catalogue/index.ts'
import type { GamePrices, Pricing } from '../../pricing/index.ts'
import { gamesWithBets } from '../exposure/exposure.repository.ts'
import type { WorstResult, WorstResults } from '../exposure/worst-results.ts'

export type TradingDeps = {
  readonly listGames: Catalogue['administration']['listGames']
  readonly prices: Pick<Pricing['prices'], 'of' | 'offered'>
  readonly suspensions: Pick<Catalogue['suspensions'], 'leagues'>
  readonly worstResults: WorstResults
}

const PAGE = 20

/** The trading grid: games with their main markets as players see them, and their worst results. */
export const tradingRoutes = ({ db }: Pick<Kernel, 'db'>, deps: TradingDeps): readonly Route[] => [
  route(listTradingGames, (call) => list(db, deps, call)),
]

async function list(
  db: Kernel['db'],
  { listGames, prices, suspensions, worstResults }: TradingDeps,
  { query, now }: Call<typeof listTradingGames>,
): Promise<Outcome<typeof listTradingGames>> {
  const { page = 1, pageSize = PAGE, q = '', day, league = null, sport = null, state, source = null } = query
  const from = day === undefined ? null : startOfDayKey(day)
  if (day !== undefined && from === null)
    return { error: 'INVALID_FIELDS', errors: [{ path: 'day', message: 'is not a day' }] }
  const isSuspendedOnly = state === 'suspended'
  const search = {
    text: q.trim() || null,
    status: state === undefined || isSuspendedOnly ? null : state,
    isCurrent: state === undefined,
    isSuspended: isSuspendedOnly,
    starts: from === null ? null : { from, until: new Date(from.getTime() + DAY_MS) },
    league,
    sport,
    source,
  }
  const [{ items: games, ...found }, leagues] = await Promise.all([
    listGames(search, { page, pageSize, after: null, sort: query.sort ?? 'schedule' }),
    suspensions.leagues(),
  ])
  const [shown, worst] = await Promise.all([
    showGames(db, { gamesWithBets, offered: prices.offered }, games, now),
    worstResults.of(games, now),
  ])
  const items = games.flatMap((game, at): TradingGame[] => {
    const facts = shown[at]
    if (facts === undefined) return []
    return [{ ...facts, ...presentPrices(game, prices.of(game, now)), ...presentWorst(worst.get(game.id)) }]
  })
  return { status: 200, body: { items, page, pageSize, ...found, leagues } }
}

const isOver = ({ status }: GameRow): boolean => status !== 'upcoming' && status !== 'live'

/** The odds before the start mean nothing for a live game that takes no live bets. */
const hasOdds = (game: GameRow, { inPlay }: GamePrices): boolean =>
  game.status === 'upcoming' || (game.status === 'live' && inPlay !== null)

function bettingOf(game: GameRow, { open, inPlay }: GamePrices): TradingGame['betting'] {
  if (open) return 'open'
  if (isOver(game) || game.resultVersion > 0) return 'closed'
  return isSuspended(game) || (inPlay !== null && inPlay.suspension !== null) ? 'suspended' : 'closed'
}

function presentPrices(game: GameRow, prices: GamePrices): Pick<TradingGame, 'betting' | 'markets'> {
  const markets = MAIN_MARKETS.filter((id) => game.model !== null && isAvailable(id, prices.gameForMarkets))
  return {
    betting: bettingOf(game, prices),
    markets: markets.map((id) => {
      const control = game.controls[id] ?? {}
      return {
        id,
        suspended: control.suspended === true,
        selections: MAIN_SELECTIONS[id].map((selection) => {
          const hundredths = hasOdds(game, prices) ? (prices.price(id, selection)?.oddsHundredths ?? null) : null
          return {
            id: selection,
            label: labelOf(id, selection, game),
            odds: decimal(hundredths),
            isOffered: prices.open && hundredths !== null,
            own: decimal(control.odds?.[selection] ?? null),
          }
        }),
      }
    }),
  }
}

const presentWorst = (worst: WorstResult | undefined): Pick<TradingGame, 'openStakes' | 'worst'> =>
  worst === undefined
    ? { openStakes: 0, worst: null }
    : {
        openStakes: ugxToNumber(worst.stakeUgx),
        worst: { score: worst.score, amount: ugxToNumber(worst.resultUgx) },
      }

const decimal = (hundredths: number | null): number | null => (hundredths === null ? null : hundredths / 100)
