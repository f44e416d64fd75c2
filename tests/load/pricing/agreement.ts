import type { MatchResult } from '@mupiira/domain/markets/types.ts'
import { AWAY_GOALS, HOME_GOALS, scoresOf } from '@mupiira/domain/pricing/score-grid.ts'
import { halvesOf } from '@mupiira/domain/pricing/scenarios.ts'
import type { HalfTime } from '@mupiira/domain/pricing/scenarios.ts'
import type { ScoreParams } from '@mupiira/domain/pricing/types.ts'
import { seededDraws } from '../../support/seeded.ts'
import type { Draws } from '../../support/seeded.ts'
import { mean } from './algebra.ts'
import type { Bin } from './bins.ts'
import { modelOf } from './calibrate-shape.ts'
import { PRODUCT } from './distances.ts'
import type { RecordedMatch } from './matches.ts'
import { DECIDED_BY_SCORES, drawnFrom, logLoss, marketBins, modelChance } from './outcomes.ts'

/** Ten bins of each market that scores decide, as offered: with the totals line if there is one, under house rules. */
export function measureBins(matches: readonly RecordedMatch[]): { readonly beyond2: number; readonly worst: number } {
  const withoutLine = matches.map((match): RecordedMatch => ({ ...match, over25: null }))
  const models = modelsOf(matches)
  const found = new Map(DECIDED_BY_SCORES.map((id) => [id, marketBins(id, matches, models, 'house')]))
  console.log('\n(observed − predicted) in standard errors, ten bins of equal count, one cluster a match')
  for (const [id, bins] of found) console.log(rowOf(id, bins))
  console.log('under the industry rulebook, where it differs')
  for (const id of ['draw_no_bet', 'ht_ft'] as const)
    console.log(rowOf(id, marketBins(id, matches, models, 'industry')))
  const all = [...found.values()].flat()
  console.log(`from 1X2 alone: ${summaryOf(binsOfAll(withoutLine, modelsOf(withoutLine)))}`)
  console.log(`all markets: ${summaryOf(all)}`)
  return { beyond2: beyond(all, 2) / all.length, worst: Math.max(...all.map(distanceOf)) }
}

/** How often a perfect model would miss the same limits: results are drawn from our prices, once per world. */
export function measureChance(matches: readonly RecordedMatch[], worlds: number): void {
  const models = modelsOf(matches)
  const draws = seededDraws(1)
  const counts = Array.from({ length: worlds }, () => {
    const drawn = matches.map((match, at) => ({ ...match, result: drawnResult(models[at] as ScoreParams, draws) }))
    const bins = binsOfAll(drawn, models)
    console.log(summaryOf(bins))
    return { share: beyond(bins, 2) / bins.length, worst: Math.max(...bins.map(distanceOf)) }
  })
  const within = counts.filter(({ share }) => share <= 0.05).length / worlds
  const below3 = counts.filter(({ worst }) => worst <= 3).length / worlds
  const average = mean(counts.map(({ share }) => share))
  const figures = `mean_beyond_2se=${average.toFixed(4)} within_limit=${within.toFixed(2)} none_beyond_3se=${below3.toFixed(2)}`
  console.log(`RESULT pricing worlds=${worlds} ${figures}`)
}

const modelsOf = (matches: readonly RecordedMatch[]): readonly ScoreParams[] =>
  matches.map((match) => modelOf(match, PRODUCT))

const binsOfAll = (matches: readonly RecordedMatch[], models: readonly ScoreParams[]): readonly Bin[] =>
  DECIDED_BY_SCORES.flatMap((id) => marketBins(id, matches, models, 'house'))

function drawnResult(params: ScoreParams, draws: Draws): MatchResult {
  const cell = drawnFrom(scoresOf(params), draws)
  const [home, away] = [HOME_GOALS[cell] as number, AWAY_GOALS[cell] as number]
  const halves = halvesOf(home, away)
  const index = drawnFrom(
    halves.map(({ weight }) => weight),
    draws,
  )
  return { sport: 'soccer', home, away, halfTime: (halves[index] as HalfTime).halfTime }
}

function rowOf(id: string, ofMarket: readonly Bin[]): string {
  return `  ${id.padEnd(26)} ${ofMarket.map(({ standardErrors }) => standardErrors.toFixed(1).padStart(5)).join('')}`
}

const distanceOf = ({ standardErrors }: Bin): number => Math.abs(standardErrors)
const beyond = (bins: readonly Bin[], errors: number): number => bins.filter((bin) => distanceOf(bin) > errors).length

const summaryOf = (bins: readonly Bin[]): string =>
  `${bins.length} bins, ${beyond(bins, 2)} beyond 2 standard errors, ${beyond(bins, 3)} beyond 3`

/** The excess log loss of our prices over the bookmakers' closing prices, of the market with the highest. */
export function measureLogLoss(matches: readonly RecordedMatch[]): number {
  const withoutLine = matches.map((match): RecordedMatch => ({ ...match, over25: null }))
  console.log('\nlog loss                              ours   bookmakers')
  const compare = (name: string, pairs: readonly (readonly [number, number])[]): number => {
    if (pairs.length === 0) return -Infinity
    const [ours, theirs] = [logLoss(pairs.map(([p]) => p)), logLoss(pairs.map(([, p]) => p))]
    console.log(`${name.padEnd(32)} ${ours.toFixed(5).padStart(9)} ${theirs.toFixed(5).padStart(12)}`)
    return ours - theirs
  }
  const chances = (from: readonly RecordedMatch[], market: '1x2' | 'over_under' | 'btts') =>
    from.flatMap((match, at): (readonly [number, number])[] => {
      const params = modelOf(match, PRODUCT)
      const { fair, bothScore, result } = match
      const { over25 } = matches[at] as RecordedMatch
      const pair = (happened: boolean, ours: number, theirs: number): readonly [number, number] =>
        happened ? [ours, theirs] : [1 - ours, 1 - theirs]
      if (market === 'btts') {
        if (bothScore === null) return []
        return [pair(result.home > 0 && result.away > 0, modelChance(params, 'btts', 'yes'), bothScore)]
      }
      if (market === 'over_under') {
        if (over25 === null) return []
        return [pair(result.home + result.away > 2.5, modelChance(params, 'over_under', 'over_2.5'), over25)]
      }
      const winner = result.home > result.away ? '1' : result.home === result.away ? 'X' : '2'
      return [[modelChance(params, '1x2', winner), { '1': fair.home, X: fair.draw, '2': fair.away }[winner]]]
    })
  return Math.max(
    compare('1X2', chances(matches, '1x2')),
    compare('over 2.5, from 1X2 alone', chances(withoutLine, 'over_under')),
    compare('both score, from 1X2 alone', chances(withoutLine, 'btts')),
    compare('both score, with the line', chances(matches, 'btts')),
  )
}
