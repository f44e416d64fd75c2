import { factsOf, type RecordedLine } from '../journeys/match-oracle.ts'
import { type MatchFacts, ruledOutcome, type RuleOutcome, type Rulebook } from '../support/market-rules.ts'
import { ruledEnd, type RuledEnd, ruledOffer, type RuledTerms } from '../support/ticket-rules.ts'

/**
 * The betting rules of the model, by the rules page (`market-rules.ts`, `ticket-rules.ts`): the outcome of a leg, the
 * potential payout of a ticket and its payout. Amounts and odds are hundredths.
 */
export type Leg = { readonly market: string; readonly selection: string }

export type ModelGame = {
  readonly gameId: string
  /** The leg's odds, or the joint odds of several legs. */
  readonly odds: bigint
  readonly legs: readonly Leg[]
}

export type Terms = RuledTerms & { readonly rulebook: Rulebook }
export type TicketOffer = { readonly totalOdds: bigint; readonly bonusPercent: bigint; readonly potentialWin: bigint }

/** The outcome of a leg in a recorded match. The model bets on no market that a line does not determine. */
export const legOutcome = (line: RecordedLine, leg: Leg, rulebook: Rulebook): RuleOutcome =>
  outcomeOf(factsOf(line), leg, rulebook)

function outcomeOf(facts: MatchFacts, { market, selection }: Leg, rulebook: Rulebook): RuleOutcome {
  const outcome = ruledOutcome(facts, market, selection, rulebook)
  if (outcome === 'undecided') throw new Error(`the model cannot decide ${market} ${selection}`)
  return outcome
}

export function offerOf(games: readonly ModelGame[], terms: Terms): TicketOffer {
  const { payout, ...offer } = ruledOffer(
    games.map((game) => game.odds),
    terms,
  )
  return { ...offer, potentialWin: payout }
}

/** A finished game of a ticket: its line, or `void` (cancelled, or the bet was placed after its start). */
export type Ending = RecordedLine | 'void'

/**
 * The result of a ticket. `endingOf` returns null while a game is not over. The model places no combination that a void
 * leg could split.
 */
export function endOf(
  games: readonly ModelGame[],
  endingOf: (gameId: string) => Ending | null,
  terms: Terms,
): RuledEnd {
  const ended = games.map(({ gameId, odds, legs }) => {
    const ending = endingOf(gameId)
    const outcomes = legs.map((leg): RuleOutcome => {
      if (ending === null) return 'undecided'
      return ending === 'void' ? 'void' : legOutcome(ending, leg, terms.rulebook)
    })
    return { odds, outcomes }
  })
  return ruledEnd(ended, terms)
}

/** Whether some score lets every leg win. Otherwise the combination is refused (D27). */
export function canAllWin(legs: readonly Leg[], rulebook: Rulebook): boolean {
  return SCORES.some((facts) => legs.every((leg) => outcomeOf(facts, leg, rulebook) === 'won'))
}

const upTo = (most: number): number[] => Array.from({ length: most + 1 }, (_, at) => at)
const UNKNOWN = { firstGoal: null, scorers: null, players: null, goesThrough: null }
const SCORES: readonly MatchFacts[] = upTo(12).flatMap((home) =>
  upTo(12).flatMap((away) =>
    upTo(home).flatMap((halfHome) =>
      upTo(away).map((halfAway) => ({ ...UNKNOWN, home, away, halfTime: { home: halfHome, away: halfAway } })),
    ),
  ),
)
