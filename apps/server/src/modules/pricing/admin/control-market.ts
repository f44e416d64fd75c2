import { isDeepStrictEqual } from 'node:util'
import { MARKET_IDS, type MarketId } from '@mupiira/domain/markets/types.ts'
import { ZERO } from '@mupiira/domain/money/ugx.ts'
import type { PricedMarket } from '@mupiira/domain/pricing/types.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import { type Approvals, AUDIT_FLAGS, type Outdated } from '../../../kernel/access/approvals.ts'
import type { Staff } from '../../../kernel/access/staff.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import { isId } from '../../../kernel/ids.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Audit } from '../../audit/index.ts'
import type { Catalogue, GameRow, MarketControl, MarketControls } from '../../catalogue/index.ts'
import type { SettingsApi } from '../../settings/index.ts'
import type { Prices } from '../prices.ts'
import { areConfirmed, isWorse, type RiskyOdds, riskOf } from './manual-odds-risk.ts'
import { otherChangesText } from './market-change-text.ts'

type Deps = {
  readonly audit: Audit['commands']
  readonly catalogue: Pick<Catalogue, 'games' | 'markets'>
  readonly prices: Pick<Prices, 'ofModel'>
  readonly settings: Pick<SettingsApi['reads'], 'current'>
  /** The open tickets on a market, for the audit log. */
  openBetsOn(sql: Sql, gameId: string, market: string): Promise<object>
}

export type MarketRefusal = 'GAME_NOT_FOUND' | 'MARKET_NOT_FOUND' | 'GAME_CHANGED' | 'ODDS_NOT_CONFIRMED' | 'ODDS_WAIT'

type OddsBySelection = { readonly [selection: string]: number | null }

/** A change of one market by staff. */
export type MarketChange = {
  readonly gameId: string
  readonly market: string
  readonly changes: Changes
  /** Odds with a risk, entered a second time. */
  readonly confirmedOdds: OddsBySelection
  /** The values that staff saw. */
  readonly seen: Pick<Changes, 'odds' | 'mostStake'>
  readonly reason: string
  readonly by: Staff
}

/** The data of a request to a second approver. */
type Requested = {
  readonly gameId: string
  readonly market: MarketId
  readonly changes: Changes
  /** The highest odds that needed no approval at the time of the request, by selection. Stored with the odds. */
  readonly most?: RiskyOdds['maxWithoutApproval']
}

/** What the approver sees, and the state of the market that the request is based on. */
type RequestedWithFacts = Requested & {
  readonly title: string
  readonly seen: MarketControl
  readonly figures: RiskyOdds['figures']
}

const OUTDATED: Outdated = { code: 'APPROVAL_OUTDATED', what: 'This market or its model' }

export type MarketControlCommand = ReturnType<typeof createMarketControlCommand>

/**
 * Suspends markets and sets manual odds and stake limits. Odds with a risk need a second approver, or are entered
 * twice where there is none (ADMT-30).
 */
export function createMarketControlCommand(
  { clock, db }: Pick<Kernel, 'clock' | 'db'>,
  { audit, catalogue, openBetsOn, prices, settings }: Deps,
  { fourEyes, register }: Approvals<'GAME_NOT_FOUND' | Outdated>,
) {
  /** Applies the change to a locked game and writes the audit entry. `now` is read after the lock. */
  async function control(
    tx: Tx,
    { gameId, market, changes, most = {}, reason, by }: Requested & { readonly reason: string; readonly by: Staff },
    now: Date,
    flags: object,
  ): Promise<Result<GameRow, 'GAME_NOT_FOUND'>> {
    const done = await catalogue.markets.control(tx, gameId, (all) => withChanges(all, market, changes, most), now)
    if (!done.ok) return err('GAME_NOT_FOUND')
    const { before, after } = done.value
    const auditEntry = { action: 'game.control-market', subject: `game:${gameId}` } as const
    const facts = { ...flags, openBets: await openBetsOn(tx, gameId, market) }
    const states = { before: describeControl(market, before), after: { ...describeControl(market, after), ...facts } }
    await audit.record(tx, { ...by, ...auditEntry, ...states, reason }, now)
    return ok(after)
  }

  const pricedMarket = (game: GameRow, market: MarketId, now: Date): PricedMarket | undefined =>
    prices.ofModel(game, now).markets.find(({ id }) => id === market)

  /** Whether the market has the settings that the request was based on, and the odds cost no more than it says. */
  function isAsRequested(game: GameRow, { market, changes, seen, figures }: RequestedWithFacts, now: Date): boolean {
    if (game.resultVersion > 0 || !isDeepStrictEqual(game.controls[market] ?? {}, seen)) return false
    const priced = pricedMarket(game, market, now)
    if (priced === undefined) return false
    const risky = riskOf(game, priced, changes.odds ?? {}, settings.current().manual_odds_distance)
    return risky === null || !isWorse(risky.figures, figures)
  }

  register('manual-odds', async (tx, { request: requested, requestedBy, reason }, by) => {
    const change = requested as RequestedWithFacts
    const game = await catalogue.games.lock(tx, change.gameId)
    if (game === null) return err('GAME_NOT_FOUND')
    const now = clock.now()
    if (!isAsRequested(game, change, now)) return err(OUTDATED)
    const done = await control(tx, { ...change, reason, by }, now, { requestedBy })
    return done.ok ? ok(now) : done
  })

  /** Changes one market of one game in its own transaction. */
  async function change({
    gameId,
    market,
    changes,
    confirmedOdds,
    seen,
    reason,
    by,
  }: MarketChange): Promise<Result<GameRow, MarketRefusal>> {
    if (!isId(gameId)) return err('GAME_NOT_FOUND')
    if (!isMarket(market)) return err('MARKET_NOT_FOUND')
    return db.transaction(async (tx): Promise<Result<GameRow, MarketRefusal>> => {
      const game = await catalogue.games.lock(tx, gameId)
      if (game === null) return err('GAME_NOT_FOUND')
      const now = clock.now()
      if (isOutdated(game.controls[market] ?? {}, changes, seen)) return err('GAME_CHANGED')
      const { odds = {}, mostStake = {} } = changes
      const priced = pricedMarket(game, market, now)
      const known = new Set(priced?.selections.map(({ id }) => id))
      const named = [...Object.keys(odds), ...Object.keys(mostStake)]
      if (priced === undefined || !named.every((id) => known.has(id))) return err('MARKET_NOT_FOUND')
      const risky = riskOf(game, priced, odds, settings.current().manual_odds_distance)
      const requested = { gameId, market, changes, most: risky?.maxWithoutApproval ?? {} }
      if (risky === null) return control(tx, { ...requested, reason, by }, now, {})
      if ((await fourEyes.requireApproval(tx, { kind: 'manual-odds', actorId: by.actorId }, now)) === 'alone') {
        // Without a second approver, typing the odds again replaces the approval.
        if (!areConfirmed(risky.risk, odds, confirmedOdds)) return err('ODDS_NOT_CONFIRMED')
        const flags = { flag: AUDIT_FLAGS.odds, effect: risky.description }
        return control(tx, { ...requested, reason, by }, now, flags)
      }
      const subject = `game:${gameId}` as const
      const proposal = {
        kind: 'manual-odds',
        subject,
        amountUgx: ZERO,
        reason,
        requestedBy: by.actorId,
        once: true,
      } as const
      const state = game.controls[market] ?? {}
      const others = otherChangesText(game, market, { seen: state, changes, named: risky.risk.selections })
      const title = [risky.description, ...others].join('; ')
      const request: RequestedWithFacts = { ...requested, title, seen: state, figures: risky.figures }
      await fourEyes.propose(tx, { ...proposal, request }, now)
      const after = { market, wanted: title, waits: true, openBets: await openBetsOn(tx, gameId, market) }
      await audit.record(tx, { ...by, action: 'game.control-market', subject, after, reason }, now)
      return err('ODDS_WAIT')
    })
  }

  return { change }
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
