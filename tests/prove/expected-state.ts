import type { Ticket } from '@mupiira/contract/tickets.ts'
import { createTimeline, type Timeline } from './model-timeline.ts'
import { canAllWin, endOf, type Ending, type Leg, type ModelGame, type Terms } from './model-rules.ts'
import type { RecordedLine } from '../journeys/match-oracle.ts'
import type { Rulebook } from '../support/market-rules.ts'
import type { RuledEnd } from '../support/ticket-rules.ts'

/** The settings that the model changes, with the product's names and units (whole shillings, decimal odds). */
export type ModelSettings = {
  readonly min_bet_amount: number
  readonly first_bet_minimum: number
  readonly later_bet_minimum: number
  readonly max_bet_amount: number
  readonly max_daily_bets: number
  readonly max_payout: number
  readonly bonus_min_odds: number
  readonly betting_enabled: boolean
  readonly maintenance_mode: boolean
  readonly settlement_rulebook: Rulebook
}

export type ExpectedGame = {
  readonly id: string
  readonly state: Timeline<'open' | 'suspended' | 'closed'>
  /** The number of changes of its base odds. */
  readonly prices: Timeline<number>
  firstLiveAt: Date | null
  /** The time from which settlement may act on the result; null without a result. */
  endsFrom: number | null
  ending: Ending | null
  /** When the ending was confirmed. */
  endedBy: number | null
  /** The time from which the result may be corrected; null once the correction was observed. */
  correctedFrom: number | null
}

export type ExpectedTicket = {
  readonly id: string
  readonly createdAt: Date
  /** The joint odds of a combination are read with the terms. */
  games: readonly ModelGame[]
  /** Null until the stored ticket was read. */
  terms: Terms | null
  readonly stake: bigint
  readonly potentialWin: bigint
  readonly served: Ticket
  /** An accepted offer under check, for a part of the stake or all that is left. */
  checking: { readonly offer: bigint; readonly part: bigint | null } | null
  /** The stake that partial cash-outs have ended, and what they paid. */
  cashedStake: bigint
  cashedOut: bigint
  /** Null while the ticket is pending, as of the last observation. */
  end: { readonly status: RuledEnd['status'] | 'cashout'; readonly payout: bigint } | null
}

export type ExpectedPlayer = {
  readonly id: string
  readonly account: Timeline<'active' | 'suspended'>
  /** Confirmed money. */
  balance: bigint
  /** Deposits that may have arrived already. */
  coming: bigint
  validTickets: number
  /** Tickets that were cashed out before or after their start. */
  unclear: string[]
  readonly tickets: ExpectedTicket[]
  /** Bets placed per day, by the day in Kampala. */
  readonly placed: Map<string, number>
}

export type BetRequest = {
  readonly player: ExpectedPlayer
  readonly stake: number
  readonly legs: readonly (Leg & {
    readonly gameId: string | undefined
    readonly category: string
    readonly odds: number
  })[]
  /** `any`: accepts every price; `seen`: the last price read; `excessive`: far above. */
  readonly style: 'any' | 'seen' | 'excessive'
  /** For `seen`: when the price was read. */
  readonly lookedAt: number
}

export const hundredths = (amount: number): bigint => BigInt(Math.round(amount * 100))
const KAMPALA_MS = 3 * 3_600_000
export const dayOf = (time: Date): string => new Date(time.getTime() + KAMPALA_MS).toISOString().slice(0, 10)

/** The stake that is still on the ticket. */
export const stakeLeftOf = ({ stake, cashedStake }: Pick<ExpectedTicket, 'stake' | 'cashedStake'>): bigint =>
  stake - cashedStake

/** The expected state of the product, and the responses that it may give. */
export function createExpectedState(initial: ModelSettings) {
  const settings = createTimeline(initial)
  const games = new Map<string, ExpectedGame>()
  const players: ExpectedPlayer[] = []

  const endingFor =
    (ticket: ExpectedTicket) =>
    (gameId: string): Ending | null => {
      const game = games.get(gameId)
      if (game === undefined || game.ending === null) return null
      const isLate = game.firstLiveAt !== null && ticket.createdAt > game.firstLiveAt
      return isLate ? 'void' : game.ending
    }

  /** The final result of a ticket once all known results are applied, for the stake left. */
  function endOfTicket(ticket: ExpectedTicket): RuledEnd {
    if (ticket.terms === null) throw new Error('the stored terms of the ticket are unknown')
    const end = endOf(ticket.games, endingFor(ticket), ticket.terms)
    return { ...end, payout: (end.payout * stakeLeftOf(ticket)) / ticket.stake }
  }

  /**
   * Returns whether every game of the ticket may be over. The ticket may then have been paid or voided since the last
   * observation.
   */
  const isTouched = (ticket: ExpectedTicket): boolean =>
    ticket.end === null && ticket.games.every((game) => games.get(game.gameId)?.endsFrom !== null)

  /** Returns whether the ticket has ended and may have been resettled since (D21). */
  const isUncertain = (ticket: ExpectedTicket): boolean =>
    ticket.end !== null &&
    ticket.end.status !== 'cashout' &&
    ticket.games.some((game) => (games.get(game.gameId)?.correctedFrom ?? null) !== null)

  /** The lowest and highest possible balance of a player while other bets are in progress. */
  function funds(player: ExpectedPlayer, alongside: bigint): { least: bigint; most: bigint } {
    let least = player.balance - alongside
    let most = player.balance + player.coming
    for (const ticket of player.tickets) {
      if (isUncertain(ticket)) least -= ticket.end?.payout ?? 0n
      if (ticket.checking !== null || isTouched(ticket) || isUncertain(ticket)) {
        most += ticket.potentialWin
      }
    }
    return { least, most }
  }

  /** The number of valid tickets of a player. A void ticket no longer counts. */
  function validTicketRange(player: ExpectedPlayer, others: number): { least: number; most: number } {
    const uncertain = player.tickets.filter(isUncertain).length
    const touched = player.tickets.filter(isTouched).length
    const unclear = player.unclear.length
    return {
      least: player.validTickets - touched - uncertain - unclear,
      most: player.validTickets + others + uncertain,
    }
  }

  /** Whether a part of a bet has no first-bet minimum: the player has another valid bet, even if one ends now. */
  const hasOtherBets = (player: ExpectedPlayer): boolean => validTicketRange(player, 0).least > 2

  /**
   * All allowed responses to a bet sent at `from` and answered at `to`, while other bets of the player with these
   * stakes were in progress. The rules apply in their order (decision 0029). Each rule may pass, fail, or depend on the
   * values in force in that interval.
   */
  function answersOf(bet: BetRequest, from: number, to: number, others: readonly number[]): Set<string> {
    const possible = new Set<string>()
    /** True if the rule certainly refuses; later rules are then not evaluated. */
    const refuses = (code: string, cases: readonly boolean[]): boolean => {
      if (cases.includes(true)) possible.add(code)
      return cases.length > 0 && !cases.includes(false)
    }
    const { player } = bet
    if (hasFractions(bet.stake)) return new Set(['AMOUNT_TOO_PRECISE', ...accountRefusals(player, from, to)])
    const isSuspended = player.account.seen(from, to).map((status) => status === 'suspended')
    if (isSuspended.includes(true)) for (const code of REFUSED_ACCOUNT) possible.add(code)
    if (!isSuspended.includes(false)) return possible

    const stake = hundredths(bet.stake)
    const alongside = others.reduce((sum, other) => sum + hundredths(other), 0n)
    const inForce = settings.seen(from, to)
    const { least, most } = funds(player, alongside)
    const earlierTickets = validTicketRange(player, others.length)
    const isFirst = [...(earlierTickets.least <= 0 ? [true] : []), ...(earlierTickets.most > 0 ? [false] : [])]
    const today = player.placed.get(dayOf(new Date())) ?? 0
    const rules: readonly (readonly [string, readonly boolean[]])[] = [
      ['MAINTENANCE', inForce.map((set) => set.maintenance_mode)],
      ['BETTING_DISABLED', inForce.map((set) => !set.betting_enabled)],
      ['NO_SELECTIONS', [bet.legs.length === 0]],
      ['TOO_MANY_SELECTIONS', [bet.legs.length > 45]],
      ['STAKE_NOT_POSITIVE', [stake <= 0n]],
      ['INVALID_STAKE', inForce.map((set) => bet.stake < set.min_bet_amount)],
      [
        'STAKE_BELOW_MINIMUM',
        inForce.flatMap((set) =>
          isFirst.map(
            (first) => bet.stake < Math.max(first ? set.first_bet_minimum : set.later_bet_minimum, set.min_bet_amount),
          ),
        ),
      ],
      ['STAKE_ABOVE_MAXIMUM', inForce.map((set) => bet.stake > set.max_bet_amount)],
      [
        'DAILY_BET_LIMIT',
        inForce.flatMap((set) => [today >= set.max_daily_bets, today + others.length >= set.max_daily_bets]),
      ],
      ['NEGATIVE_BALANCE', [least < 0n, most < 0n]],
      ['INSUFFICIENT_BALANCE', [stake > least, stake > most]],
    ]
    for (const [code, cases] of rules) if (refuses(code, cases)) return possible
    for (const leg of bet.legs) {
      const game = leg.gameId === undefined ? undefined : games.get(leg.gameId)
      if (refuses('GAME_MISSING', [game === undefined])) return possible
      const states = game?.state.seen(from, to) ?? []
      if (states.includes('suspended')) possible.add('MARKET_UNAVAILABLE')
      if (states.includes('closed')) possible.add('GAME_CLOSED')
      if (!states.includes('open')) return possible
      if (refuses('MARKET_UNAVAILABLE', unpriced(leg, game, bet.lookedAt, to))) return possible
    }
    for (const legs of Map.groupBy(bet.legs, (leg) => leg.gameId).values()) {
      if (legs.length === 1) continue
      if (refuses('SAME_CATEGORY', [new Set(legs.map((leg) => leg.category)).size < legs.length])) return possible
      const rulebooks = inForce.map((set) => set.settlement_rulebook)
      if (
        refuses(
          'IMPOSSIBLE_COMBINATION',
          rulebooks.map((rulebook) => !canAllWin(legs, rulebook)),
        )
      )
        return possible
      // Joint odds may exceed the limit or be missing.
      for (const code of ['COMBINATION_TOO_LARGE', 'MARKET_UNAVAILABLE', 'IMPOSSIBLE_COMBINATION']) {
        if (legs.reduce((odds, leg) => odds * leg.odds, 1) > RARE_ODDS || legs.length > 6) possible.add(code)
      }
    }
    if (
      refuses(
        'ODDS_CHANGED',
        bet.style === 'any' ? [false] : bet.style === 'excessive' && !isRepriced(bet, to) ? [true] : [true, false],
      )
    )
      return possible
    return possible.add('ACCEPTED')
  }

  /** With other base odds or another rulebook, even an `excessive` price may be offered. */
  const isRepriced = (bet: BetRequest, to: number): boolean =>
    new Set(settings.seen(bet.lookedAt, to).map((set) => set.settlement_rulebook)).size > 1 ||
    bet.legs.some((leg) => (games.get(leg.gameId ?? '')?.prices.seen(bet.lookedAt, to).length ?? 0) > 1)

  /**
   * A price near the floor or a clamp appears and disappears with the movement; other base odds may lock any price
   * (D16).
   */
  function unpriced(
    leg: BetRequest['legs'][number],
    game: ExpectedGame | undefined,
    lookedAt: number,
    to: number,
  ): boolean[] {
    if (leg.market === UNKNOWN_MARKET) return [true]
    const isNearFloor = leg.odds < 1.15 || (leg.market.includes('over_under') && leg.odds < 1.75)
    const isMoved = (game?.prices.seen(lookedAt, to).length ?? 0) > 1
    return isNearFloor || isMoved ? [true, false] : [false]
  }

  /** Accepts a bet: debits the stake and stores the ticket. */
  function acceptBet(player: ExpectedPlayer, served: Ticket, modelGames: readonly ModelGame[]): ExpectedTicket {
    const ticket: ExpectedTicket = {
      id: served.id,
      createdAt: new Date(served.createdAt),
      games: modelGames,
      terms: null,
      stake: hundredths(served.totalStake),
      potentialWin: hundredths(served.potentialWin),
      served,
      checking: null,
      cashedStake: 0n,
      cashedOut: 0n,
      end: null,
    }
    player.tickets.push(ticket)
    player.balance -= ticket.stake
    player.validTickets += 1
    const day = dayOf(ticket.createdAt)
    player.placed.set(day, (player.placed.get(day) ?? 0) + 1)
    return ticket
  }

  /** Reverses the result of a ticket. */
  function reopen(player: ExpectedPlayer, ticket: ExpectedTicket): void {
    if (ticket.end === null) return
    player.balance -= ticket.end.payout
    if (ticket.end.status === 'void') player.validTickets += 1
    ticket.end = null
  }

  /**
   * A ticket cashed out before its start does not count as a first bet. `inPlay` is null where the model cannot know
   * which came first; the next inspection reads it.
   */
  function cashOut(player: ExpectedPlayer, ticket: ExpectedTicket, paid: bigint, inPlay: boolean | null): void {
    reopen(player, ticket)
    ticket.checking = null
    ticket.end = { status: 'cashout', payout: paid }
    player.balance += paid
    if (inPlay === false) player.validTickets -= 1
    if (inPlay === null) player.unclear.push(ticket.id)
  }

  /** A part of the stake left is cashed out. A reopened ticket was open at that time. */
  function cashOutPart(player: ExpectedPlayer, ticket: ExpectedTicket, stake: bigint, paid: bigint): void {
    reopen(player, ticket)
    ticket.checking = null
    ticket.cashedStake += stake
    ticket.cashedOut += paid
    player.balance += paid
  }

  /** Settles the ticket by the rules. */
  function settle(player: ExpectedPlayer, ticket: ExpectedTicket, end: RuledEnd): void {
    if (end.status === 'pending') throw new Error('a pending ticket has no end')
    reopen(player, ticket)
    ticket.end = end
    player.balance += end.payout
    if (end.status === 'void') player.validTickets -= 1
  }

  return {
    settings,
    games,
    players,
    answersOf,
    funds,
    hasOtherBets,
    endOfTicket,
    isTouched,
    isUncertain,
    acceptBet,
    cashOut,
    cashOutPart,
    settle,
    reopen,
  }
}

export type ExpectedState = ReturnType<typeof createExpectedState>

export const UNKNOWN_MARKET = 'first_to_yawn'
const RARE_ODDS = 60
const REFUSED_ACCOUNT = ['ACCOUNT_SUSPENDED', 'NOT_AUTHENTICATED']

const accountRefusals = (player: ExpectedPlayer, from: number, to: number): readonly string[] =>
  player.account.seen(from, to).includes('suspended') ? REFUSED_ACCOUNT : []
const hasFractions = (amount: number): boolean => Math.abs(amount * 100 - Math.round(amount * 100)) > 1e-6

/** A finished match in the oracle's format. */
export const lineOf = (home: number, away: number, halfHome: number, halfAway: number): RecordedLine => ({
  FTHG: String(home),
  FTAG: String(away),
  HTHG: String(halfHome),
  HTAG: String(halfAway),
})
