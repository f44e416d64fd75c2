import { EXPECTED_OVER, HALVES, SCORE_SHAPE } from '@mupiira/domain/pricing/calibration.ts'
import { calibrateHalves, halvesLikelihood } from './calibrate-halves.ts'
import { calibrateOver, calibrateShape, fitness } from './calibrate-shape.ts'
import type { RecordedMatch } from './matches.ts'

const PLAIN_SHAPE = { spread: 1, bothScoreWeight: 0, easing: 0, drawnGoals: 0, homeByOneWeight: 0 }
const PLAIN_HALVES = { logitShare: 0, perGoal: 0, balance: 0, reversal: 0, meanGoals: HALVES.meanGoals }

/**
 * The allowed loss in likelihood against the best constants: half the 95 % bound of chi-square with five degrees of
 * freedom.
 */
const MAX_LOST = 5.5

/**
 * Calibrates the constants of packages/domain/src/pricing/calibration.ts on recorded matches, prints each next to the
 * one in the code, and the loss in likelihood of those in the code. Fails if the matches contradict the code.
 */
export function calibrate(recorded: readonly RecordedMatch[]): void {
  const matches = recorded.filter(
    ({ over25, bothScore, result }) => over25 !== null && bothScore !== null && result.halfTime !== undefined,
  )
  console.log(`${matches.length} matches with all prices and scores`)
  print('EXPECTED_OVER', calibrateOver(matches), EXPECTED_OVER)

  const shape = calibrateShape(matches, EXPECTED_OVER, PLAIN_SHAPE)
  print('SCORE_SHAPE', shape, SCORE_SHAPE)
  const fitnessOf = (constants: typeof shape): number =>
    fitness(matches, { expectedOver: EXPECTED_OVER, shape: constants })
  const ofShape = fitnessOf(shape) - fitnessOf(SCORE_SHAPE)

  const halves = calibrateHalves(matches, PLAIN_HALVES)
  print('HALVES', halves, HALVES)
  const ofHalves = halvesLikelihood(matches, halves) - halvesLikelihood(matches, HALVES)

  console.log(
    `\nThe constants in the code may lose up to ${MAX_LOST} units of log likelihood: the matches cannot show a smaller difference.`,
  )
  console.log(`RESULT pricing shape_loses=${ofShape.toFixed(3)} halves_lose=${ofHalves.toFixed(3)}`)
  if (Math.max(ofShape, ofHalves) > MAX_LOST) process.exitCode = 1
}

function print(title: string, found: object, inCode: Readonly<Record<string, number>>): void {
  console.log(`\n${title.padEnd(22)}    likeliest   in the code`)
  for (const [name, value] of Object.entries(found)) {
    const written = inCode[name] ?? Number.NaN
    console.log(`  ${name.padEnd(20)} ${Number(value).toFixed(5).padStart(12)} ${written.toFixed(5).padStart(13)}`)
  }
}
