import { type MatchFacts, RULED_MARKETS, ruledOutcome } from '../support/market-rules.ts'
import { ruledEnd, ruledOffer } from '../support/ticket-rules.ts'

/** Settles a selection from the line of a recorded season alone, by the rules page (`market-rules.ts`). */
export type RecordedLine = Readonly<Record<string, string>>

/** The facts in a line. It names no scorers and no first goal. */
export const factsOf = (line: RecordedLine): MatchFacts => ({
  home: goals(line, 'FTHG'),
  away: goals(line, 'FTAG'),
  halfTime: { home: goals(line, 'HTHG'), away: goals(line, 'HTAG') },
  firstGoal: null,
  scorers: null,
  players: null,
  goesThrough: null,
})

/** Whether the selection wins under the `house` rulebook. Null if the line does not determine it. */
export function isWon(line: RecordedLine, market: string, selection: string): boolean | null {
  const outcome = ruledOutcome(factsOf(line), market, selection, 'house')
  return outcome === 'undecided' ? null : outcome === 'won'
}

/** The markets that a line determines: all except those on a player's name or the next round. */
export const DECIDABLE_MARKETS = RULED_MARKETS.filter((market) => !['anytime_scorer', 'to_qualify'].includes(market))

export type OracleGame = {
  readonly gameId: string
  /** The odds of this game in the total: the leg's odds, or the joint odds of several legs. */
  readonly odds: number
  readonly legs: readonly { readonly market: string; readonly selection: string }[]
}

export type OracleTerms = { readonly stake: number; readonly bonusMinOdds: number; readonly maxPayout: number }

export type Decision = {
  readonly status: 'won' | 'lost' | 'void'
  readonly payout: number
  readonly totalOdds: number
  readonly bonusPercentage: number
  readonly potentialWin: number
}

/** The expected result of a ticket. `lineOf` returns the line of a game, or null for a game that never ended. */
export function decisionOf(
  games: readonly OracleGame[],
  lineOf: (gameId: string) => RecordedLine | null,
  { stake, bonusMinOdds, maxPayout }: OracleTerms,
): Decision {
  const terms = {
    stake: hundredths(stake),
    bonusMinOdds: hundredths(bonusMinOdds),
    maxPayout: hundredths(maxPayout),
  }
  const offer = ruledOffer(
    games.map(({ odds }) => hundredths(odds)),
    terms,
  )
  const { status, payout } = ruledEnd(
    games.map(({ gameId, odds, legs }) => {
      const line = lineOf(gameId)
      const facts = line === null ? null : factsOf(line)
      return {
        odds: hundredths(odds),
        outcomes: legs.map(({ market, selection }) =>
          facts === null ? 'void' : ruledOutcome(facts, market, selection, 'house'),
        ),
      }
    }),
    terms,
  )
  if (status === 'pending') throw new Error('a line does not determine a leg of the ticket')
  return {
    status,
    payout: fromHundredths(payout),
    totalOdds: fromHundredths(offer.totalOdds),
    bonusPercentage: Number(offer.bonusPercent),
    potentialWin: fromHundredths(offer.payout),
  }
}

export const hundredths = (amount: number): bigint => BigInt(Math.round(amount * 100))
export const fromHundredths = (amount: bigint): number => Number(amount) / 100

function goals(line: RecordedLine, column: string): number {
  const cell = line[column] ?? ''
  if (!/^\d+$/.test(cell)) throw new Error(`the line of ${line['HomeTeam']} has no ${column}`)
  return Number(cell)
}
