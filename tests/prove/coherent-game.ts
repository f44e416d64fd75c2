import { MARKETS, selectionIdsOf } from '@mupiira/domain/markets/catalogue.ts'
import { settlerOf } from '@mupiira/domain/markets/settle.ts'
import type { GameForMarkets, Outcome, Player, Rulebook } from '@mupiira/domain/markets/types.ts'
import { fitModel } from '@mupiira/domain/pricing/fit.ts'
import { fairMatch } from '@mupiira/domain/pricing/margin.ts'
import { favouriteOf } from '@mupiira/domain/pricing/price-game.ts'
import { playOffShare } from '@mupiira/domain/pricing/probability.ts'
import { scoringOf } from '@mupiira/domain/pricing/scorers.ts'
import { AWAY_GOALS, CELLS, GRID_SIDE, HOME_GOALS, scoresOf } from '@mupiira/domain/pricing/score-grid.ts'
import { allScenarios } from '@mupiira/domain/pricing/scenarios.ts'
import type { MatchOdds, Pick, ScoreParams } from '@mupiira/domain/pricing/types.ts'
import fc from 'fast-check'

// A soccer game for the coherence tests: every possible scenario, and the outcome of each selection in it.

export const RULEBOOKS: readonly Rulebook[] = ['house', 'industry']

const PLAYERS: readonly Player[] = [
  { id: 'h9', name: '', side: 'home', scoring: { share: 0.35, quotedHundredths: 100_000 } },
  { id: 'h4', name: '', side: 'home', scoring: { share: 0.02, quotedHundredths: 100_000 } },
  { id: 'a9', name: '', side: 'away', scoring: { share: 0.6, quotedHundredths: 100_000 } },
  { id: 'a12', name: '', side: 'away', scoring: { share: 0.1, quotedHundredths: 100_000 } },
]

export const gameOf = (params: ScoreParams): GameForMarkets => ({
  sport: 'soccer',
  homeTeam: 'Vipers',
  awayTeam: 'KCCA',
  knockout: true,
  favourite: favouriteOf(params),
  players: PLAYERS,
  drawPossible: true,
})

/** Every selection of any soccer game, handicaps of both sides included. */
export const EVERY_PICK: readonly Pick[] = MARKETS.flatMap(({ id: market }) => {
  const game = { sport: 'soccer', homeTeam: '', awayTeam: '', knockout: true, players: PLAYERS, drawPossible: true }
  const ids = (['home', 'away'] as const).flatMap((favourite) =>
    selectionIdsOf(market, { ...game, favourite } as GameForMarkets),
  )
  return [...new Set(ids)].map((selectionId) => ({ market, selectionId }))
})

/** Decimal odds of a bookmaker, with a margin, for even to lopsided games. Some include a totals line. */
export const bookmakersOdds: fc.Arbitrary<MatchOdds> = fc
  .record({
    home: fc.double({ min: -3, max: 3, noNaN: true }),
    draw: fc.double({ min: -1.2, max: 0.4, noNaN: true }),
    over: fc.option(fc.double({ min: -1.6, max: 1.8, noNaN: true }), { nil: null }),
    marginPercent: fc.integer({ min: 0, max: 12 }),
  })
  .map(({ home, draw, over, marginPercent }) => {
    const weights = [Math.exp(home), Math.exp(draw), 1]
    const sum = weights.reduce((a, b) => a + b, 0)
    const priced = (p: number): number => Math.max(1.01, Math.round(100 / (p * (1 + marginPercent / 100))) / 100)
    const [h = 0, d = 0, a = 0] = weights.map((weight) => priced(weight / sum))
    if (over === null) return { home: h, draw: d, away: a }
    const p = 1 / (1 + Math.exp(-over))
    return { home: h, draw: d, away: a, over25: priced(p), under25: priced(1 - p) }
  })

export function modelFrom(odds: MatchOdds): ScoreParams {
  const fair = fairMatch(odds)
  const params = fair.ok ? fitModel(fair.value) : null
  if (params?.kind !== 'score') throw new Error('odds of soccer have a score model')
  return params
}

/**
 * The weight of every scenario under a model. If a side has more than `highest` goals, the weight moves to the score
 * with two or four fewer goals of this side, which has the same outcome in nearly every market.
 */
export function scenarioWeights(params: ScoreParams, highest = Infinity): Float64Array {
  const scores = new Float64Array(CELLS)
  scoresOf(params).forEach((p, cell) => {
    const to = lowered(HOME_GOALS[cell] as number, highest) * GRID_SIDE + lowered(AWAY_GOALS[cell] as number, highest)
    scores[to] = (scores[to] as number) + p
  })
  const home = playOffShare(params)
  return Float64Array.from(
    allScenarios(),
    ({ cell, weight, playOff }) =>
      (scores[cell] as number) * weight * (playOff === null ? 1 : playOff === 'home' ? home : 1 - home),
  )
}

/** Tests of every score use scores up to 9–9. */
export const HIGHEST_SCORE = 9

const lowered = (goals: number, highest: number): number => (goals > highest ? lowered(goals - 2, highest) : goals)

/** The outcomes. The code of an outcome is its index in this list. */
export const OUTCOMES: readonly Outcome[] = ['lost', 'won', 'void', 'half-won', 'half-lost']
const cached = new Map<string, Uint8Array>()

/** The outcome code of a selection in every scenario, by its settlement rule. For scorers see `chanceToScore`. */
export function outcomesOf({ market, selectionId }: Pick, rulebook: Rulebook): Uint8Array {
  const key = `${rulebook} ${market} ${selectionId}`
  const known = cached.get(key)
  if (known !== undefined) return known
  const settle = settlerOf(market, selectionId, rulebook)
  if (settle === null) throw new Error(`no selection ${key}`)
  const codes = Uint8Array.from(allScenarios(), ({ result }) => {
    const code = OUTCOMES.indexOf(settle(result) as Outcome)
    if (code === -1) throw new Error(`${key} is undecided in ${JSON.stringify(result)}`)
    return code
  })
  cached.set(key, codes)
  return codes
}

const distinctByRulebook = new Map<Rulebook, readonly number[]>()

/** Distinct scenarios up to 9–9. Two scenarios in which every selection has the same outcome are equal for any bet. */
export function distinctScenarios(rulebook: Rulebook): readonly number[] {
  const known = distinctByRulebook.get(rulebook)
  if (known !== undefined) return known
  const evaluated = EVERY_PICK.filter(({ market }) => market !== 'anytime_scorer').map((pick) =>
    outcomesOf(pick, rulebook),
  )
  const seen = new Map<string, number>()
  allScenarios().forEach(({ result }, scenario) => {
    if (Math.max(result.home, result.away) > HIGHEST_SCORE) return
    const key = evaluated.map((outcomes) => outcomes[scenario]).join(' ')
    if (!seen.has(key)) seen.set(key, scenario)
  })
  const outcomeCases = [...seen.values()]
  distinctByRulebook.set(rulebook, outcomeCases)
  return outcomeCases
}

/**
 * The probability that a player scores in each scenario: the player scores each goal of the team with a probability
 * equal to the player's share.
 */
function chanceToScore(playerId: string): Float64Array {
  const scoring = scoringOf(playerId, PLAYERS)
  if (scoring === null) throw new Error(`no player ${playerId}`)
  return Float64Array.from(allScenarios(), ({ result }) => 1 - (1 - scoring.share) ** result[scoring.side])
}

/** The joint outcomes of selections of one game, with their probabilities. */
export function jointOutcomes(
  picks: readonly Pick[],
  rulebook: Rulebook,
  weights: Float64Array,
): readonly { readonly outcomes: readonly Outcome[]; readonly probability: number }[] {
  const sums = new Map<number, number>()
  const add = (key: number, weight: number): void => void sums.set(key, (sums.get(key) ?? 0) + weight)
  const chances = picks.map(({ market, selectionId }) =>
    market === 'anytime_scorer' ? chanceToScore(selectionId) : null,
  )
  const codes = picks.map((pick, at) => (chances[at] === null ? outcomesOf(pick, rulebook) : null))
  const scorer = chances.find((chance) => chance !== null)
  for (let scenario = 0; scenario < weights.length; scenario += 1) {
    const weight = weights[scenario] as number
    if (weight === 0) continue
    const keyIf = (scored: 0 | 1): number =>
      codes.reduce<number>(
        (key, code) => key * OUTCOMES.length + (code === null ? scored : (code[scenario] as number)),
        0,
      )
    const chance = scorer === undefined ? 1 : (scorer[scenario] as number)
    add(keyIf(1), weight * chance)
    if (chance < 1) add(keyIf(0), weight * (1 - chance))
  }
  return [...sums].map(([key, probability]) => ({ outcomes: decoded(key, picks.length), probability }))
}

const decoded = (key: number, legs: number): readonly Outcome[] =>
  Array.from(
    { length: legs },
    (_, at) => OUTCOMES[Math.floor(key / OUTCOMES.length ** (legs - 1 - at)) % OUTCOMES.length] as Outcome,
  )
