import { EXPECTED_OVER, SCORE_SHAPE } from '@mupiira/domain/pricing/calibration.ts'
import type { Calibration } from '@mupiira/domain/pricing/fit.ts'
import { mean } from './algebra.ts'
import { calibrateOver, calibrateShape, modelOf } from './calibrate-shape.ts'
import type { RecordedMatch } from './matches.ts'
import { modelChance } from './outcomes.ts'

export const PRODUCT: Calibration = { expectedOver: EXPECTED_OVER, shape: SCORE_SHAPE }

/** Mean absolute distances from the bookmakers' prices. */
interface Distances {
  readonly over: number
  readonly both: number
  readonly bothWithLine: number
}

const COLUMNS = { over: 'over 2.5', both: 'both score', bothWithLine: 'both, with the line' } as const

/**
 * The distance of prices from the bookmakers': over 2.5 and both-to-score from 1X2 alone, and both-to-score with the
 * totals line. Each league is measured with constants calibrated without it; `worst` is the worst league's distance
 * from 1X2 alone.
 */
export function measureDistances(matches: readonly RecordedMatch[]): Distances & { readonly worst: number } {
  const leagues = [...new Set(matches.map(({ league }) => league))].sort()
  console.log(`\nmean absolute error, left out   ${Object.values(COLUMNS).join('   ')}`)
  const found = leagues.map((league) => {
    const own = matches.filter((match) => match.league === league)
    const errors = errorsOf(own, calibratedWithout(league, matches))
    print(league, meansOf(errors))
    return errors
  })
  const all = meansOf(joined(found))
  print('all, left out', all)
  print("all, with the product's own", meansOf(errorsOf(matches, PRODUCT)))
  const fromOdds = found.map(meansOf).flatMap(({ over, both }) => [over, both])
  return { ...all, worst: Math.max(...fromOdds.filter((error) => !Number.isNaN(error))) }
}

type Errors = Readonly<Record<keyof Distances, number[]>>

function errorsOf(matches: readonly RecordedMatch[], calibration: Calibration): Errors {
  const errors: Errors = { over: [], both: [], bothWithLine: [] }
  for (const match of matches) {
    const { over25, bothScore } = match
    const alone = modelOf({ ...match, over25: null }, calibration)
    if (over25 !== null) errors.over.push(Math.abs(modelChance(alone, 'over_under', 'over_2.5') - over25))
    if (bothScore === null) continue
    errors.both.push(Math.abs(modelChance(alone, 'btts', 'yes') - bothScore))
    if (over25 === null) continue
    errors.bothWithLine.push(Math.abs(modelChance(modelOf(match, calibration), 'btts', 'yes') - bothScore))
  }
  return errors
}

const joined = (errors: readonly Errors[]): Errors => ({
  over: errors.flatMap(({ over }) => over),
  both: errors.flatMap(({ both }) => both),
  bothWithLine: errors.flatMap(({ bothWithLine }) => bothWithLine),
})

const meansOf = ({ over, both, bothWithLine }: Errors): Distances => ({
  over: mean(over),
  both: mean(both),
  bothWithLine: mean(bothWithLine),
})

function print(title: string, distances: Distances): void {
  const figures = (['over', 'both', 'bothWithLine'] as const).map((name) =>
    distances[name].toFixed(4).padStart(COLUMNS[name].length),
  )
  console.log(`${title.padEnd(30)}  ${figures.join('   ')}`)
}

/** Constants from the other leagues, or the product's if no other league has prices to calibrate on. */
export function calibratedWithout(league: string, matches: readonly RecordedMatch[]): Calibration {
  const others = matches.filter((match) => match.league !== league && match.over25 !== null && match.bothScore !== null)
  if (others.length < 500) return PRODUCT
  const expectedOver = calibrateOver(others)
  return { expectedOver, shape: calibrateShape(others, expectedOver, SCORE_SHAPE) }
}
