import type { Outcome, Rulebook } from '../markets/types.ts'
import { floorRatio, minUgx, ugx } from '../money/ugx.ts'
import type { Ugx } from '../money/ugx.ts'
import type { OddsHundredths } from '../odds/odds.ts'
import { inPlayExpectation } from '../pricing/in-play.ts'
import type { InPlayState } from '../pricing/in-play.ts'
import { probabilityOf } from '../pricing/probability.ts'
import type { ModelParams, Pick, PricingContext } from '../pricing/types.ts'
import { err, ok } from '../result.ts'
import type { Result } from '../result.ts'
import { payoutFactor } from '../ticket/decide.ts'
import { ofStakeLeft, type StakeParts } from '../ticket/stake-left.ts'
import { cappedMean, type WeightedFactor } from './capped-mean.ts'
import type { CashoutReason } from './live-state.ts'

export interface CashoutLeg extends Pick {
  /** Null for an open leg. */
  readonly outcome: Outcome | null
}

/** The state of a game on the ticket. */
export type GameProgress =
  /** Every leg has an outcome. */
  | { readonly kind: 'decided' }
  | {
      readonly kind: 'upcoming'
      readonly params: ModelParams
      /**
       * The combined base odds of the legs, now and at placement. They are equal while the base price is unchanged,
       * and null without a price.
       */
      readonly baseNow: number | null
      readonly baseThen: number
      /** False if the feed's quote is too old for the full stake (D22b). */
      readonly isQuoteFresh: boolean
    }
  | { readonly kind: 'live'; readonly params: ModelParams; readonly state: InPlayState }
  | { readonly kind: 'closed'; readonly reason: CashoutReason }

/** A game of the ticket with its legs. */
export interface CashoutGame extends PricingContext {
  readonly legs: readonly CashoutLeg[]
  /** The accepted odds of the leg, or the accepted joint odds. */
  readonly oddsHundredths: OddsHundredths
  /** Returns the odds of some of the legs if the others are void. */
  readonly repriced: (positions: readonly number[]) => OddsHundredths
  readonly progress: GameProgress
}

export interface CashoutTicket extends StakeParts {
  /** The payout of the whole stake if every leg wins, bonus included, capped at the maximum payout. */
  readonly potentialReturnUgx: Ugx
  /** The maximum payout at placement. */
  readonly maxPayoutUgx: Ugx
  readonly rulebook: Rulebook
  readonly placedAt: Date
  readonly games: readonly CashoutGame[]
}

/** The time after placement during which the full stake is offered on fresh quotes (D22b). */
export const FULL_STAKE_MS = 5 * 60_000

const MARGIN_PARTS = 10_000n
// Probabilities times odds are rounded down to integer parts, so that amounts never use floating point.
const VALUE_PARTS = 1_000_000_000_000

/**
 * Returns the cash-out offer of a pending ticket, or the reason for none (TICK-37 to TICK-41). The offer is the fair
 * value less the margin in percent. Before the first kick-off it is at most the stake; in the first minutes it is the
 * stake, less any rise of base prices. It never exceeds the potential return and is rounded down to 0.01. After partial
 * cashouts it is the share of the stake left, so no sequence of parts is worth more than one cashout of everything
 * (COUT-05). A zero offer counts as none.
 */
export function cashoutOffer(ticket: CashoutTicket, marginPercent: number, now: Date): Result<Ugx, CashoutReason> {
  const { games } = ticket
  if (games.some((game) => game.legs.some((leg) => leg.outcome === 'lost'))) return err('LEG_LOST')
  const closed = games.flatMap(({ progress }) => (progress.kind === 'closed' ? [progress.reason] : []))[0]
  if (closed !== undefined) return err(closed)
  const offer = hasStartedGame(ticket) ? fairOffer(ticket, marginPercent) : offerBeforeStart(ticket, marginPercent, now)
  if (!offer.ok) return offer
  const offerLeft = ofStakeLeft(minUgx(offer.value, ticket.potentialReturnUgx), ticket)
  return offerLeft > 0n ? ok(offerLeft) : err('NOT_PRICED')
}

/** After the first minutes, the full stake would be a free option on new market information. */
function offerBeforeStart(ticket: CashoutTicket, marginPercent: number, now: Date): Result<Ugx, CashoutReason> {
  const isNew = now.getTime() - ticket.placedAt.getTime() <= FULL_STAKE_MS
  if (isNew && ticket.games.every(({ progress }) => progress.kind !== 'upcoming' || progress.isQuoteFresh))
    return stakeOffer(ticket)
  if (ticket.games.some(({ progress }) => progress.kind === 'upcoming' && progress.baseNow === null))
    return err('NOT_PRICED')
  const fair = fairOffer(ticket, marginPercent)
  return fair.ok ? ok(minUgx(ticket.stakeUgx, fair.value)) : fair
}

/**
 * Returns whether a game of the ticket has started. The offer then depends on the games and not on the stake (TICK-37).
 */
export const hasStartedGame = (ticket: CashoutTicket): boolean => ticket.games.some(hasStarted)

// A void game does not count as started, because its stake is returned.
const hasStarted = ({ progress, legs }: CashoutGame): boolean =>
  progress.kind === 'live' || (progress.kind === 'decided' && legs.some((leg) => leg.outcome !== 'void'))

function stakeOffer({ stakeUgx, games }: CashoutTicket): Result<Ugx, CashoutReason> {
  let then = 1n
  let now = 1n
  for (const { progress } of games) {
    if (progress.kind !== 'upcoming') continue
    if (progress.baseNow === null) return err('NOT_PRICED')
    then *= BigInt(progress.baseThen)
    now *= BigInt(progress.baseNow)
  }
  return ok(minUgx(stakeUgx, ugx(floorRatio(stakeUgx * then, now))))
}

function fairOffer(ticket: CashoutTicket, marginPercent: number): Result<Ugx, CashoutReason> {
  const { stakeUgx, maxPayoutUgx, games } = ticket
  const weightedFactors = games.map((game) => weightedFactorsOf(game, ticket.rulebook))
  if (!weightedFactors.every((weightedFactor) => weightedFactor !== null)) return err('NOT_PRICED')
  // Settlement caps each possible payout at the maximum, so the fair value does too.
  const value = cappedMean(weightedFactors, Number(maxPayoutUgx) / Number(stakeUgx))
  const parts = BigInt(Math.floor(value * VALUE_PARTS))
  const keptParts = MARGIN_PARTS - BigInt(Math.round(marginPercent * 100))
  return ok(ugx(floorRatio(stakeUgx * parts * keptParts, BigInt(VALUE_PARTS) * MARGIN_PARTS)))
}

/**
 * The possible payout factors of one unit staked on the game. Each combination of open legs either wins or is void. A
 * leg that can be half void counts as won or void with half the probability each.
 */
function weightedFactorsOf(game: CashoutGame, rulebook: Rulebook): readonly WeightedFactor[] | null {
  const open = game.legs.flatMap((leg, position) => (leg.outcome === null ? [position] : []))
  const expected = open.length === 0 ? () => 1 : expectationOf(game, open, rulebook)
  if (expected === null) return null
  const weightedFactors: WeightedFactor[] = []
  for (let subset = 0; subset < 2 ** open.length; subset += 1) {
    const wins = open.map((_, at) => (subset >> at) % 2 === 1)
    const chance = expected(wins)
    const winning = new Set(open.filter((_, at) => wins[at] === true))
    if (chance > 0) weightedFactors.push({ chance, factor: factorOf(game, winning) })
  }
  return weightedFactors
}

/** The payout factor of one staked unit if these open legs win and the others are void. */
function factorOf({ legs, oddsHundredths, repriced }: CashoutGame, winning: ReadonlySet<number>): number {
  const outcomes = legs.map(({ outcome }, position) => outcome ?? (winning.has(position) ? 'won' : 'void'))
  const { numerator, denominator } = payoutFactor({ oddsHundredths, repriced, outcomes })
  return Number(numerator) / Number(denominator)
}

function expectationOf(
  game: CashoutGame,
  open: readonly number[],
  rulebook: Rulebook,
): ((wins: readonly boolean[]) => number) | null {
  const { progress } = game
  if (progress.kind !== 'upcoming' && progress.kind !== 'live') return null
  const { params } = progress
  const picks = open.flatMap((position) => game.legs[position] ?? [])
  if (params.kind === 'score') {
    return inPlayExpectation(params, picks, rulebook, progress.kind === 'live' ? progress.state : null, game)
  }
  // The winner model has no in-play probabilities.
  const [pick] = picks
  if (progress.kind === 'live' || pick === undefined || picks.length > 1) return null
  const probability = probabilityOf(params, pick.market, pick.selectionId, rulebook, game)
  return probability === null ? null : ([win]) => (win === true ? probability : 0)
}

/** Returns whether the offer fell by more than 1 % since the player saw it (TICK-46, TICK-48, D22a). */
export const hasOfferFallen = (seenUgx: Ugx, nowUgx: Ugx): boolean => nowUgx * 100n < seenUgx * 99n
