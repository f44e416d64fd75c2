import { type CashoutReason, liveState } from '@mupiira/domain/cashout/live-state.ts'
import type { CashoutGame, CashoutTicket, GameProgress } from '@mupiira/domain/cashout/offer.ts'
import { isOver } from '@mupiira/domain/match/clock.ts'
import { priceSelection } from '@mupiira/domain/pricing/price-game.ts'
import { jointOdds, remainingOdds } from '@mupiira/domain/pricing/same-game.ts'
import type { ModelParams } from '@mupiira/domain/pricing/types.ts'
import { isBeingCorrected, type PlacedLeg, type PlacedTicket, stakePartsOf } from '../betting/index.ts'
import { type GameRow, hasFreshQuote, isBeforeStart, isDisputedByFeed, isSuspended } from '../catalogue/index.ts'
import { fingerprintOf, manualOdds, type Pricing, startedGame } from '../pricing/index.ts'

export type CashoutMarket = {
  readonly games: ReadonlyMap<string, GameRow>
  readonly prices: Pricing['prices']
  readonly now: Date
}

/** A ticket with the current state of each of its games, as the domain rules expect it. */
export function ticketProgress({ ticket, legs }: PlacedTicket, market: CashoutMarket): CashoutTicket {
  return {
    ...stakePartsOf(ticket),
    potentialReturnUgx: ticket.potentialWin,
    maxPayoutUgx: ticket.maxPayout,
    rulebook: ticket.rulebook,
    placedAt: ticket.createdAt,
    games: [...Map.groupBy(legs, (leg) => leg.gameId)].map(([gameId, members]) =>
      gameOf(ticket.rulebook, members, market.games.get(gameId), market),
    ),
  }
}

type Rulebook = CashoutTicket['rulebook']
type SameGame = NonNullable<PlacedLeg['sameGame']>

function gameOf(
  rulebook: Rulebook,
  legs: readonly PlacedLeg[],
  game: GameRow | undefined,
  market: CashoutMarket,
): CashoutGame {
  const [first] = legs
  if (first === undefined) throw new Error('a game of the ticket has no leg')
  const { sameGame } = first
  return {
    legs: legs.map(({ market: id, selection, outcome }) => ({ market: id, selectionId: selection, outcome })),
    oddsHundredths: sameGame?.oddsHundredths ?? first.odds,
    repriced(positions) {
      if (sameGame === null) return first.odds
      const members = positions.flatMap((position) => legs[position] ?? [])
      return remainingOdds(
        sameGame.params,
        members.map(({ market: id, selection, odds }) => ({
          market: id,
          selectionId: selection,
          oddsHundredths: odds,
        })),
        { rulebook, overroundPercent: sameGame.overroundPercent, players: sameGame.players ?? [] },
      )
    },
    progress: statusOf(rulebook, legs, game, market),
    players: game?.players ?? [],
  }
}

function statusOf(
  rulebook: Rulebook,
  legs: readonly PlacedLeg[],
  game: GameRow | undefined,
  market: CashoutMarket,
): GameProgress {
  if (isBeingCorrected(legs, game)) return closed('BEING_DECIDED')
  // The feed reports another result and staff has not decided yet. A correction would not change a cashed-out ticket.
  if (game?.reportedResult != null) return closed('BEING_DECIDED')
  if (legs.every((leg) => leg.outcome !== null)) return { kind: 'decided' }
  if (game === undefined || game.resultVersion > 0 || isOver(game.status)) return closed('BEING_DECIDED')
  if (game.status !== 'upcoming' && game.status !== 'live') return closed('BEING_DECIDED')
  if (isSuspended(game) || game.held || game.scoreDisputed) return closed('SUSPENDED')
  if (legs.some((leg) => leg.outcome === null && game.controls[leg.market]?.suspended === true))
    return closed('SUSPENDED')
  if (game.model === null) return closed('NOT_PRICED')
  if (isDisputedByFeed(game, startedGame(game, market.now).score)) return closed('BEING_DECIDED')
  if (isBeforeStart(game, market.now)) {
    const base = baseOdds(rulebook, legs, game, game.model, market)
    return { kind: 'upcoming', params: game.model, ...base, isQuoteFresh: hasFreshQuote(game, market.now) }
  }
  // The start has passed without a live report.
  if (game.status === 'upcoming') return closed('NO_NEWS')
  if (game.sport !== 'soccer') return closed('NOT_PRICED')
  const state = liveState(startedGame(game, market.now), market.now)
  if (!state.ok) return closed(state.error)
  if (game.source === 'feed' && (game.homeScore === null || game.awayScore === null)) return closed('NOT_PRICED')
  return { kind: 'live', params: game.model, state: state.value }
}

const closed = (reason: CashoutReason): GameProgress => ({ kind: 'closed', reason })

/**
 * Base odds of a game's legs together, at placement and now. They are equal while the base is unchanged. Both use the
 * margin at placement, because a changed margin (for example after a totals line arrives) is not a price movement.
 */
function baseOdds(
  rulebook: Rulebook,
  legs: readonly PlacedLeg[],
  game: GameRow,
  params: ModelParams,
  { prices, now }: CashoutMarket,
): { readonly baseThen: number; readonly baseNow: number | null } {
  const [first] = legs
  if (first === undefined) throw new Error('a game of the ticket has no leg')
  const { sameGame } = first
  const placedOdds = sameGame?.oddsHundredths ?? first.baseOdds
  if (first.priceVersion === game.priceVersion) return { baseThen: placedOdds, baseNow: placedOdds }
  if (sameGame !== null) {
    const baseThen = modelsJoint(sameGame.params, legs, sameGame, rulebook) ?? placedOdds
    // Manual odds cannot be combined with other legs of the game, so there is no joint price.
    const hasManualOdds = legs.some((leg) => game.controls[leg.market]?.odds?.[leg.selection] !== undefined)
    return { baseThen, baseNow: hasManualOdds ? null : modelsJoint(params, legs, sameGame, rulebook) }
  }
  const { gameForMarkets, overround: current } = prices.of(game, now)
  const overround = { ...current, [first.market]: first.overroundPercent }
  const priced = priceSelection(params, gameForMarkets, first.market, first.selection, { rulebook, overround })
  if (priced === null || priced.probability === null) return { baseThen: placedOdds, baseNow: null }
  return {
    baseThen: placedOdds,
    baseNow: manualOdds(game.controls[first.market], priced) ?? priced.unclampedHundredths,
  }
}

/** Joint odds at the ticket's overround, from the model without price movement. Null when there is no joint price. */
function modelsJoint(
  params: ModelParams,
  legs: readonly PlacedLeg[],
  { overroundPercent, players = [] }: SameGame,
  rulebook: Rulebook,
): CashoutGame['oddsHundredths'] | null {
  const picks = legs.map(({ market, selection }) => ({ market, selectionId: selection }))
  const joint = jointOdds(params, picks, { rulebook, overroundPercent, players })
  return joint.ok ? joint.value : null
}

/**
 * The score, cards and incidents of each undecided game of a ticket, encoded as one text per game. An accepted offer is
 * valid only while these fingerprints are unchanged (TICK-48).
 */
export function gameFingerprints({ legs }: PlacedTicket, { games, now }: CashoutMarket): Record<string, string> {
  const open = Map.groupBy(
    legs.filter((leg) => leg.outcome === null),
    (leg) => leg.gameId,
  )
  return Object.fromEntries(
    [...open].map(([gameId, ofGame]) => {
      const game = games.get(gameId)
      const markets = ofGame.map(({ market }) => market)
      return [gameId, game === undefined ? '' : fingerprintOf(game, now, markets)]
    }),
  )
}
