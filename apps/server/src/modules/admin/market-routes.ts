import { controlAdminMarket, type AdminMarket, getAdminMarkets } from '@mupiira/contract/admin-games.ts'
import { marketDefinition } from '@mupiira/domain/markets/catalogue.ts'
import { labelOf } from '@mupiira/domain/markets/catalogue.ts'
import { MARKET_IDS, type MarketId } from '@mupiira/domain/markets/types.ts'
import { ugxToNumber, ZERO } from '@mupiira/domain/money/ugx.ts'
import { err, ok } from '@mupiira/domain/result.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import { type Route, route } from '../../kernel/http/route.ts'
import { isId } from '../../kernel/ids.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Audit } from '../audit/index.ts'
import type { Betting, SelectionLiability } from '../betting/index.ts'
import type { Catalogue, GameRow, MarketControl, MarketControls } from '../catalogue/index.ts'
import type { Pricing } from '../pricing/index.ts'
import { ALONE_WITH_ODDS_FLAG } from '../../kernel/approvals.ts'
import type { ConsoleApprovals } from './approvals.ts'
import { type Gifts, giftsAmong } from './own-odds.ts'
import { presentAdminGame } from './present-game.ts'
import { type Staff, staffOf } from '../../kernel/http/staff.ts'

export type MarketDeps = {
  readonly audit: Pick<Audit, 'record'>
  readonly betting: Pick<Betting, 'gamesWithBets' | 'liabilityOf'>
  readonly catalogue: Pick<Catalogue, 'game' | 'games' | 'controlMarkets'>
  readonly pricing: Pick<Pricing, 'pricesOf' | 'modelPricesOf'>
}

const OWN_ODDS = 'own-odds'

type Asked = {
  readonly gameId: string
  readonly market: MarketId
  readonly changes: Changes
  /** The approved maximum price per selection. */
  readonly most?: Gifts['most']
}

export function marketRoutes(
  { db }: Pick<Kernel, 'db'>,
  deps: MarketDeps,
  { fourEyes, register }: ConsoleApprovals,
): readonly Route[] {
  const { audit, betting, catalogue, pricing } = deps

  /** Applies the change and writes the audit entry. */
  async function control(
    tx: Tx,
    { gameId, market, changes, most = {}, reason, by }: Asked & { readonly reason: string; readonly by: Staff },
    now: Date,
    flags: object,
  ): Promise<{ readonly game: GameRow } | { readonly error: 'GAME_NOT_FOUND' }> {
    const done = await catalogue.controlMarkets(tx, gameId, (all) => withChanges(all, market, changes, most), now)
    if (!done.ok) return { error: 'GAME_NOT_FOUND' }
    const { before, after } = done.value
    const staffAction = { action: 'game.control-market', subject: `game:${gameId}` } as const
    const states = { before: asRange(market, before), after: { ...asRange(market, after), ...flags } }
    await audit.record(tx, { ...by, ...staffAction, ...states, reason }, now)
    return { game: after }
  }

  register(OWN_ODDS, async (tx, { asked, askedBy, reason }, by, now) => {
    const done = await control(tx, { ...(asked as Asked), reason, by }, now, { askedBy })
    return 'error' in done ? err(done.error) : ok(undefined)
  })

  async function marketsOf(game: GameRow, now: Date): Promise<AdminMarket[]> {
    const liability = await betting.liabilityOf(db, game.id)
    const bySelection = new Map(liability.map((each) => [`${each.market} ${each.selection}`, each]))
    const offered = pricing.pricesOf(game, now)
    return pricing.modelPricesOf(game, now).markets.map(({ id, selections }) => {
      const control = game.controls[id] ?? {}
      return {
        id,
        name: marketDefinition(id).name,
        suspended: control.suspended === true,
        selections: selections.map((selection) => ({
          id: selection.id,
          label: labelOf(id, selection.id, game),
          offered: decimal(offered.price(id, selection.id)?.oddsHundredths),
          model: decimal(selection.baseHundredths),
          own: decimal(control.odds?.[selection.id]),
          mostStake: control.mostStake?.[selection.id] ?? null,
          ...figuresOf(bySelection.get(`${id} ${selection.id}`)),
        })),
      }
    })
  }

  return [
    route(getAdminMarkets, async ({ params, now }) => {
      const game = isId(params.id) ? await catalogue.game(params.id) : null
      if (game === null) return { error: 'GAME_NOT_FOUND' }
      const hasBets = (await betting.gamesWithBets(db, [game.id])).has(game.id)
      return {
        status: 200,
        body: {
          game: presentAdminGame(game, hasBets, pricing.pricesOf(game, now)),
          markets: await marketsOf(game, now),
        },
      }
    }),

    route(controlAdminMarket, async (call) => {
      const { params, body, now } = call
      const { market } = params
      const { reason, ...changes } = body
      if (!isId(params.id)) return { error: 'GAME_NOT_FOUND' }
      if (!isMarket(market)) return { error: 'MARKET_NOT_FOUND' }
      const by = staffOf(call)
      const changed = await db.transaction(async (tx) => {
        const game = (await catalogue.games([params.id], tx)).get(params.id)
        if (game === undefined) return { error: 'GAME_NOT_FOUND' } as const
        const offered = pricing.modelPricesOf(game, now).markets.find(({ id }) => id === market)
        const known = new Set(offered?.selections.map(({ id }) => id))
        const named = [...Object.keys(body.odds ?? {}), ...Object.keys(body.mostStake ?? {})]
        if (offered === undefined || !named.every((id) => known.has(id))) return { error: 'MARKET_NOT_FOUND' } as const
        const gifts = giftsAmong(game, offered, body.odds)
        const asked = { gameId: params.id, market, changes, most: gifts?.most ?? {} }
        const judgement = gifts === null ? 'do' : await fourEyes.evaluateAlways(tx, now)
        if (gifts === null || judgement !== 'wait') {
          return control(tx, { ...asked, reason, by }, now, judgement === 'alone' ? { flag: ALONE_WITH_ODDS_FLAG } : {})
        }
        const subject = `game:${params.id}` as const
        const proposal = { kind: OWN_ODDS, subject, amountUgx: ZERO, reason, askedBy: by.actorId, once: true } as const
        await fourEyes.propose(tx, { ...proposal, asked: { ...asked, title: gifts.asRange } }, now)
        const after = { market, wanted: gifts.asRange, waits: true }
        await audit.record(tx, { ...by, action: 'game.control-market', subject, after, reason }, now)
        return { error: 'ODDS_WAIT' } as const
      })
      if ('error' in changed) return { error: changed.error }
      const shown = (await marketsOf(changed.game, now)).find(({ id }) => id === market)
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

const withChanges = (
  controls: MarketControls,
  market: MarketId,
  changes: Changes,
  most: Gifts['most'],
): MarketControls => withMarket(controls, market, changedControl(controls[market] ?? {}, changes, most))

function changedControl(
  before: MarketControl,
  { suspended, odds, mostStake }: Changes,
  most: Gifts['most'],
): MarketControl {
  const isSuspended = suspended ?? before.suspended === true
  const hundredths = Object.entries(odds ?? {}).map(
    ([id, each]) => [id, each === null ? null : Math.round(each * 100)] as const,
  )
  const manualOdds = merged(before.odds, Object.fromEntries(hundredths))
  // New odds keep only the approval that came with them.
  const agreedAt = merged(before.agreedAt, Object.fromEntries(hundredths.map(([id]) => [id, most[id] ?? null])))
  const stakes = merged(before.mostStake, mostStake ?? {})
  return {
    ...(isSuspended ? { suspended: true } : {}),
    ...(Object.keys(manualOdds).length === 0 ? {} : { odds: manualOdds }),
    ...(Object.keys(agreedAt).length === 0 ? {} : { agreedAt }),
    ...(Object.keys(stakes).length === 0 ? {} : { mostStake: stakes }),
  }
}

/** As the log says it: odds as they are read, where a game keeps hundredths. */
function asRange(market: MarketId, { controls }: GameRow): object {
  const { odds, agreedAt: _, ...others } = controls[market] ?? {}
  const own = Object.entries(odds ?? {}).map(([id, each]) => [id, each / 100] as const)
  return { market, ...others, ...(odds === undefined ? {} : { odds: Object.fromEntries(own) }) }
}

/** null takes an entry away. */
function merged(
  before: { readonly [id: string]: number } = {},
  changes: { readonly [id: string]: number | null },
): { readonly [id: string]: number } {
  const both = Object.entries({ ...before, ...changes })
  return Object.fromEntries(both.filter((entry): entry is [string, number] => entry[1] !== null))
}

/** A market with nothing set is not kept. */
function withMarket(controls: MarketControls, market: MarketId, control: MarketControl): MarketControls {
  const { [market]: _, ...others } = controls
  return Object.keys(control).length === 0 ? others : { ...others, [market]: control }
}

const decimal = (hundredths: number | null | undefined): number | null => (hundredths == null ? null : hundredths / 100)

const figuresOf = (liability: SelectionLiability | undefined) => ({
  bets: liability?.bets ?? 0,
  stake: ugxToNumber(liability?.stakeUgx ?? ZERO),
  payout: ugxToNumber(liability?.payoutUgx ?? ZERO),
})
