import type { BetInput, placeBet } from '@mupiira/contract/bets.ts'
import { checkStake, minimumStake, type StakeRefusal } from '@mupiira/domain/limits/stake-rules.ts'
import {
  formatAmount,
  formatPlain,
  formatUgx,
  subtractUgx,
  type Ugx,
  ugxFromShillings,
  ugxToNumber,
} from '@mupiira/domain/money/ugx.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import { bonusRule, type SlipTotals, slipTotals } from '@mupiira/domain/ticket/totals.ts'
import type { Refusal } from '../../../kernel/http/route.ts'
import type { CheckStake } from '../../protection/index.ts'
import {
  type BetGame,
  chooseOdds,
  evaluateGames,
  evaluateSelection,
  type Market,
  type SlipLeg,
  slipRefusal,
} from './evaluate-slip.ts'
import type { LiabilityCheck } from './liability.ts'
import type { Counters } from './placement.repository.ts'

type BetRefusal = Refusal<(typeof placeBet)['errors'][number]>

export type BetRequest = {
  readonly userId: string
  readonly stakeUgx: Ugx
  readonly slip: BetInput
}

/** A player's state, read under the account lock and updated after each bet of a batch. */
export type PlayerState = Counters & { readonly balance: Ugx; readonly frozen: boolean }

export type AcceptedBet = {
  readonly games: readonly BetGame[]
  readonly totals: SlipTotals
  /** The player's state after the bet. */
  readonly after: PlayerState
}

/**
 * Validates a bet. The first failing rule is returned, in this order (decision 0029): missing account, frozen
 * account, empty booking code, stake rules (balance last), missing game, closed game, unavailable market, duplicate
 * category, impossible combination, worse odds, limits of stake and liability. Personal limits and exclusions are checked
 * last, for bets that would otherwise be accepted.
 */
function evaluateBet(
  request: BetRequest,
  player: PlayerState | undefined,
  market: Market,
  liability: LiabilityCheck,
): Result<AcceptedBet, BetRefusal> {
  if (player === undefined) return err<BetRefusal>({ error: 'PROFILE_NOT_FOUND' })
  if (player.frozen) return err<BetRefusal>({ error: 'ACCOUNT_SUSPENDED' })
  const { stakeUgx, slip } = request
  // The client then requests another code and places the bet again.
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
  const maximumUgx = liability.exceeded(request, priced.value)
  if (maximumUgx !== null) {
    const isPossible = maximumUgx >= minimumStake(player.validTickets === 0, market.settings)
    return err(stakeRefusal(isPossible ? { code: 'STAKE_ABOVE_LIABILITY', maximumUgx } : { code: 'LIABILITY_REACHED' }))
  }
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

function priceBet(slip: BetInput, market: Market): Result<readonly BetGame[], BetRefusal> {
  const legs: SlipLeg[] = []
  for (const [at, input] of slip.selections.entries()) {
    const evaluated = evaluateSelection(input, at, market)
    if (!evaluated.ok) return err<BetRefusal>({ error: evaluated.error, details: { selection: at } })
    legs.push(evaluated.value)
  }
  const games = evaluateGames(legs, market)
  if (!games.ok) return err(slipRefusal(games.error))
  const chosen = chooseOdds(games.value, slip, market)
  return chosen.ok ? chosen : err<BetRefusal>({ error: 'ODDS_CHANGED', details: chosen.error })
}

/** The lowest stake limit of the player and the selections; null without one. */
function maxStakeFor(player: PlayerState, games: readonly BetGame[]): Ugx | null {
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

/** The largest stake that is possible within the liability limits, unless it is below the player's minimum. */
type LiabilityRefusal =
  | { readonly code: 'STAKE_ABOVE_LIABILITY'; readonly maximumUgx: Ugx }
  | { readonly code: 'LIABILITY_REACHED' }

/** A refusal of the stake as the error of the interface (SLIP-30..41, 62, D48): amounts as texts and as numbers. */
function stakeRefusal({ code, ...facts }: StakeRefusal | LiabilityRefusal): BetRefusal {
  const format = AMOUNT_FORMATS[code] ?? formatPlain
  const details: { [name: string]: unknown } = {}
  for (const [name, value] of Object.entries<Ugx | number>(facts)) {
    if (typeof value === 'bigint') details[name.replace('Ugx', '')] = format(value)
    details[name] = typeof value === 'bigint' ? ugxToNumber(value) : value
  }
  return Object.keys(details).length === 0 ? { error: code } : { error: code, details }
}

/** Limits are shown without decimals, balances with them. */
const AMOUNT_FORMATS: { readonly [code in BetRefusal['error']]?: (value: Ugx) => string } = {
  NEGATIVE_BALANCE: formatAmount,
  INSUFFICIENT_BALANCE: formatUgx,
}

/** Validates the bets of a batch in order: each uses the balance, counters and limits that earlier ones have left. */
export function createEvaluation(
  players: ReadonlyMap<string, PlayerState>,
  market: Market,
  checkLimits: CheckStake,
  liability: LiabilityCheck,
): (request: BetRequest) => Result<AcceptedBet, BetRefusal> {
  const running = new Map(players)
  return (request) => {
    const evaluated = evaluateBet(request, running.get(request.userId), market, liability)
    if (!evaluated.ok) return evaluated
    const refusal = checkLimits(request)
    if (refusal !== null) return err(refusal)
    running.set(request.userId, evaluated.value.after)
    liability.add(request, evaluated.value.games)
    return evaluated
  }
}
