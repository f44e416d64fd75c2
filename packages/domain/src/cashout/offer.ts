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
import { cappedMean, type Prospect } from './capped-mean.ts'
import type { CashoutReason } from './live-state.ts'

export interface CashoutLeg extends Pick {
  /** Null while the leg is open. */
  readonly outcome: Outcome | null
}

/** The progress of one game of the ticket. */
export type GameProgress =
  /** Every leg of it has an outcome. */
  | { readonly kind: 'decided' }
  | {
      readonly kind: 'upcoming'
      readonly params: ModelParams
      /** Base odds of the legs together, now and at placement; equal while the base is unchanged. Null: no price now. */
      readonly baseNow: number | null
      readonly baseThen: number
      /** False when the feed's own time of the quote is too old for the full stake (D22b). */
      readonly isQuoteFresh: boolean
    }
  | { readonly kind: 'live'; readonly params: ModelParams; readonly state: InPlayState }
  | { readonly kind: 'closed'; readonly reason: CashoutReason }

/** One game of a ticket with its legs. */
export interface CashoutGame extends PricingContext {
  readonly legs: readonly CashoutLeg[]
  /** As accepted: the leg's odds, or the joint odds. */
  readonly oddsHundredths: OddsHundredths
  /** Odds of a part of the legs, where the rest is void. */
  readonly repriced: (positions: readonly number[]) => OddsHundredths
  readonly standing: GameProgress
}

export interface CashoutTicket {
  readonly stakeUgx: Ugx
  /** The payout when every leg wins, bonus included, cut to the maximum payout. */
  readonly potentialReturnUgx: Ugx
  /** As it stood at placement. */
  readonly maxPayoutUgx: Ugx
  readonly rulebook: Rulebook
  readonly placedAt: Date
  readonly games: readonly CashoutGame[]
}

/** How long after placement the full stake is offered, while every quote is fresh (D22b). */
export const FULL_STAKE_MS = 5 * 60_000

const MARGIN_PARTS = 10_000n
// Probabilities times odds become whole parts once, rounded down: amounts are never floats.
const VALUE_PARTS = 1_000_000_000_000

/**
 * The cash-out offer of a pending ticket, or the reason for its absence (TICK-37 to TICK-41). It is the fair value less the
 * margin (in percent). Before the first game starts it is at most the stake, and in the first minutes after placement the
 * stake itself, less where base prices have drifted out. Never above the potential return. Rounded down to 0.01. A zero
 * offer is no offer.
 */
export function cashoutOffer(ticket: CashoutTicket, marginPercent: number, now: Date): Result<Ugx, CashoutReason> {
  const { games } = ticket
  if (games.some((game) => game.legs.some((leg) => leg.outcome === 'lost'))) return err('LEG_LOST')
  const closed = games.flatMap(({ standing }) => (standing.kind === 'closed' ? [standing.reason] : []))[0]
  if (closed !== undefined) return err(closed)
  const offer = isUnderWay(ticket) ? fairOffer(ticket, marginPercent) : offerBeforeStart(ticket, marginPercent, now)
  if (!offer.ok) return offer
  return offer.value > 0n ? ok(minUgx(offer.value, ticket.potentialReturnUgx)) : err('NOT_PRICED')
}

/** Later the full stake would be a free option on everything that the market has learned since (D22b). */
function offerBeforeStart(ticket: CashoutTicket, marginPercent: number, now: Date): Result<Ugx, CashoutReason> {
  const isNew = now.getTime() - ticket.placedAt.getTime() <= FULL_STAKE_MS
  if (isNew && ticket.games.every(({ standing }) => standing.kind !== 'upcoming' || standing.isQuoteFresh))
    return stakeOffer(ticket)
  if (ticket.games.some(({ standing }) => standing.kind === 'upcoming' && standing.baseNow === null))
    return err('NOT_PRICED')
  const fair = fairOffer(ticket, marginPercent)
  return fair.ok ? ok(minUgx(ticket.stakeUgx, fair.value)) : fair
}

/** Whether a game of the ticket is being played: an accepted offer is then checked first (TICK-48). */
export const isLive = (ticket: CashoutTicket): boolean => ticket.games.some(({ standing }) => standing.kind === 'live')

/** Whether a game of the ticket has started: it is worth then what its games have come to, and no more its stake (TICK-37). */
export const isUnderWay = (ticket: CashoutTicket): boolean => ticket.games.some(hasStarted)

// A void game gives its part back whenever it was called off: it starts nothing.
const hasStarted = ({ standing, legs }: CashoutGame): boolean =>
  standing.kind === 'live' || (standing.kind === 'decided' && legs.some((leg) => leg.outcome !== 'void'))

function stakeOffer({ stakeUgx, games }: CashoutTicket): Result<Ugx, CashoutReason> {
  let then = 1n
  let now = 1n
  for (const { standing } of games) {
    if (standing.kind !== 'upcoming') continue
    if (standing.baseNow === null) return err('NOT_PRICED')
    then *= BigInt(standing.baseThen)
    now *= BigInt(standing.baseNow)
  }
  return ok(minUgx(stakeUgx, ugx(floorRatio(stakeUgx * then, now))))
}

function fairOffer(ticket: CashoutTicket, marginPercent: number): Result<Ugx, CashoutReason> {
  const { stakeUgx, maxPayoutUgx, games } = ticket
  const prospects = games.map((game) => prospectsOf(game, ticket.rulebook))
  if (!prospects.every((each) => each !== null)) return err('NOT_PRICED')
  // Settlement cuts what each ending pays, after its void legs: so does what the ticket is worth.
  const value = cappedMean(prospects, Number(maxPayoutUgx) / Number(stakeUgx))
  const parts = BigInt(Math.floor(value * VALUE_PARTS))
  const kept = MARGIN_PARTS - BigInt(Math.round(marginPercent * 100))
  return ok(ugx(floorRatio(stakeUgx * parts * kept, BigInt(VALUE_PARTS) * MARGIN_PARTS)))
}

/**
 * The possible values of one unit on the game: for each set of open legs that win, the others void, the settlement factor.
 * An open leg that can be half void counts as won or void, each with half the probability.
 */
function prospectsOf(game: CashoutGame, rulebook: Rulebook): readonly Prospect[] | null {
  const open = game.legs.flatMap((leg, position) => (leg.outcome === null ? [position] : []))
  const expected = open.length === 0 ? () => 1 : expectationOf(game, open, rulebook)
  if (expected === null) return null
  const prospects: Prospect[] = []
  for (let subset = 0; subset < 2 ** open.length; subset += 1) {
    const wins = open.map((_, at) => (subset >> at) % 2 === 1)
    const chance = expected(wins)
    const winning = new Set(open.filter((_, at) => wins[at] === true))
    if (chance > 0) prospects.push({ chance, factor: factorOf(game, winning) })
  }
  return prospects
}

/** The settlement factor of one unit when these open legs win and the others are void. */
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
  const { standing } = game
  if (standing.kind !== 'upcoming' && standing.kind !== 'live') return null
  const { params } = standing
  const picks = open.flatMap((position) => game.legs[position] ?? [])
  if (params.kind === 'score') {
    return inPlayExpectation(params, picks, rulebook, standing.kind === 'live' ? standing.state : null, game)
  }
  // A winner model has no in-play probabilities (D53).
  const [pick] = picks
  if (standing.kind === 'live' || pick === undefined || picks.length > 1) return null
  const probability = probabilityOf(params, pick.market, pick.selectionId, rulebook, game)
  return probability === null ? null : ([win]) => (win === true ? probability : 0)
}

/** Whether an offer has fallen by more than 1 % since the one that the player saw (TICK-46, TICK-48, D22a). */
export const hasFallen = (seenUgx: Ugx, nowUgx: Ugx): boolean => nowUgx * 100n < seenUgx * 99n
