import { isDeepStrictEqual } from 'node:util'
import { marginIn } from '@mupiira/domain/in-play/league-rules.ts'
import { inPlayStatus, type InPlayStatus } from '@mupiira/domain/in-play/suspension.ts'
import { MARKET_IDS, type MarketId } from '@mupiira/domain/markets/types.ts'
import type { InPlayState } from '@mupiira/domain/pricing/in-play.ts'
import { inPlayOverround, priceInPlay } from '@mupiira/domain/pricing/price-in-play.ts'
import type { PricedMarket, ScoreParams } from '@mupiira/domain/pricing/types.ts'
import type { OverroundPercent, Settings } from '@mupiira/domain/settings/types.ts'
import { type GameRow, isDisputedByFeed, isSuspended, type MarketControls } from '../catalogue/index.ts'
import {
  type Closing,
  closingOf,
  type GamePrices,
  gameForMarkets,
  overroundOf,
  type PricedSteps,
  pricesFrom,
  sameStart,
  stepsOf,
} from './game-prices.ts'
import { applyControls } from './market-controls.ts'
import { withReaction } from './price-reaction.ts'
import { startedGame } from './started-game.ts'

/** A live game that the model can price. */
export type InPlayGame = GameRow & { readonly model: ScoreParams }

/**
 * Whether bets on this live game are possible (INP-01). A game that staff runs is never bet on while it is live, because
 * staff enters its goals in advance.
 */
export const isInPlay = (game: GameRow, { in_play_betting: betting }: Settings): game is InPlayGame =>
  betting === 'on' &&
  game.status === 'live' &&
  game.source === 'feed' &&
  game.sport === 'soccer' &&
  game.model?.kind === 'score' &&
  game.resultVersion === 0 &&
  !game.hidden

type Known = {
  readonly settings: Settings
  readonly priced: InPlayGame
  readonly state: string
  readonly steps: PricedSteps
  readonly before: PricedSteps | null
}

/** Prices of live games. They are computed again when the state of the game changes (INP-03). */
export function createInPlayPrices(priceKey: string) {
  const cache = new Map<string, Known>()
  const closings = new Map<string, { readonly game: InPlayGame; readonly closing: Closing }>()

  /** The closing odds depend on the prices before the start, not on the score. */
  function closingFor(game: InPlayGame, settings: Settings): Closing {
    const known = closings.get(game.id)
    if (known !== undefined && known.game.priceVersion === game.priceVersion && sameStart(known.game, game))
      return known.closing
    const closing = closingOf(game, settings, priceKey)
    closings.set(game.id, { game, closing })
    return closing
  }

  function pricesFor(game: InPlayGame, state: InPlayState, settings: Settings): Known {
    const key = JSON.stringify(state)
    const known = cache.get(game.id)
    if (known?.settings === settings && known.state === key && isPricedAlike(known.priced, game)) return known
    const before = known?.steps ?? null
    // A closure over `before` would keep all earlier prices of the match.
    const previous = before?.markets() ?? []
    const steps = stepsOf(
      () => pricedInPlay(game, state, settings),
      () => previous,
    )
    const next = { settings, priced: game, state: key, steps, before }
    cache.set(game.id, next)
    return next
  }

  /** The prices before the suspension, which the console shows. */
  const pricesBefore = ({ id }: InPlayGame) => ({ steps: NO_PRICES, before: cache.get(id)?.steps ?? null })

  return {
    of(game: InPlayGame, now: Date, settings: Settings): GamePrices {
      const closing = closingFor(game, settings)
      const { suspension, state } = statusInPlay(game, now, settings)
      const { steps, before } = state === null ? pricesBefore(game) : pricesFor(game, state, settings)
      const inPlay = { suspension, fingerprint: fingerprintOf(game, now), overround: overroundInPlay(game, settings) }
      return pricesFrom(game, now, settings, { steps, closing, before, inPlay })
    },
    forget(keep: (gameId: string) => boolean): void {
      for (const known of [cache, closings]) for (const id of known.keys()) if (!keep(id)) known.delete(id)
    },
  }
}

const NO_PRICES = stepsOf(
  () => [],
  () => [],
)

/** Whether the live game takes bets at `now`, and the state that its prices follow from (INP-08). */
function statusInPlay(game: InPlayGame, now: Date, settings: Settings): InPlayStatus {
  const started = startedGame(game, now)
  const isContradictory =
    game.held || game.scoreDisputed || game.reportedResult !== null || isDisputedByFeed(game, started.score)
  return inPlayStatus({ game: started, isSuspendedByStaff: isSuspended(game), isContradictory }, now, settings)
}

const isPricedAlike = (a: InPlayGame, b: InPlayGame): boolean =>
  a === b ||
  (a.priceVersion === b.priceVersion &&
    isDeepStrictEqual([a.controls, a.priceReaction, a.players], [b.controls, b.priceReaction, b.players]))

function pricedInPlay(game: InPlayGame, state: InPlayState, settings: Settings): readonly PricedMarket[] {
  const priced = priceInPlay(game.model, state, gameForMarkets(game), {
    rulebook: settings.settlement_rulebook,
    overround: overroundOf(game, settings),
    margin: marginIn(game, settings),
  })
  return withReaction(applyControls(priced, suspensionsOnly(game.controls)), game)
}

/** Staff's odds apply before the start only, because they do not follow the score. */
const suspensionsOnly = (controls: MarketControls): MarketControls =>
  Object.fromEntries(
    Object.entries(controls).map(([market, { suspended }]) => [market, suspended === true ? { suspended } : {}]),
  )

const overroundInPlay = (game: InPlayGame, settings: Settings): OverroundPercent => {
  const options = { overround: overroundOf(game, settings), margin: marginIn(game, settings) }
  const ofMarkets = MARKET_IDS.map((market) => [market, inPlayOverround(market, options)])
  return { ...options.overround, ...(Object.fromEntries(ofMarkets) as Partial<OverroundPercent>) }
}

/**
 * The facts that reject a waiting bet or cash-out on these markets when they change: score, cards, incidents,
 * alerts, and suspensions, also those that have ended.
 */
export function fingerprintOf(game: GameRow, now: Date, markets: readonly MarketId[] = []): string {
  const { score, lastGoalAt, lastIncidentAt, lastAlertAt, redCards } = startedGame(game, now)
  const cards = `${redCards.home}-${redCards.away}`
  const times = [lastGoalAt, lastIncidentAt, lastAlertAt].map((at) => at?.getTime() ?? 0).join(' ')
  const ofMarkets = [...new Set(markets)].toSorted().map((market) => game.marketSuspensions[market] ?? '')
  const suspensions = [isSuspended(game) ? 'suspended' : '', game.suspendedAt?.toISOString() ?? '', ...ofMarkets]
  return [`${score.home}-${score.away}`, cards, times, ...suspensions].filter((part) => part !== '').join(' ')
}
