import { settlerOf } from './settle.ts'
import type { MarketId, MatchResult, Rulebook, Settlement, Side } from './types.ts'

/** What open tickets have on a selection. Amounts of any unit. */
export type OpenClaim = {
  readonly market: MarketId
  readonly selection: string
  readonly rulebook: Rulebook
  readonly stake: bigint
  /** If everything of theirs wins. */
  readonly payout: bigint
}
export type ScorePayout = { readonly home: number; readonly away: number; readonly payout: bigint }

/** Of either side; higher scores pay what the highest of these do, or less. */
const MOST_GOALS = 5
/** Their selections depend on more of a match than its final score. */
const BEYOND_THE_SCORE: ReadonlySet<MarketId> = new Set([
  ...(['ht_ft', 'half_time_result', 'first_half_over_under', 'highest_scoring_half', 'first_to_score'] as const),
  'to_qualify',
])

/**
 * What the open tickets on a game pay at most for each final score, the other legs of each ticket won: over every way to
 * that score that a bet can tell apart (half-time score, first goal, who goes through). A scorer pays wherever there is a goal.
 */
export function payoutsByScore(claims: readonly OpenClaim[]): ScorePayout[] {
  const rules = claims.flatMap((claim) => {
    const settler = settlerOf(claim.market, claim.selection, claim.rulebook)
    return settler === null ? [] : [{ claim, settler, isBeyond: BEYOND_THE_SCORE.has(claim.market) }]
  })
  const plain = rules.filter(({ isBeyond }) => !isBeyond)
  const beyond = rules.filter(({ isBeyond }) => isBeyond)
  const sumFor = (of: typeof rules, result: MatchResult): bigint =>
    of.reduce((sum, { claim, settler }) => sum + (mayPay(claim, result) ? paidBy(settler(result), claim) : 0n), 0n)
  const scores: ScorePayout[] = []
  for (let home = 0; home <= MOST_GOALS; home++) {
    for (let away = 0; away <= MOST_GOALS; away++) {
      const bare: MatchResult = { sport: 'soccer', home, away }
      const ways = beyond.length === 0 ? [] : waysTo(bare)
      const most = ways.reduce((worst, way) => {
        const sum = sumFor(beyond, way)
        return sum > worst ? sum : worst
      }, 0n)
      scores.push({ home, away, payout: sumFor(plain, bare) + most })
    }
  }
  return scores
}

/** Nobody has scored where there is no goal. */
const mayPay = ({ market }: OpenClaim, { home, away }: MatchResult): boolean =>
  market !== 'anytime_scorer' || home + away > 0

function paidBy(settlement: Settlement, { stake, payout }: OpenClaim): bigint {
  switch (settlement) {
    case 'won':
    case 'undecided':
      return payout
    case 'half-won':
      return (payout + stake) / 2n
    case 'void':
      return stake
    case 'half-lost':
      return stake / 2n
    case 'lost':
      return 0n
  }
}

function waysTo(score: MatchResult): MatchResult[] {
  const ways: MatchResult[] = []
  for (let home = 0; home <= score.home; home++) {
    for (let away = 0; away <= score.away; away++) {
      for (const firstToScore of firstGoals(score, { home, away })) {
        for (const qualifier of ['home', 'away'] as const) {
          ways.push({ ...score, halfTime: { home, away }, firstToScore, qualifier })
        }
      }
    }
  }
  return ways
}

/** Who may have scored first on the way over a half-time score. */
function firstGoals(
  final: Pick<MatchResult, 'home' | 'away'>,
  half: { readonly home: number; readonly away: number },
): readonly (Side | 'none')[] {
  const { home, away } = half.home + half.away > 0 ? half : final
  if (home + away === 0) return ['none']
  return [...(home > 0 ? (['home'] as const) : []), ...(away > 0 ? (['away'] as const) : [])]
}
