import { halvesOf } from '@mupiira/domain/pricing/scenarios.ts'
import type { HalfConstants } from '@mupiira/domain/pricing/scenarios.ts'
import { addOuter, solveLinear, zeros, zeroVector } from './algebra.ts'
import type { RecordedMatch } from './matches.ts'

const NAMES = ['logitShare', 'perGoal', 'balance', 'reversal'] as const
const STEPS = 20
const NUDGE = 1e-4

/** The constants with the best likelihood of the half-time scores, given the final ones (Fisher's scoring). */
export function calibrateHalves(matches: readonly RecordedMatch[], start: HalfConstants): HalfConstants {
  const counts = countHalves(matches)
  let at = start
  for (let step = 0; step < STEPS; step += 1) {
    const gradient = zeroVector(NAMES.length)
    const information = zeros(NAMES.length)
    for (const seen of counts) {
      const slopes = slopesOf(seen, at)
      seen.halves.forEach((count, index) => {
        const slope = slopes[index] as readonly number[]
        slope.forEach((value, k) => (gradient[k] = (gradient[k] as number) + count * value))
      })
      const total = seen.halves.reduce((a, b) => a + b, 0)
      halvesOf(seen.home, seen.away, at).forEach(({ weight }, index) =>
        addOuter(information, slopes[index] as readonly number[], total * weight),
      )
    }
    const move = solveLinear(information, gradient)
    at = moved(at, move)
    if (Math.max(...move.map(Math.abs)) < 1e-7) break
  }
  return at
}

/** Log likelihood of the half-time scores given the final ones. */
export function halvesLikelihood(matches: readonly RecordedMatch[], constants: HalfConstants): number {
  return countHalves(matches).reduce(
    (sum, { home, away, halves }) =>
      sum +
      halvesOf(home, away, constants).reduce(
        (all, { weight }, index) => all + (halves[index] as number) * Math.log(weight),
        0,
      ),
    0,
  )
}

/** A final score with the counts of its half-time scores, in the order of `halvesOf`. */
interface Counted {
  readonly home: number
  readonly away: number
  readonly halves: number[]
}

const counted = new WeakMap<readonly RecordedMatch[], readonly Counted[]>()

function countHalves(matches: readonly RecordedMatch[]): readonly Counted[] {
  const known = counted.get(matches)
  if (known !== undefined) return known
  const finals = new Map<string, Counted>()
  for (const { result } of matches) {
    const { home, away, halfTime } = result
    if (halfTime === undefined) continue
    const key = `${home}-${away}`
    const entry = finals.get(key) ?? { home, away, halves: halvesOf(home, away).map(() => 0) }
    const index = halfTime.home * (away + 1) + halfTime.away
    entry.halves[index] = (entry.halves[index] as number) + 1
    finals.set(key, entry)
  }
  const found = [...finals.values()]
  counted.set(matches, found)
  return found
}

const moved = (constants: HalfConstants, move: readonly number[]): HalfConstants => ({
  ...constants,
  ...Object.fromEntries(NAMES.map((name, k) => [name, constants[name] + (move[k] as number)])),
})

/** The derivative of the logarithm of each half-time score's share by each constant. */
function slopesOf({ home, away }: Counted, constants: HalfConstants): readonly (readonly number[])[] {
  const logs = (by: HalfConstants): number[] => halvesOf(home, away, by).map(({ weight }) => Math.log(weight))
  const columns = NAMES.map((_, k) => {
    const step = NAMES.map((__, other) => (other === k ? NUDGE : 0))
    const [above, below] = [
      logs(moved(constants, step)),
      logs(
        moved(
          constants,
          step.map((value) => -value),
        ),
      ),
    ]
    return above.map((value, index) => (value - (below[index] as number)) / (2 * NUDGE))
  })
  return logs(constants).map((_, index) => columns.map((column) => column[index] as number))
}
