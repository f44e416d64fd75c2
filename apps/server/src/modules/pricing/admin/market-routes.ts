import { controlAdminMarket, type AdminMarket, getAdminMarkets } from '@mupiira/contract/admin-games.ts'
import { labelOf, marketDefinition } from '@mupiira/domain/markets/catalogue.ts'
import { MARKET_IDS, type MarketId } from '@mupiira/domain/markets/types.ts'
import { type Ugx, ugxToNumber, ZERO } from '@mupiira/domain/money/ugx.ts'
import { booksOf, keptPercent } from '@mupiira/domain/pricing/manual-odds.ts'
import { oddsFromProbability } from '@mupiira/domain/pricing/offered.ts'
import type { PricedSelection } from '@mupiira/domain/pricing/types.ts'
import { err, ok } from '@mupiira/domain/result.ts'
import { type Approvals, AUDIT_FLAGS } from '../../../kernel/access/approvals.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import { type Route, route } from '../../../kernel/http/route.ts'
import { isId } from '../../../kernel/ids.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Audit } from '../../audit/index.ts'
import {
  type Catalogue,
  type GameRow,
  type MarketControl,
  type MarketControls,
  showGame,
  type ShowGameDeps,
} from '../../catalogue/index.ts'
import type { SettingsApi } from '../../settings/index.ts'
import type { Prices } from '../prices.ts'
import { areConfirmed, currentOdds, type RiskyOdds, riskOf } from './manual-odds-risk.ts'
import { type Staff, staffOf } from '../../../kernel/access/staff.ts'

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
}

type Deps = MarketAdminDeps & {
  readonly catalogue: Pick<Catalogue, 'games' | 'markets'>
  readonly prices: Pick<Prices, 'of' | 'offered' | 'ofModel'>
  readonly settings: Pick<SettingsApi['reads'], 'current'>
}

type Requested = {
  readonly gameId: string
  readonly market: MarketId
  readonly changes: Changes
  /** The highest odds that needed no approval at the time of the request, by selection. Stored with the odds. */
  readonly most?: RiskyOdds['maxWithoutApproval']
}

export function marketRoutes(
  { clock, db }: Pick<Kernel, 'clock' | 'db'>,
  deps: Deps,
  { fourEyes, register }: Approvals<'GAME_NOT_FOUND'>,
): readonly Route[] {
  const { audit, catalogue, gamesWithBets, liabilityOf, settings } = deps
  const { offered } = deps.prices

  /** Applies the change to a locked game and writes the audit entry. `now` is read after the lock. */
  async function control(
    tx: Tx,
    { gameId, market, changes, most = {}, reason, by }: Requested & { readonly reason: string; readonly by: Staff },
    now: Date,
    flags: object,
  ): Promise<{ readonly game: GameRow } | { readonly error: 'GAME_NOT_FOUND' }> {
    const done = await catalogue.markets.control(tx, gameId, (all) => withChanges(all, market, changes, most), now)
    if (!done.ok) return { error: 'GAME_NOT_FOUND' }
    const { before, after } = done.value
    const auditEntry = { action: 'game.control-market', subject: `game:${gameId}` } as const
    const states = { before: describeControl(market, before), after: { ...describeControl(market, after), ...flags } }
    await audit.record(tx, { ...by, ...auditEntry, ...states, reason }, now)
    return { game: after }
  }

  register('manual-odds', async (tx, { request: requested, requestedBy, reason }, by) => {
    const change = requested as Requested
    if ((await catalogue.games.lock(tx, change.gameId)) === null) return err('GAME_NOT_FOUND')
    const now = clock.now()
    const done = await control(tx, { ...change, reason, by }, now, { requestedBy })
    return 'error' in done ? err(done.error) : ok(now)
  })

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
      const approval = await db.transaction((tx) =>
        fourEyes.requireApproval(tx, { kind: 'manual-odds', actorId: actor.userId }, now),
      )
      const manualOdds = { approval, distancePercent: settings.current().manual_odds_distance }
      return { status: 200, body: { game: shown, markets: await marketsOf(game, now), manualOdds } }
    }),

    route(controlAdminMarket, async (call) => {
      const { params, body } = call
      const { market } = params
      const { reason, confirmedOdds = {}, seen = {}, ...changes } = body
      if (!isId(params.id)) return { error: 'GAME_NOT_FOUND' }
      if (!isMarket(market)) return { error: 'MARKET_NOT_FOUND' }
      const by = staffOf(call)
      const changed = await db.transaction(async (tx) => {
        const game = await catalogue.games.lock(tx, params.id)
        if (game === null) return { error: 'GAME_NOT_FOUND' } as const
        const now = clock.now()
        if (isOutdated(game.controls[market] ?? {}, changes, seen)) return { error: 'GAME_CHANGED' } as const
        const priced = deps.prices.ofModel(game, now).markets.find(({ id }) => id === market)
        const known = new Set(priced?.selections.map(({ id }) => id))
        const named = [...Object.keys(body.odds ?? {}), ...Object.keys(body.mostStake ?? {})]
        if (priced === undefined || !named.every((id) => known.has(id))) return { error: 'MARKET_NOT_FOUND' } as const
        const risky = riskOf(game, priced, body.odds ?? {}, settings.current().manual_odds_distance)
        const requested = { gameId: params.id, market, changes, most: risky?.maxWithoutApproval ?? {} }
        if (risky === null) return control(tx, { ...requested, reason, by }, now, {})
        if ((await fourEyes.requireApproval(tx, { kind: 'manual-odds', actorId: by.actorId }, now)) === 'alone') {
          // Without a second approver, typing the odds again replaces the approval.
          if (!areConfirmed(risky.risk, body.odds ?? {}, confirmedOdds)) return { error: 'ODDS_NOT_CONFIRMED' } as const
          const flags = { flag: AUDIT_FLAGS.odds, effect: risky.description }
          return control(tx, { ...requested, reason, by }, now, flags)
        }
        const subject = `game:${params.id}` as const
        const proposal = {
          kind: 'manual-odds',
          subject,
          amountUgx: ZERO,
          reason,
          requestedBy: by.actorId,
          once: true,
        } as const
        await fourEyes.propose(tx, { ...proposal, request: { ...requested, title: risky.description } }, now)
        const after = { market, wanted: risky.description, waits: true }
        await audit.record(tx, { ...by, action: 'game.control-market', subject, after, reason }, now)
        return { error: 'ODDS_WAIT' } as const
      })
      if ('error' in changed) return { error: changed.error }
      const shown = (await marketsOf(changed.game, clock.now())).find(({ id }) => id === market)
      return shown === undefined ? { error: 'MARKET_NOT_FOUND' } : { status: 200, body: shown }
    }),
  ]
}

const isMarket = (id: string): id is MarketId => MARKET_IDS.some((each) => each === id)

type Changes = {
  readonly suspended?: boolean
  readonly odds?: { readonly [selection: string]: number | null }
  readonly mostStake?: { readonly [selection: string]: number | null }
}

/** Returns whether a colleague changed a value that this request changes differently. */
function isOutdated(
  { odds = {}, mostStake = {} }: MarketControl,
  changes: Changes,
  seen: Pick<Changes, 'odds' | 'mostStake'>,
): boolean {
  const differs = (
    now: (id: string) => number | null,
    wanted: NonNullable<Changes['odds']> = {},
    opened: NonNullable<Changes['odds']> = {},
  ): boolean =>
    Object.entries(wanted).some(
      ([id, value]) => opened[id] !== undefined && now(id) !== opened[id] && now(id) !== value,
    )
  const oddsNow = (id: string): number | null => (odds[id] === undefined ? null : odds[id] / 100)
  return (
    differs(oddsNow, changes.odds, seen.odds) ||
    differs((id) => mostStake[id] ?? null, changes.mostStake, seen.mostStake)
  )
}

const withChanges = (
  controls: MarketControls,
  market: MarketId,
  changes: Changes,
  most: RiskyOdds['maxWithoutApproval'],
): MarketControls => withMarket(controls, market, changedControl(controls[market] ?? {}, changes, most))

function changedControl(
  before: MarketControl,
  { suspended, odds, mostStake }: Changes,
  most: RiskyOdds['maxWithoutApproval'],
): MarketControl {
  const isSuspended = suspended ?? before.suspended === true
  const hundredths = Object.entries(odds ?? {}).map(
    ([id, each]) => [id, each === null ? null : Math.round(each * 100)] as const,
  )
  const manualOdds = merged(before.odds, Object.fromEntries(hundredths))
  // New odds keep only the approval that was requested with them.
  const agreedAt = merged(before.agreedAt, Object.fromEntries(hundredths.map(([id]) => [id, most[id] ?? null])))
  const stakes = merged(before.mostStake, mostStake ?? {})
  return {
    ...(isSuspended ? { suspended: true } : {}),
    ...(Object.keys(manualOdds).length === 0 ? {} : { odds: manualOdds }),
    ...(Object.keys(agreedAt).length === 0 ? {} : { agreedAt }),
    ...(Object.keys(stakes).length === 0 ? {} : { mostStake: stakes }),
  }
}

/** Describes controls with decimal odds, for the audit log. */
function describeControl(market: MarketId, { controls }: GameRow): object {
  const { odds, agreedAt: _, ...others } = controls[market] ?? {}
  const own = Object.entries(odds ?? {}).map(([id, each]) => [id, each / 100] as const)
  return { market, ...others, ...(odds === undefined ? {} : { odds: Object.fromEntries(own) }) }
}

/** Merges changed entries. null removes an entry. */
function merged(
  before: { readonly [id: string]: number } = {},
  changes: { readonly [id: string]: number | null },
): { readonly [id: string]: number } {
  const both = Object.entries({ ...before, ...changes })
  return Object.fromEntries(both.filter((entry): entry is [string, number] => entry[1] !== null))
}

/** A market without any control is not stored. */
function withMarket(controls: MarketControls, market: MarketId, control: MarketControl): MarketControls {
  const { [market]: _, ...others } = controls
  return Object.keys(control).length === 0 ? others : { ...others, [market]: control }
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
