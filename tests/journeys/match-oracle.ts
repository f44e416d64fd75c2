/**
 * Settles a selection from the line of a recorded season alone. This is a second, independent implementation of the
 * `house` rulebook, written from the specification to check the product's own rules.
 */
export type RecordedLine = Readonly<Record<string, string>>

/** Whether the selection wins. Null if the line does not determine it (the first scorer when both teams scored). */
export function isWon(line: RecordedLine, market: string, selection: string): boolean | null {
  const home = goals(line, 'FTHG')
  const away = goals(line, 'FTAG')
  const halfHome = goals(line, 'HTHG')
  const halfAway = goals(line, 'HTAG')
  const total = home + away

  switch (market) {
    case '1x2':
      return selection === letter(home, away)
    case 'half_time_result':
      return selection === letter(halfHome, halfAway)
    case 'double_chance':
      return selection.includes(letter(home, away))
    // A draw counts as a win.
    case 'draw_no_bet':
      return home === away || selection === letter(home, away)
    case 'over_under':
      return isOverUnder(selection, total)
    case 'first_half_over_under':
      return isOverUnder(selection, halfHome + halfAway)
    case 'btts':
      return (selection === 'yes') === (home > 0 && away > 0)
    // Only the full-time part decides.
    case 'ht_ft':
      return selection.slice(2) === letter(home, away)
    case 'correct_score':
      return selection === `${home}-${away}`
    // The handicap is added to the selected side. A tie wins.
    case 'asian_handicap': {
      const [side, number] = selection.split('_')
      const lead = side === 'home' ? home - away : away - home
      return lead + Number(number) >= 0
    }
    case 'total_goals': {
      if (selection === '7+') return total >= 7
      const [from, to] = selection.split('-').map(Number)
      return total >= (from ?? 0) && total <= (to ?? 0)
    }
    case 'exact_goals':
      return isCount(selection, total)
    case 'home_total':
      return isCount(selection, home)
    case 'away_total':
      return isCount(selection, away)
    // Decided here only if the score determines it.
    case 'odd_even':
      return selection === (total % 2 === 0 ? 'even' : 'odd')
    // If both teams scored, the score does not determine the first scorer.
    case 'first_to_score': {
      if (home > 0 && away > 0) return null
      return selection === (total === 0 ? 'none' : home > 0 ? 'home' : 'away')
    }
    case 'clean_sheet':
      return isYes(selection, selection.startsWith('home') ? away === 0 : home === 0)
    case 'win_to_nil':
      return isYes(selection, selection.startsWith('home') ? home > 0 && away === 0 : away > 0 && home === 0)
    case 'winning_margin': {
      if (selection === 'draw') return home === away
      const [side, margin] = selection.split('_')
      const lead = side === 'home' ? home - away : away - home
      return lead > 0 && isCount(margin ?? '', lead)
    }
    case 'highest_scoring_half': {
      const first = halfHome + halfAway
      const second = total - first
      return selection === (first > second ? 'first' : first < second ? 'second' : 'equal')
    }
    case '1x2_over_under':
    case '1x2_btts':
    case 'double_chance_over_under': {
      const [left, right] = selection.split('&')
      const both = { '1x2_over_under': ['1x2', 'over_under'], '1x2_btts': ['1x2', 'btts'] } as const
      const [one, other] = market === 'double_chance_over_under' ? ['double_chance', 'over_under'] : both[market]
      return isWon(line, one, left ?? '') === true && isWon(line, other, right ?? '') === true
    }
    default:
      return null
  }
}

/** The markets that a line determines: all except those on a player's name or the next round. */
export const DECIDABLE_MARKETS = [
  ...['1x2', 'double_chance', 'draw_no_bet', 'over_under', 'btts', 'ht_ft', 'correct_score', 'asian_handicap'],
  ...['total_goals', 'exact_goals', 'odd_even', 'home_total', 'away_total', 'first_to_score', 'first_half_over_under'],
  ...['1x2_over_under', '1x2_btts', 'double_chance_over_under', 'clean_sheet', 'win_to_nil', 'winning_margin'],
  ...['half_time_result', 'highest_scoring_half'],
]

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
  terms: OracleTerms,
): Decision {
  const promisedPercent = bonusOf(games, terms)
  const promisedOdds = productOf(games)
  const promised = {
    totalOdds: fromHundredths(promisedOdds),
    bonusPercentage: Number(promisedPercent),
    potentialWin: payoutOf(promisedOdds, promisedPercent, terms),
  }
  const counted = games.filter((game) => lineOf(game.gameId) !== null)
  const isLost = counted.some(({ gameId, legs }) => {
    const line = lineOf(gameId)
    return line !== null && legs.some((leg) => isWon(line, leg.market, leg.selection) === false)
  })
  if (isLost) return { ...promised, status: 'lost', payout: 0 }
  if (counted.length === 0) return { ...promised, status: 'void', payout: terms.stake }
  // Void games count as 1.00. The bonus is that of the remaining games, at most the promised one.
  const percent = bonusOf(counted, terms)
  return {
    ...promised,
    status: 'won',
    payout: payoutOf(productOf(counted), percent < promisedPercent ? percent : promisedPercent, terms),
  }
}

/** Total odds in hundredths: the exact product over the games, rounded down to 0.01 once (D28). */
function productOf(games: readonly OracleGame[]): bigint {
  const exact = games.reduce((product, game) => product * hundredths(game.odds), 1n)
  return (100n * exact) / 100n ** BigInt(games.length)
}

/** The bonus (D19): 3 % for three games at or above the minimum odds, 5 % for five. */
function bonusOf(games: readonly OracleGame[], { bonusMinOdds }: OracleTerms): bigint {
  const counting = games.filter((game) => hundredths(game.odds) >= hundredths(bonusMinOdds)).length
  return counting >= 5 ? 5n : counting >= 3 ? 3n : 0n
}

/** The payout with bonus (D52), rounded down to 0.01 once and capped at the maximum payout. */
function payoutOf(totalOdds: bigint, percent: bigint, { stake, maxPayout }: OracleTerms): number {
  const exact = (hundredths(stake) * totalOdds * (100n + percent)) / 10_000n
  const most = hundredths(maxPayout)
  return fromHundredths(exact > most ? most : exact)
}

export const hundredths = (amount: number): bigint => BigInt(Math.round(amount * 100))
export const fromHundredths = (amount: bigint): number => Number(amount) / 100

function goals(line: RecordedLine, column: string): number {
  const cell = line[column] ?? ''
  if (!/^\d+$/.test(cell)) throw new Error(`the line of ${line['HomeTeam']} has no ${column}`)
  return Number(cell)
}

const letter = (home: number, away: number): string => (home > away ? '1' : home < away ? '2' : 'X')
const isYes = (selection: string, fact: boolean): boolean => selection.endsWith('_yes') === fact
const isCount = (text: string, count: number): boolean =>
  text.endsWith('+') ? count >= Number(text.slice(0, -1)) : count === Number(text)

function isOverUnder(selection: string, count: number): boolean {
  const [side, line] = selection.split('_')
  return side === 'over' ? count > Number(line) : count < Number(line)
}
