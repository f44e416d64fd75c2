import { isWon, type RecordedLine } from '../journeys/match-oracle.ts'

/**
 * A second, independent implementation of the betting rules, written from the specification: the outcome of a leg, the
 * potential payout of a ticket and its payout. Amounts and odds are hundredths.
 */
export type Rulebook = 'house' | 'industry'
export type Leg = { readonly market: string; readonly selection: string }
export type LegOutcome = 'won' | 'lost' | 'void'

export type ModelGame = {
  readonly gameId: string
  /** The leg's odds, or the joint odds of several legs. */
  readonly odds: bigint
  readonly legs: readonly Leg[]
}

export type Terms = {
  readonly stake: bigint
  readonly rulebook: Rulebook
  readonly bonusMinOdds: bigint
  readonly maxPayout: bigint
}

export type TicketOffer = { readonly totalOdds: bigint; readonly bonusPercent: bigint; readonly potentialWin: bigint }
export type End = { readonly status: 'pending' | 'won' | 'lost' | 'void'; readonly payout: bigint }

const letter = (home: number, away: number): string => (home > away ? '1' : home < away ? '2' : 'X')

/** D18: the differences between the two rulebooks in the markets of the model. */
export function legOutcome(line: RecordedLine, { market, selection }: Leg, rulebook: Rulebook): LegOutcome {
  const goals = (column: string): number => Number(line[column])
  if (rulebook === 'industry') {
    const full = letter(goals('FTHG'), goals('FTAG'))
    if (market === 'draw_no_bet') return full === 'X' ? 'void' : full === selection ? 'won' : 'lost'
    if (market === 'ht_ft') {
      return selection === `${letter(goals('HTHG'), goals('HTAG'))}/${full}` ? 'won' : 'lost'
    }
  }
  const won = isWon(line, market, selection)
  if (won === null) throw new Error(`the model cannot decide ${market} ${selection}`)
  return won ? 'won' : 'lost'
}

export function offerOf(games: readonly ModelGame[], terms: Terms): TicketOffer {
  const totalOdds = product(games.map((game) => game.odds))
  const bonusPercent = bonusOf(games, terms)
  return { totalOdds, bonusPercent, potentialWin: payout(totalOdds, bonusPercent, terms) }
}

/** A finished game of a ticket: its line, or `void` (cancelled, or the bet was placed after its start). */
export type Ending = RecordedLine | 'void'

/**
 * The result of a ticket (SETL-04, SETL-07 to SETL-10, SETL-41 to SETL-43, D42). `endingOf` returns null while a game
 * is not over. A void leg removes its game only if it is the only leg there: the model places no combination that a
 * push could split.
 */
export function endOf(games: readonly ModelGame[], endingOf: (gameId: string) => Ending | null, terms: Terms): End {
  const outcomes = games.map((game) => {
    const ending = endingOf(game.gameId)
    if (ending === null) return null
    if (ending === 'void') return 'void'
    const legs = game.legs.map((leg) => legOutcome(ending, leg, terms.rulebook))
    if (legs.includes('lost')) return 'lost'
    if (legs.includes('void') && legs.length > 1) throw new Error('the model bets on no combination with a push')
    return legs.includes('void') ? 'void' : 'won'
  })
  if (outcomes.includes('lost')) return { status: 'lost', payout: 0n }
  if (outcomes.includes(null)) return { status: 'pending', payout: 0n }
  const counted = games.filter((_, at) => outcomes[at] !== 'void')
  if (counted.length === 0) return { status: 'void', payout: terms.stake }
  const promised = bonusOf(games, terms)
  const left = bonusOf(counted, terms)
  const odds = product(counted.map((game) => game.odds))
  return { status: 'won', payout: payout(odds, left < promised ? left : promised, terms) }
}

/** The exact product, rounded down to 0.01 once. */
const product = (odds: readonly bigint[]): bigint =>
  (100n * odds.reduce((all, odd) => all * odd, 1n)) / 100n ** BigInt(odds.length)

function bonusOf(games: readonly ModelGame[], { bonusMinOdds }: Terms): bigint {
  const counting = games.filter((game) => game.odds >= bonusMinOdds).length
  return counting >= 5 ? 5n : counting >= 3 ? 3n : 0n
}

function payout(odds: bigint, percent: bigint, { stake, maxPayout }: Terms): bigint {
  const exact = (stake * odds * (100n + percent)) / 10_000n
  return exact < maxPayout ? exact : maxPayout
}

/** Whether some score lets every leg win. Otherwise the combination is refused (D27). */
export function canAllWin(legs: readonly Leg[], rulebook: Rulebook): boolean {
  return SCORES.some((line) => legs.every((leg) => legOutcome(line, leg, rulebook) === 'won'))
}

const upTo = (most: number): number[] => Array.from({ length: most + 1 }, (_, at) => at)
const SCORES: readonly RecordedLine[] = upTo(12).flatMap((home) =>
  upTo(12).flatMap((away) =>
    upTo(home).flatMap((halfHome) =>
      upTo(away).map((halfAway) => ({
        FTHG: String(home),
        FTAG: String(away),
        HTHG: String(halfHome),
        HTAG: String(halfAway),
      })),
    ),
  ),
)
