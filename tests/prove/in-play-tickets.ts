import type { MarketId } from '@mupiira/domain/markets/types.ts'
import { inPlayExpectation } from '@mupiira/domain/pricing/in-play.ts'
import type { TestAccount } from '../../apps/server/src/testing/test-accounts.ts'
import { ruledOutcome, type RuleOutcome, type Rulebook } from '../support/market-rules.ts'
import { ruledEnd, type RuledEnd, type RuledTerms } from '../support/ticket-rules.ts'
import type { History } from './in-play-history.ts'

/** A selection with its odds in hundredths. */
export type Leg = {
  readonly gameId: string
  readonly market: MarketId
  readonly selection: string
  readonly odds: bigint
}
export type OddsPolicy = 'none' | 'better' | 'any'

/** A bet with a live game between its request and its decision. */
export type WaitingBet = {
  readonly id: string
  readonly person: Person
  readonly stake: bigint
  readonly policy: OddsPolicy
  readonly legs: readonly Leg[]
  readonly rulebook: Rulebook
  readonly createdAt: number
  readonly decidesAt: number
}

export type ModelTicket = {
  readonly id: string
  readonly person: Person
  readonly createdAt: number
  readonly legs: readonly Leg[]
  readonly rulebook: Rulebook
  readonly terms: RuledTerms
  cashedStake: bigint
  cashedOut: bigint
  status: RuledEnd['status'] | 'cashout'
  payout: bigint
  /** The automatic cashout that the player has set. */
  rule: { readonly target: bigint; readonly percent: number; readonly setAt: number } | null
  /** When an automatic cashout was last refused. */
  refusedAt: number
}

export type Person = {
  readonly account: TestAccount
  /** Hundredths of a shilling. */
  balance: bigint
  held: bigint
  readonly tickets: ModelTicket[]
  readonly waiting: Set<string>
  readonly sent: SentBet[]
}
/** A bet that was answered, to be repeated under its key. */
export type SentBet = { readonly key: string; readonly body: object; readonly status: number; readonly text: string }

export const stakeLeftOf = ({ terms, cashedStake }: Pick<ModelTicket, 'terms' | 'cashedStake'>): bigint =>
  terms.stake - cashedStake

/** The end of a ticket by the rules, for the stake left, with the results that are known at a time. */
export function endOf(ticket: ModelTicket, history: History, at: number): RuledEnd {
  const games = ticket.legs.map((leg) => ({ odds: leg.odds, outcomes: [outcomeOf(leg, ticket.rulebook, history, at)] }))
  const end = ruledEnd(games, ticket.terms)
  return { ...end, payout: (end.payout * stakeLeftOf(ticket)) / ticket.terms.stake }
}

/** The outcome of a selection by the rules, with the result that is known at a time. */
export function outcomeOf(
  { gameId, market, selection }: Leg,
  rulebook: Rulebook,
  history: History,
  at: number,
): RuleOutcome {
  const result = history.resultAt(gameId, at)
  if (result === null) return 'undecided'
  return result === 'void' ? 'void' : ruledOutcome(result, market, selection, rulebook)
}

type Chances = { readonly win: number; readonly returned: number }

/** The chances of a selection under the model of its game, given what the product had received. */
export function chancesOf(leg: Omit<Leg, 'odds'>, rulebook: Rulebook, history: History, at: number): Chances {
  const { params } = history.of(leg.gameId).match
  const pick = { market: leg.market, selectionId: leg.selection }
  const expectation = inPlayExpectation(params, [pick], rulebook, history.stateAt(leg.gameId, at))
  if (expectation === null) throw new Error(`${leg.market} ${leg.selection} has no probability`)
  return { win: expectation([true]), returned: expectation([false]) }
}

/** The odds at which a bet on the selection returns its stake on average. */
export function fairOdds(leg: Omit<Leg, 'odds'>, rulebook: Rulebook, history: History, at: number): number {
  const { win, returned } = chancesOf(leg, rulebook, history, at)
  return (1 - returned) / win
}

/** The mean return of one unit on the ticket, with the results and the states that are known at a time. */
export function fairReturn({ legs, rulebook }: ModelTicket, history: History, at: number): number {
  return legs.reduce((product, leg) => {
    const odds = Number(leg.odds) / 100
    switch (outcomeOf(leg, rulebook, history, at)) {
      case 'won':
        return product * odds
      case 'lost':
        return 0
      case 'void':
        return product
      case 'half-won':
        return (product * (odds + 1)) / 2
      case 'half-lost':
        return product / 2
      case 'undecided': {
        const { win, returned } = chancesOf(leg, rulebook, history, at)
        return product * (win * odds + returned)
      }
    }
  }, 1)
}
