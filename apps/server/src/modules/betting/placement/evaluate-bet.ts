import type { BetInput } from '@mupiira/contract/bets.ts'
import {
  checkLiability,
  checkStake,
  type LiabilityRefusal,
  minimumStake,
  type StakeRefusal,
} from '@mupiira/domain/limits/stake-rules.ts'
import { addUgx, subtractUgx, type Ugx } from '@mupiira/domain/money/ugx.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import type { BetRestrictions } from '@mupiira/domain/risk/restrictions.ts'
import { type BonusRule, type SlipTotals, slipTotals } from '@mupiira/domain/ticket/totals.ts'
import type { CheckStake, ProtectionRefusal } from '../../protection/index.ts'
import type { LockedAccount } from '../../wallet/index.ts'
import type { BetGame } from './bet-game.ts'
import { type SlipContext, type SlipRefusal, priceSlip } from './evaluate-slip.ts'
import { betDelayOf, hasLiveGame } from './in-play.ts'
import type { LiabilityCheck } from './liability.ts'
import { playerTerms } from './player-terms.ts'
import type { RequestedOdds } from './requested-odds.ts'

export type BetRefusal =
  | StakeRefusal
  | SlipRefusal
  | LiabilityRefusal
  | ProtectionRefusal
  | { readonly code: 'PROFILE_NOT_FOUND' | 'ACCOUNT_SUSPENDED' | 'MISSING_BOOKING_CODE' | 'IN_PLAY_EXCLUDED' }

export type BetRequest = {
  readonly userId: string
  readonly stakeUgx: Ugx
  readonly slip: BetInput
  /** Set at the decision of a delayed bet, which then does not wait again. */
  readonly requested?: RequestedOdds
}

/** A bet, its browser and its origin. */
export type BetOrder = BetRequest & {
  /** Hash of the browser's cookie. Codes of a visitor belong to the browser (D25). */
  readonly browser?: Buffer | null
  /** The user agent and the address of the request, stored with the ticket. */
  readonly client: string
  readonly address: string
}

/** A player's state, read under the account lock and updated after each bet of a batch. */
export type PlayerState = LockedAccount & BetRestrictions & Counters
export type Counters = {
  /** Tickets that count for the first-bet minimum (SLIP-35): at zero the next bet is a first bet. */
  readonly validTickets: number
  readonly ticketsToday: number
  /** The stake limit that staff has set for the player; null without one. */
  readonly mostStake: Ugx | null
}

export type AcceptedBet = {
  readonly games: readonly BetGame[]
  readonly totals: SlipTotals
  readonly maxPayoutUgx: Ugx
  /** The rule of the win bonus, which the ticket stores. */
  readonly bonus: BonusRule
  /** How long the bet waits, with its stake on hold, before it becomes a ticket; 0 if it becomes one now. */
  readonly delaySeconds: number
  /** The player's state after the bet. */
  readonly after: PlayerState
}

/**
 * Validates a bet. The first failing rule is returned, in this order (decision 0029): missing account, frozen account,
 * empty booking code, stake rules (balance last), missing game, closed game, unavailable market, duplicate category,
 * impossible combination, worse odds, exclusion from live bets, limits of stake and liability. Personal limits and exclusions are checked last,
 * for bets that would otherwise be accepted.
 */
function evaluateBet(
  request: BetRequest,
  player: PlayerState | undefined,
  context: SlipContext,
  liability: LiabilityCheck,
): Result<AcceptedBet, BetRefusal> {
  if (player === undefined) return err({ code: 'PROFILE_NOT_FOUND' })
  if (player.frozen) return err({ code: 'ACCOUNT_SUSPENDED' })
  const { stakeUgx, slip, requested } = request
  // The client then requests another code and places the bet again.
  if (slip.bookingCode?.trim() === '') return err({ code: 'MISSING_BOOKING_CODE' })
  const { balance: balanceUgx, ticketsToday } = player
  const isFirstBet = player.validTickets === 0
  const selections = slip.selections.length
  const stake = checkStake({ stakeUgx, selections, balanceUgx, isFirstBet, ticketsToday }, context.settings)
  if (!stake.ok) return stake
  const priced = priceSlip(slip, context, requested)
  if (!priced.ok) return priced
  const games = priced.value
  if (player.isInPlayExcluded && hasLiveGame(games)) return err({ code: 'IN_PLAY_EXCLUDED' })
  const { maximumUgx, maxPayoutUgx, bonus } = playerTerms(player, games, context.settings)
  if (maximumUgx < stakeUgx) return err({ code: 'STAKE_ABOVE_MAXIMUM', maximumUgx })
  const headrooms = liability.headrooms(request.userId, games)
  const tooLiable = checkLiability(stakeUgx, headrooms, minimumStake(isFirstBet, context.settings))
  if (tooLiable !== null) return err(tooLiable)
  const totals = slipTotals(
    stakeUgx,
    games.map((game) => game.oddsHundredths),
    bonus,
    maxPayoutUgx,
  )
  const delaySeconds = requested === undefined ? betDelayOf(games, context.settings, player.inPlayDelay) : 0
  const balance = subtractUgx(balanceUgx, stakeUgx)
  const after =
    delaySeconds > 0
      ? { ...player, balance, held: addUgx(player.held, stakeUgx) }
      : { ...player, balance, validTickets: player.validTickets + 1, ticketsToday: ticketsToday + 1 }
  return ok({ games, totals, maxPayoutUgx, bonus, delaySeconds, after })
}

/** Validates the bets of a batch in order, each with the balance, counters and limits that the earlier bets left. */
export function createEvaluation(
  players: ReadonlyMap<string, PlayerState>,
  context: SlipContext,
  checkLimits: CheckStake,
  liability: LiabilityCheck,
): (request: BetRequest) => Result<AcceptedBet, BetRefusal> {
  const running = new Map(players)
  return (request) => {
    const evaluated = evaluateBet(request, running.get(request.userId), context, liability)
    if (!evaluated.ok) return evaluated
    const refusal = checkLimits(request)
    if (refusal !== null) return err(refusal)
    running.set(request.userId, evaluated.value.after)
    // A waiting bet counts when it is accepted.
    if (evaluated.value.delaySeconds === 0) liability.add(request, evaluated.value.games)
    return evaluated
  }
}
