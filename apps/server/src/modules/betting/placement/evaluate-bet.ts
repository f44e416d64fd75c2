import type { BetInput } from '@mupiira/contract/bets.ts'
import { checkStake } from '@mupiira/domain/limits/stake-rules.ts'
import { subtractUgx, type Ugx, ugxFromShillings } from '@mupiira/domain/money/ugx.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import { bonusRule, type SlipTotals, slipTotals } from '@mupiira/domain/ticket/totals.ts'
import type { Pricing } from '../../pricing/index.ts'
import type { CheckStake } from '../../protection/index.ts'
import { chooseOdds } from './choose-odds.ts'
import {
  evaluateGames,
  evaluateSelection,
  type GameOffer,
  type PricedGames,
  type SlipGame,
  type SlipLeg,
  slipRefusal,
} from './evaluate-slip.ts'
import { type BetRefusal, stakeRefusal } from './refusals.ts'

export type BetRequest = {
  readonly userId: string
  readonly stakeUgx: Ugx
  readonly slip: BetInput
}

/** A player's state, read under the account lock and updated after each bet of a batch. */
export type PlayerState = {
  readonly balance: Ugx
  readonly frozen: boolean
  readonly validTickets: number
  readonly ticketsToday: number
  /** The stake limit that staff has set for the player. */
  readonly mostStake: Ugx | null
}

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
  const most = mostStakeOf(player, priced.value)
  if (most !== null && stakeUgx > most) return err(stakeRefusal({ code: 'STAKE_ABOVE_MAXIMUM', maximumUgx: most }))
  const totals = slipTotals(
    stakeUgx,
    priced.value.map((game) => game.offer.oddsHundredths),
    bonusRule(market.settings.bonus_min_odds),
    ugxFromShillings(market.settings.max_payout),
  )
  return ok({ games: priced.value, totals, after: playerAfter(player, stakeUgx) })
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
  const seen = { totalOdds: slip.totalOdds, acceptChanges: slip.acceptOddsChanges === true }
  const offers = chooseOdds(games.value, seen)
  if (!offers.ok) return err<BetRefusal>({ error: 'ODDS_CHANGED', details: offers.error })
  return ok(games.value.map(({ legs: members, now }, at) => ({ legs: members, offer: offers.value[at] ?? now })))
}

/** The lowest stake limit of the player and the selections; null without one. */
function mostStakeOf(player: PlayerState, games: AcceptedBet['games']): Ugx | null {
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

const playerAfter = (player: PlayerState, stakeUgx: Ugx): PlayerState => ({
  ...player,
  balance: subtractUgx(player.balance, stakeUgx),
  validTickets: player.validTickets + 1,
  ticketsToday: player.ticketsToday + 1,
})

export type Evaluated = Result<AcceptedBet, BetRefusal>

/**
 * Validates bets in order. Each bet of a player uses the balance, counters and limits that earlier bets have left.
 * Personal limits are checked last.
 */
export function evaluateBatch(
  requests: readonly BetRequest[],
  players: ReadonlyMap<string, PlayerState>,
  market: Market,
  limits: CheckStake,
): Evaluated[] {
  const running = new Map(players)
  return requests.map((request) => {
    const evaluated = evaluateBet(request, running.get(request.userId), market)
    const refusal = evaluated.ok ? limits(request) : null
    if (refusal !== null) return err(refusal)
    if (evaluated.ok) running.set(request.userId, evaluated.value.after)
    return evaluated
  })
}
