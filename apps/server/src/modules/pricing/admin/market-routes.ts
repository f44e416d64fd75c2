import { controlAdminMarket, type AdminMarket, getAdminMarkets } from '@mupiira/contract/admin-games.ts'
import { labelOf, marketDefinition } from '@mupiira/domain/markets/catalogue.ts'
import { type Ugx, ugxToNumber, ZERO } from '@mupiira/domain/money/ugx.ts'
import { booksOf, keptPercent } from '@mupiira/domain/pricing/manual-odds.ts'
import { oddsFromProbability } from '@mupiira/domain/pricing/offered.ts'
import type { PricedSelection } from '@mupiira/domain/pricing/types.ts'
import type { Approvals } from '../../../kernel/access/approvals.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import { type Route, route } from '../../../kernel/http/route.ts'
import { isId } from '../../../kernel/ids.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Audit } from '../../audit/index.ts'
import { type Catalogue, type GameRow, showGame, type ShowGameDeps } from '../../catalogue/index.ts'
import type { SettingsApi } from '../../settings/index.ts'
import type { Prices } from '../prices.ts'
import type { MarketControlCommand } from './control-market.ts'
import { currentOdds } from './manual-odds-risk.ts'
import { staffOf } from '../../../kernel/access/staff.ts'

/** Open bets on one selection. */
type SelectionLiability = {
  readonly market: string
  readonly selection: string
  readonly bets: number
  readonly stakeUgx: Ugx
  readonly payoutUgx: Ugx
}

export type MarketAdminDeps = Pick<ShowGameDeps, 'gamesWithBets'> & {
  readonly audit: Audit['commands']
  /** The open bets on each selection. Betting provides this function, because pricing cannot import betting. */
  liabilityOf(sql: Sql, gameId: string): Promise<readonly SelectionLiability[]>
  /** The open tickets on a market, for the audit log. */
  openBetsOn(sql: Sql, gameId: string, market: string): Promise<object>
}

type Deps = MarketAdminDeps & {
  readonly catalogue: Pick<Catalogue, 'games' | 'markets'>
  readonly prices: Pick<Prices, 'of' | 'offered' | 'ofModel'>
  readonly settings: Pick<SettingsApi['reads'], 'current'>
}

export function marketRoutes(
  { clock, db }: Pick<Kernel, 'clock' | 'db'>,
  deps: Deps,
  { fourEyes }: Pick<Approvals<never>, 'fourEyes'>,
  markets: MarketControlCommand,
): readonly Route[] {
  const { catalogue, gamesWithBets, liabilityOf, settings } = deps
  const { offered } = deps.prices

  async function marketsOf(game: GameRow, now: Date): Promise<AdminMarket[]> {
    const liability = await liabilityOf(db, game.id)
    const bySelection = new Map(liability.map((each) => [`${each.market} ${each.selection}`, each]))
    const prices = deps.prices.of(game, now)
    return deps.prices.ofModel(game, now).markets.map((market) => {
      const { id, selections } = market
      const control = game.controls[id] ?? {}
      const odds = currentOdds(market, control)
      return {
        id,
        name: marketDefinition(id).name,
        suspended: control.suspended === true,
        books: booksOf(odds).map(({ line, percent }) => ({ line, percent: rounded(percent) })),
        selections: selections.map((selection, at) => {
          const offered = decimal(prices.price(id, selection.id)?.oddsHundredths)
          return {
            id: selection.id,
            label: labelOf(id, selection.id, game),
            offered,
            model: decimal(selection.baseHundredths),
            // While the market is closed: at the odds that it would reopen with.
            ...modelFigures(selection, offered ?? odds[at]?.odds ?? null),
            own: decimal(control.odds?.[selection.id]),
            mostStake: control.mostStake?.[selection.id] ?? null,
            ...figuresOf(bySelection.get(`${id} ${selection.id}`)),
          }
        }),
      }
    })
  }

  return [
    route(getAdminMarkets, async ({ params, actor, now }) => {
      const game = isId(params.id) ? await catalogue.games.byId(params.id) : null
      if (game === null) return { error: 'GAME_NOT_FOUND' }
      const shown = await showGame(db, { gamesWithBets, offered }, game, now)
      const approval = await fourEyes.requireApproval(db, { kind: 'manual-odds', actorId: actor.userId }, now)
      const manualOdds = { approval, distancePercent: settings.current().manual_odds_distance }
      return { status: 200, body: { game: shown, markets: await marketsOf(game, now), manualOdds } }
    }),

    route(controlAdminMarket, async (call) => {
      const { params, body } = call
      const { reason, confirmedOdds = {}, seen = {}, ...changes } = body
      const change = { gameId: params.id, market: params.market, changes, confirmedOdds, seen }
      const changed = await markets.change({ ...change, reason, by: staffOf(call) })
      if (!changed.ok) return { error: changed.error }
      const shown = (await marketsOf(changed.value, clock.now())).find(({ id }) => id === params.market)
      return shown === undefined ? { error: 'MARKET_NOT_FOUND' } : { status: 200, body: shown }
    }),
  ]
}

const decimal = (hundredths: number | null | undefined): number | null => (hundredths == null ? null : hundredths / 100)

const rounded = (percent: number): number => Math.round(percent * 100) / 100

/** What the model says about a selection at the odds that apply. */
const modelFigures = ({ probability }: Pick<PricedSelection, 'probability'>, odds: number | null) => ({
  fair: probability === null ? null : decimal(oddsFromProbability(probability, 0)),
  probability,
  kept: odds === null || probability === null ? null : rounded(keptPercent(odds, probability)),
})

const figuresOf = (liability: SelectionLiability | undefined) => ({
  bets: liability?.bets ?? 0,
  stake: ugxToNumber(liability?.stakeUgx ?? ZERO),
  payout: ugxToNumber(liability?.payoutUgx ?? ZERO),
})
