import type { RuleOutcome } from './market-rules.ts'

/**
 * The payout of a ticket by a second implementation, written from the rules page and the requirements to check the
 * product's own. Amounts and odds are in hundredths.
 */
export type RuledGame = {
  /** The odds of the leg, or the joint odds of several legs. */
  readonly odds: bigint
  readonly outcomes: readonly RuleOutcome[]
  /** The odds of some of several legs, by position. */
  readonly oddsOf?: (positions: readonly number[]) => bigint
}

export type RuledTerms = { readonly stake: bigint; readonly bonusMinOdds: bigint; readonly maxPayout: bigint }
export type RuledOffer = { readonly totalOdds: bigint; readonly bonusPercent: bigint; readonly payout: bigint }
export type RuledEnd = { readonly status: 'pending' | 'won' | 'lost' | 'void'; readonly payout: bigint }

/** What the ticket promises when it is placed. */
export function ruledOffer(odds: readonly bigint[], terms: RuledTerms): RuledOffer {
  const totalOdds = productOf(odds.map((numerator) => ({ numerator, denominator: 1n })))
  const bonusPercent = bonusOf(odds, terms)
  return { totalOdds, bonusPercent, payout: payoutOf(totalOdds, bonusPercent, terms) }
}

/** The result of a ticket. A void game counts with odds of 1.00, and the bonus is that of the remaining games. */
export function ruledEnd(games: readonly RuledGame[], terms: RuledTerms): RuledEnd {
  const outcomes = games.flatMap((game) => game.outcomes)
  if (outcomes.includes('lost')) return { status: 'lost', payout: 0n }
  if (outcomes.includes('undecided')) return { status: 'pending', payout: 0n }
  if (outcomes.every((outcome) => outcome === 'void')) return { status: 'void', payout: terms.stake }
  const promised = bonusOf(
    games.map(({ odds }) => odds),
    terms,
  )
  const remaining = games.filter((game) => game.outcomes.some((outcome) => outcome !== 'void'))
  const left = bonusOf(
    remaining.map((game) => oddsWithout(game, (outcome) => outcome === 'void')),
    terms,
  )
  const totalOdds = productOf(games.map(returnOf))
  return { status: 'won', payout: payoutOf(totalOdds, left < promised ? left : promised, terms) }
}

type Ratio = { readonly numerator: bigint; readonly denominator: bigint }

/** What a stake of 1 returns, in hundredths. A half outcome settles half of the stake as void. */
function returnOf(game: RuledGame): Ratio {
  const half = game.outcomes.findIndex((outcome) => outcome.startsWith('half'))
  if (half === -1) {
    const isLost = game.outcomes.includes('lost')
    return { numerator: isLost ? 0n : oddsWithout(game, (outcome) => outcome === 'void'), denominator: 1n }
  }
  const as = (outcome: RuleOutcome): Ratio => returnOf({ ...game, outcomes: game.outcomes.with(half, outcome) })
  const [played, returned] = [as(game.outcomes[half] === 'half-won' ? 'won' : 'lost'), as('void')]
  return {
    numerator: played.numerator * returned.denominator + returned.numerator * played.denominator,
    denominator: 2n * played.denominator * returned.denominator,
  }
}

/** The odds of the legs that remain; never above those of all legs. */
function oddsWithout({ odds, outcomes, oddsOf }: RuledGame, isOut: (outcome: RuleOutcome) => boolean): bigint {
  const left = outcomes.flatMap((outcome, position) => (isOut(outcome) ? [] : [position]))
  if (left.length === outcomes.length) return odds
  if (left.length === 0) return 100n
  const some = oddsOf?.(left)
  if (some === undefined) throw new Error('the odds of the remaining legs are missing')
  return some < odds ? some : odds
}

/** The exact product, rounded down to 0.01 once. */
function productOf(odds: readonly Ratio[]): bigint {
  const numerator = odds.reduce((product, each) => product * each.numerator, 100n)
  return numerator / odds.reduce((product, each) => product * each.denominator * 100n, 1n)
}

/** 3 % for three games at or above the minimum odds, 5 % for five. */
function bonusOf(odds: readonly bigint[], { bonusMinOdds }: RuledTerms): bigint {
  const qualifying = odds.filter((each) => each >= bonusMinOdds).length
  return qualifying >= 5 ? 5n : qualifying >= 3 ? 3n : 0n
}

/** Stake × odds with the bonus, rounded down to 0.01 once, at most the maximum payout. */
function payoutOf(totalOdds: bigint, bonusPercent: bigint, { stake, maxPayout }: RuledTerms): bigint {
  const exact = (stake * totalOdds * (100n + bonusPercent)) / 10_000n
  return exact < maxPayout ? exact : maxPayout
}
