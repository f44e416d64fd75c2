import type { BetInput } from '@mupiira/contract/bets.ts'
import {
  checkLiability,
  checkStake,
  type LiabilityRefusal,
  minimumStake,
  type StakeRefusal,
} from '@mupiira/domain/limits/stake-rules.ts'
import { minUgx, subtractUgx, type Ugx, ugxFromShillings } from '@mupiira/domain/money/ugx.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import { bonusRule, type SlipTotals, slipTotals } from '@mupiira/domain/ticket/totals.ts'
import type { CheckStake, ProtectionRefusal } from '../../protection/index.ts'
import type { LockedAccount } from '../../wallet/index.ts'
import { type BetGame, type SlipContext, type SlipRefusal, priceSlip } from './evaluate-slip.ts'
import type { LiabilityCheck } from './liability.ts'

export type BetRefusal =
  | StakeRefusal
  | SlipRefusal
  | LiabilityRefusal
  | ProtectionRefusal
  | { readonly code: 'PROFILE_NOT_FOUND' | 'ACCOUNT_SUSPENDED' | 'MISSING_BOOKING_CODE' }

export type BetRequest = {
  readonly userId: string
  readonly stakeUgx: Ugx
  readonly slip: BetInput
}

/** A player's state, read under the account lock and updated after each bet of a batch. */
export type PlayerState = LockedAccount & {
  /** Tickets that count for the first-bet minimum (SLIP-35): at zero the next bet is a first bet. */
  readonly validTickets: number
  readonly ticketsToday: number
  /** The stake limit that staff has set for the player; null without one. */
  readonly mostStake: Ugx | null
}
export type Counters = Omit<PlayerState, keyof LockedAccount>

export type AcceptedBet = {
  readonly games: readonly BetGame[]
  readonly totals: SlipTotals
  /** The player's state after the bet. */
  readonly after: PlayerState
}

/**
 * Validates a bet. The first failing rule is returned, in this order (decision 0029): missing account, frozen account,
 * empty booking code, stake rules (balance last), missing game, closed game, unavailable market, duplicate category,
 * impossible combination, worse odds, limits of stake and liability. Personal limits and exclusions are checked last,
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
  const { stakeUgx, slip } = request
  // The client then requests another code and places the bet again.
  if (slip.bookingCode?.trim() === '') return err({ code: 'MISSING_BOOKING_CODE' })
  const { balance: balanceUgx, ticketsToday } = player
  const isFirstBet = player.validTickets === 0
  const selections = slip.selections.length
  const stake = checkStake({ stakeUgx, selections, balanceUgx, isFirstBet, ticketsToday }, context.settings)
  if (!stake.ok) return stake
  const priced = priceSlip(slip, context)
  if (!priced.ok) return priced
  const games = priced.value
  const maximumUgx = maximumStakes(player, games).reduce(minUgx, stakeUgx)
  if (maximumUgx < stakeUgx) return err({ code: 'STAKE_ABOVE_MAXIMUM', maximumUgx })
  const headrooms = liability.headrooms(request.userId, games)
  const tooLiable = checkLiability(stakeUgx, headrooms, minimumStake(isFirstBet, context.settings))
  if (tooLiable !== null) return err(tooLiable)
  const totals = slipTotals(
    stakeUgx,
    games.map((game) => game.oddsHundredths),
    bonusRule(context.settings.bonus_min_odds),
    ugxFromShillings(context.settings.max_payout),
  )
  const after = {
    ...player,
    balance: subtractUgx(balanceUgx, stakeUgx),
    validTickets: player.validTickets + 1,
    ticketsToday: ticketsToday + 1,
  }
  return ok({ games, totals, after })
}

/** The stake limits that staff has set for the player and the selections. */
function maximumStakes(player: PlayerState, games: readonly BetGame[]): Ugx[] {
  const legs = games.flatMap((game) => game.legs)
  const ofSelections = legs.flatMap((leg) => leg.game.controls[leg.market]?.mostStake?.[leg.selectionId] ?? [])
  return [...(player.mostStake === null ? [] : [player.mostStake]), ...ofSelections.map(ugxFromShillings)]
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
    liability.add(request, evaluated.value.games)
    return evaluated
  }
}
