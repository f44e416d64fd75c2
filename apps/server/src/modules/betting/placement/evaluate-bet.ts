import type { BetInput, placeBet } from '@mupiira/contract/bets.ts'
import { checkStake, type StakeRefusal } from '@mupiira/domain/limits/stake-rules.ts'
import {
  formatAmount,
  formatPlain,
  formatUgx,
  subtractUgx,
  type Ugx,
  ugxFromShillings,
  ugxToNumber,
} from '@mupiira/domain/money/ugx.ts'
import { err, exhaustive, ok, type Result } from '@mupiira/domain/result.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import { bonusRule, type SlipTotals, slipTotals } from '@mupiira/domain/ticket/totals.ts'
import type { Refusal } from '../../../kernel/http/route.ts'
import type { Pricing } from '../../pricing/index.ts'
import type { CheckStake } from '../../protection/index.ts'
import {
  chooseOdds,
  evaluateGames,
  evaluateSelection,
  type GameOffer,
  type PricedGames,
  type SlipGame,
  type SlipLeg,
  slipRefusal,
} from './evaluate-slip.ts'
import type { Counters } from './placement.repository.ts'

type BetRefusal = Refusal<(typeof placeBet)['errors'][number]>

export type BetRequest = {
  readonly userId: string
  readonly stakeUgx: Ugx
  readonly slip: BetInput
}

/** A player's state, read under the account lock and updated after each bet of a batch. */
export type PlayerState = Counters & { readonly balance: Ugx; readonly frozen: boolean }

/** Everything else that validation uses. Constant during a batch. */
export type Market = {
  readonly settings: Settings
  readonly games: PricedGames
  readonly pricing: Pick<Pricing, 'joint'>
  readonly now: Date
}

export type AcceptedBet = {
  readonly games: readonly (Pick<SlipGame, 'legs'> & { readonly offer: GameOffer })[]
  readonly totals: SlipTotals
  /** The player's state after the bet. */
  readonly after: PlayerState
}

/**
 * Validates a bet. The first failing rule is returned, in this order (decision 0029): missing account, frozen
 * account, empty booking code, stake rules (balance last), missing game, closed game, unavailable market, duplicate
 * category, impossible combination, worse odds. Personal limits and exclusions are checked last, for bets that would
 * otherwise be accepted.
 */
function evaluateBet(
  request: BetRequest,
  player: PlayerState | undefined,
  market: Market,
): Result<AcceptedBet, BetRefusal> {
  if (player === undefined) return err<BetRefusal>({ error: 'PROFILE_NOT_FOUND' })
  if (player.frozen) return err<BetRefusal>({ error: 'ACCOUNT_SUSPENDED' })
  const { stakeUgx, slip } = request
  // The client then requests another code and places the bet again (SLIP-65).
  if (slip.bookingCode?.trim() === '') return err<BetRefusal>({ error: 'MISSING_BOOKING_CODE' })
  const stake = checkStake(
    {
      stakeUgx,
      selections: slip.selections.length,
      balanceUgx: player.balance,
      isFirstBet: player.validTickets === 0,
      ticketsToday: player.ticketsToday,
    },
    market.settings,
  )
  if (!stake.ok) return err(stakeRefusal(stake.error))
  const priced = priceBet(slip, market)
  if (!priced.ok) return priced
  const maxStake = maxStakeFor(player, priced.value)
  if (maxStake !== null && stakeUgx > maxStake)
    return err(stakeRefusal({ code: 'STAKE_ABOVE_MAXIMUM', maximumUgx: maxStake }))
  const totals = slipTotals(
    stakeUgx,
    priced.value.map((game) => game.offer.oddsHundredths),
    bonusRule(market.settings.bonus_min_odds),
    ugxFromShillings(market.settings.max_payout),
  )
  const after = {
    ...player,
    balance: subtractUgx(player.balance, stakeUgx),
    validTickets: player.validTickets + 1,
    ticketsToday: player.ticketsToday + 1,
  }
  return ok({ games: priced.value, totals, after })
}

function priceBet(slip: BetInput, market: Market): Result<AcceptedBet['games'], BetRefusal> {
  const legs: SlipLeg[] = []
  for (const [at, input] of slip.selections.entries()) {
    const evaluated = evaluateSelection(input, at, market.games, market.now)
    if ('problem' in evaluated) return err<BetRefusal>({ error: evaluated.problem, details: { selection: at } })
    legs.push(evaluated.leg)
  }
  const games = evaluateGames(legs, market.pricing, market.settings, market.now)
  if (!games.ok) return err(slipRefusal(games.error))
  const offers = chooseOdds(games.value, slip)
  if (!offers.ok) return err<BetRefusal>({ error: 'ODDS_CHANGED', details: offers.error })
  return ok(games.value.map(({ legs: members, now }, at) => ({ legs: members, offer: offers.value[at] ?? now })))
}

/** The lowest stake limit of the player and the selections; null without one. */
function maxStakeFor(player: PlayerState, games: AcceptedBet['games']): Ugx | null {
  let least = player.mostStake
  for (const { legs } of games) {
    for (const { game, market, selectionId } of legs) {
      const shillings = game.controls[market]?.mostStake?.[selectionId]
      if (shillings === undefined) continue
      const limit = ugxFromShillings(shillings)
      if (least === null || limit < least) least = limit
    }
  }
  return least
}

/** An amount of a refusal: as text for people, and as a number for programs. */
const amount = (name: string, value: Ugx, format: (value: Ugx) => string): { readonly [key: string]: unknown } => ({
  [name]: format(value),
  [`${name}Ugx`]: ugxToNumber(value),
})

/** A refusal of the domain as the error of the interface (SLIP-30 to SLIP-41, SLIP-62, D48). */
function stakeRefusal(refusal: StakeRefusal): BetRefusal {
  switch (refusal.code) {
    case 'MAINTENANCE':
    case 'BETTING_DISABLED':
    case 'NO_SELECTIONS':
      return { error: refusal.code }
    case 'TOO_MANY_SELECTIONS':
      return { error: refusal.code, details: { maximum: refusal.maximum } }
    case 'DAILY_BET_LIMIT':
      return { error: refusal.code, details: { limit: refusal.limit } }
    case 'STAKE_NOT_POSITIVE':
    case 'INVALID_STAKE':
    case 'STAKE_BELOW_MINIMUM':
      return { error: refusal.code, details: amount('minimum', refusal.minimumUgx, formatPlain) }
    case 'STAKE_ABOVE_MAXIMUM':
      return { error: refusal.code, details: amount('maximum', refusal.maximumUgx, formatPlain) }
    case 'NEGATIVE_BALANCE':
      return { error: refusal.code, details: amount('balance', refusal.balanceUgx, formatAmount) }
    case 'INSUFFICIENT_BALANCE': {
      const { balanceUgx, requiredUgx } = refusal
      const details = { ...amount('balance', balanceUgx, formatUgx), ...amount('required', requiredUgx, formatUgx) }
      return { error: refusal.code, details }
    }
    default:
      return exhaustive(refusal)
  }
}

/**
 * Validates bets in order. Each bet of a player uses the balance, counters and limits that earlier bets have left.
 * Personal limits are checked last.
 */
export function evaluateBatch(
  requests: readonly BetRequest[],
  players: ReadonlyMap<string, PlayerState>,
  market: Market,
  checkLimits: CheckStake,
): Result<AcceptedBet, BetRefusal>[] {
  const running = new Map(players)
  return requests.map((request) => {
    const evaluated = evaluateBet(request, running.get(request.userId), market)
    const refusal = evaluated.ok ? checkLimits(request) : null
    if (refusal !== null) return err(refusal)
    if (evaluated.ok) running.set(request.userId, evaluated.value.after)
    return evaluated
  })
}
