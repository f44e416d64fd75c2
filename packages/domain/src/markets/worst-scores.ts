import { settlerOf } from './settle.ts'
import type { Settler } from './settler.ts'
import { type MatchProgress, NOT_STARTED, reachableScores, resultsWithScore } from './reachable-results.ts'
import { MARKET_TABLE } from './table.ts'
import { STAKE_SPLITS } from './stake-split.ts'
import type { MarketId, MatchResult, Rulebook, Settlement } from './types.ts'

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

/**
 * Returns the maximum payout of a game's open tickets for each final score that the match can still end with, assuming
 * that all other legs win. It considers every combination of half-time score, first goal and qualifier that is possible
 * with the score. A goalscorer bet pays for every score with a goal.
 */
export function payoutsByScore(
  claims: readonly OpenPayout[],
  progress: MatchProgress = NOT_STARTED,
): readonly ScorePayout[] {
  const outcomes = rememberedOutcomes()
  const rules = claims.map((claim) => ruleOf(claim, outcomes)).filter(({ settlers }) => settlers.length > 0)
  const byScore = rules.filter(({ needs }) => needs.size === 0)
  const others = rules.filter(({ needs }) => needs.size > 0)
  const needed = new Set(others.flatMap(({ needs }) => [...needs]))
  const sumFor = (of: readonly Rule[], result: MatchResult): bigint =>
    of.reduce((sum, { claim, settlers }) => sum + paidBy(settlementOf(settlers, result), claim), 0n)
  return reachableScores(progress).map(({ home, away }) => {
    const scoreOnly: MatchResult = { sport: 'soccer', home, away }
    const results = others.length === 0 ? [] : resultsWithScore(scoreOnly, progress, needed)
    const highest = results.reduce((worst, way) => {
      const sum = sumFor(others, way)
      return sum > worst ? sum : worst
    }, 0n)
    return { home, away, payout: sumFor(byScore, scoreOnly) + highest }
  })
}

/** The highest payout of the final scores; null if no final score is left. */
export const highestPayout = (scores: readonly ScorePayout[]): ScorePayout | null =>
  scores.reduce<ScorePayout | null>(
    (worst, each) => (worst === null || each.payout > worst.payout ? each : worst),
    null,
  )

/**
 * The highest payout of the final scores with which a selection wins; null if it can no longer win. The market must
 * depend on the final score alone.
 */
export function highestPayoutIf(
  { market, selection }: OpenPayout['legs'][number],
  rulebook: Rulebook,
  scores: readonly ScorePayout[],
): ScorePayout | null {
  const settler = settlerOf(market, selection, rulebook)
  if (settler === null) return null
  return highestPayout(
    scores.filter(({ home, away }) => ['won', 'half-won'].includes(settler({ sport: 'soccer', home, away }))),
  )
}

type Need = 'halves' | 'first goal' | 'qualifier'

/**
 * What a market depends on besides the final score. Goalscorer markets count by score, because any goal may be the
 * player's.
 */
function needOf(market: MarketId): Need | null {
  const { decidedBy } = MARKET_TABLE[market]
  return decidedBy === 'winner' || decidedBy === 'score' || decidedBy === 'scorers' ? null : decidedBy
}

type Rule = { readonly claim: OpenPayout; readonly settlers: readonly Settler[]; readonly needs: ReadonlySet<Need> }
type SettlerFor = (leg: OpenPayout['legs'][number], rulebook: Rulebook) => Settler | null

/** Many tickets have the same selections, so each selection is settled once per result. */
function rememberedOutcomes(): SettlerFor {
  const known = new Map<string, Settler | null>()
  return ({ market, selection }, rulebook) => {
    const key = `${market} ${rulebook} ${selection}`
    const before = known.get(key)
    if (before !== undefined) return before
    const settler = settlerOf(market, selection, rulebook)
    // A goalless match has no scorer.
    const isScorer = MARKET_TABLE[market].decidedBy === 'scorers'
    const outcomes = new Map<MatchResult, Settlement>()
    const remembered = (result: MatchResult): Settlement => {
      const outcome = outcomes.get(result)
      if (outcome !== undefined || settler === null) return outcome ?? 'lost'
      const settled = isScorer && result.home + result.away === 0 ? 'lost' : settler(result)
      outcomes.set(result, settled)
      return settled
    }
    known.set(key, settler === null ? null : remembered)
    return settler === null ? null : remembered
  }
}

function ruleOf(claim: OpenPayout, settlerFor: SettlerFor): Rule {
  const needs = claim.legs.flatMap(({ market }) => needOf(market) ?? [])
  return { claim, settlers: claim.legs.flatMap((leg) => settlerFor(leg, claim.rulebook) ?? []), needs: new Set(needs) }
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
