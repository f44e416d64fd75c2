import { settlerOf } from './settle.ts'
import type { Settler } from './settler.ts'
import { MARKET_TABLE } from './table.ts'
import { STAKE_SPLITS } from './stake-split.ts'
import type { MarketId, MatchResult, Rulebook, Settlement, Side } from './types.ts'

/** The total of open tickets with the same selections on a game. All selections must win. Amounts can have any unit. */
export type OpenPayout = {
  readonly legs: readonly { readonly market: MarketId; readonly selection: string }[]
  readonly rulebook: Rulebook
  /**
   * True if the tickets have no other games. A void selection then returns the stake; otherwise the other games still
   * win.
   */
  readonly coversWholeTicket: boolean
  readonly stake: bigint
  /** The payout if all legs of the tickets win. */
  readonly payout: bigint
}
export type ScorePayout = { readonly home: number; readonly away: number; readonly payout: bigint }

/** The highest number of goals per side. Of all offered selections, only a team total of 6+ needs more goals. */
const MAX_GOALS = 5
/**
 * Returns the maximum payout of a game's open tickets for each final score, assuming that all other legs win. It
 * considers every combination of half-time score, first goal and qualifier that is possible with the score. A
 * goalscorer bet pays for every score with a goal.
 */
export function payoutsByScore(claims: readonly OpenPayout[]): ScorePayout[] {
  const rules = claims.map(ruleOf).filter(({ settlers }) => settlers.length > 0)
  const byScore = rules.filter(({ needsMore }) => !needsMore)
  const others = rules.filter(({ needsMore }) => needsMore)
  const sumFor = (of: readonly Rule[], result: MatchResult): bigint =>
    of.reduce((sum, { claim, settlers }) => sum + paidBy(settlementOf(settlers, result), claim), 0n)
  const scores: ScorePayout[] = []
  for (let home = 0; home <= MAX_GOALS; home++) {
    for (let away = 0; away <= MAX_GOALS; away++) {
      const scoreOnly: MatchResult = { sport: 'soccer', home, away }
      const results = others.length === 0 ? [] : resultsWithScore(scoreOnly)
      const highest = results.reduce((worst, way) => {
        const sum = sumFor(others, way)
        return sum > worst ? sum : worst
      }, 0n)
      scores.push({ home, away, payout: sumFor(byScore, scoreOnly) + highest })
    }
  }
  return scores
}

/**
 * Returns whether the market depends on more than the final score. Goalscorer markets count by score, because any goal
 * may be the player's.
 */
function needsMoreThanScore(market: MarketId): boolean {
  const { decidedBy } = MARKET_TABLE[market]
  return decidedBy !== 'winner' && decidedBy !== 'score' && decidedBy !== 'scorers'
}

type Rule = { readonly claim: OpenPayout; readonly settlers: readonly Settler[]; readonly needsMore: boolean }

function ruleOf(claim: OpenPayout): Rule {
  const settlers = claim.legs.flatMap(({ market, selection }) => {
    const settler = settlerOf(market, selection, claim.rulebook)
    if (settler === null) return []
    // A goalless match has no scorer.
    const isScorer = MARKET_TABLE[market].decidedBy === 'scorers'
    return [(result: MatchResult) => (isScorer && result.home + result.away === 0 ? 'lost' : settler(result))]
  })
  return { claim, settlers, needsMore: claim.legs.some(({ market }) => needsMoreThanScore(market)) }
}

/**
 * Combines several selections. If one is lost, the result is lost; if all are void, it is void. Otherwise the result is
 * won, which has the highest payout.
 */
function settlementOf(settlers: readonly Settler[], result: MatchResult): Settlement {
  const all = settlers.map((settler) => settler(result))
  if (all.includes('lost')) return 'lost'
  const [first = 'undecided'] = all
  return all.every((each) => each === first) && (all.length === 1 || first === 'void') ? first : 'won'
}

function paidBy(settlement: Settlement, { coversWholeTicket, stake, payout }: OpenPayout): bigint {
  if (settlement !== 'lost' && !coversWholeTicket) return payout
  const { win, returned } = STAKE_SPLITS[settlement === 'undecided' ? 'won' : settlement]
  return (payout * BigInt(win) + stake * BigInt(returned)) / 2n
}

function resultsWithScore(score: MatchResult): MatchResult[] {
  const results: MatchResult[] = []
  for (let home = 0; home <= score.home; home++) {
    for (let away = 0; away <= score.away; away++) {
      for (const firstToScore of firstGoals(score, { home, away })) {
        for (const qualifier of ['home', 'away'] as const) {
          results.push({ ...score, halfTime: { home, away }, firstToScore, qualifier })
        }
      }
    }
  }
  return results
}

/** The sides that can have scored first, given the half-time score. */
function firstGoals(
  final: Pick<MatchResult, 'home' | 'away'>,
  half: { readonly home: number; readonly away: number },
): readonly (Side | 'none')[] {
  const { home, away } = half.home + half.away > 0 ? half : final
  if (home + away === 0) return ['none']
  return [...(home > 0 ? (['home'] as const) : []), ...(away > 0 ? (['away'] as const) : [])]
}
