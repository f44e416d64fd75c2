import type { MatchResult } from '@mupiira/domain/markets/types.ts'
import { AWAY_GOALS, CELLS, HOME_GOALS, scoresOf } from '@mupiira/domain/pricing/score-grid.ts'
import { type HalfConstants, halvesOf } from '@mupiira/domain/pricing/scenarios.ts'
import { HALVES } from '@mupiira/domain/pricing/calibration.ts'
import { favouriteOf } from '@mupiira/domain/pricing/price-game.ts'
import { seededDraws } from '../../support/seeded.ts'
import { type Bin, binsOf } from './bins.ts'
import { calibrateHalves } from './calibrate-halves.ts'
import { modelOf } from './calibrate-shape.ts'
import { calibratedWithout } from './distances.ts'
import type { RecordedMatch } from './matches.ts'
import { DECIDED_BY_SCORES, drawnFrom, logLoss, settledSelections } from './outcomes.ts'

/**
 * Whether prices at half time, given the real half-time score, agree with the real final results. Each league is
 * measured with constants calibrated on the other leagues. The test is one number for all markets that scores decide:
 * the sum of the squared distances of all bins, compared with the same sum of worlds in which the results are drawn
 * from the prices. `p` is the share of worlds that deviate at least as far; below 0.01 the prices are wrong.
 */
export function measureHalfTime(recorded: readonly RecordedMatch[], worlds: number): void {
  const matches = recorded.filter(({ result }) => result.halfTime !== undefined)
  const leagues = [...new Set(matches.map(({ league }) => league))].sort()
  const seen = leagues.flatMap((league) => {
    const others = matches.filter((match) => match.league !== league)
    const [calibration, halves] = [calibratedWithout(league, matches), calibrateHalves(others, HALVES)]
    return matches
      .filter((match) => match.league === league)
      .map((match) => atHalfTime(match, modelOf(match, calibration), halves))
  })
  const markets = DECIDED_BY_SCORES.map((id) => marketAtHalfTime(id, seen))
  const real = seen.map(({ match }) => cellOf(match.result))
  const found = markets.map((market) => market.bins(real))
  for (const [at, id] of DECIDED_BY_SCORES.entries()) console.log(rowOf(id, found[at] ?? []))
  const deviation = deviationOf(found.flat())
  const draws = seededDraws(1)
  const further = Array.from({ length: worlds }, (_, world) => {
    const drawn = seen.map(({ chances }) => drawnFrom(chances, draws))
    const inWorld = deviationOf(markets.flatMap((market) => market.bins(drawn)))
    if (world % 20 === 19) console.log(`world ${world + 1} of ${worlds}`)
    return inWorld
  }).filter((inWorld) => inWorld >= deviation).length
  const p = (further + 1) / (worlds + 1)
  const losses = lossesOf(seen)
  const figures = `p=${p.toFixed(4)} deviation=${deviation.toFixed(1)} logloss=${losses.now.toFixed(5)} logloss_before_start=${losses.before.toFixed(5)}`
  console.log(`RESULT pricing matches=${seen.length} worlds=${worlds} ${figures}`)
  if (p < 0.01) process.exitCode = 1
}

type AtHalfTime = {
  readonly match: RecordedMatch
  /** The probability of each final score before the start, and given the half-time score. */
  readonly before: Float64Array
  readonly chances: Float64Array
  readonly favourite: ReturnType<typeof favouriteOf>
}

function atHalfTime(match: RecordedMatch, params: ReturnType<typeof modelOf>, constants: HalfConstants): AtHalfTime {
  const before = scoresOf(params)
  const { halfTime } = match.result
  const given = before.map((chance, cell) => {
    const [home, away] = [HOME_GOALS[cell] as number, AWAY_GOALS[cell] as number]
    if (halfTime === undefined || halfTime.home > home || halfTime.away > away) return 0
    return chance * (halvesOf(home, away, constants)[halfTime.home * (away + 1) + halfTime.away]?.weight ?? 0)
  })
  const sum = given.reduce((all, each) => all + each, 0)
  return { match, before, chances: given.map((each) => each / sum), favourite: favouriteOf(params) }
}

const cellOf = ({ home, away }: MatchResult): number =>
  Array.from({ length: CELLS }, (_, cell) => cell).find(
    (cell) => HOME_GOALS[cell] === home && AWAY_GOALS[cell] === away,
  ) ?? 0

/** The bins of a market for any final scores of the matches. Selections that half time has decided are not counted. */
function marketAtHalfTime(id: (typeof DECIDED_BY_SCORES)[number], seen: readonly AtHalfTime[]) {
  const perMatch = settledSelections(id, 'home', 'house').length
  const predicted = new Float64Array(seen.length * perMatch).fill(Number.NaN)
  const wonIn = new Map<number, Uint8Array>()
  seen.forEach(({ match, chances, favourite }, at) =>
    settledSelections(id, favourite, 'house').forEach(({ settle }, selection) => {
      const won = new Uint8Array(CELLS)
      let [win, counted] = [0, 0]
      chances.forEach((chance, cell) => {
        if (chance === 0) return
        const { halfTime } = match.result
        const result = {
          sport: 'soccer',
          home: HOME_GOALS[cell] ?? 0,
          away: AWAY_GOALS[cell] ?? 0,
          halfTime,
        } as MatchResult
        const outcome = settle(result)
        // 2: void or half, as if there were no bet.
        won[cell] = outcome === 'won' ? 1 : outcome === 'lost' ? 0 : 2
        if (won[cell] < 2) counted += chance
        if (won[cell] === 1) win += chance
      })
      const probability = win / counted
      if (!(probability > 1e-9 && probability < 1 - 1e-9)) return
      predicted[at * perMatch + selection] = probability
      wonIn.set(at * perMatch + selection, won)
    }),
  )
  return {
    bins(cells: readonly number[]): Bin[] {
      const legs = predicted.slice()
      const won = new Float64Array(predicted.length)
      for (const [leg, outcomes] of wonIn) {
        const outcome = outcomes[cells[Math.floor(leg / perMatch)] as number] as number
        if (outcome === 2) legs[leg] = Number.NaN
        else won[leg] = outcome
      }
      return binsOf({ perMatch, predicted: legs, won })
    },
  }
}

/** With fewer expected wins or losses in a bin, its distance says nothing. */
const LEAST_EXPECTED = 5

/** The sum of the squared distances of the bins with enough legs. */
const deviationOf = (bins: readonly Bin[]): number =>
  bins
    .filter(({ legs, predicted }) => Math.min(predicted, 1 - predicted) * legs >= LEAST_EXPECTED)
    .reduce((sum, { standardErrors }) => sum + standardErrors ** 2, 0)

/** The log loss of the final winner at half time, and before the start. */
function lossesOf(seen: readonly AtHalfTime[]): { readonly now: number; readonly before: number } {
  const chanceOf = (chances: Float64Array, { home, away }: MatchResult): number =>
    chances.reduce((sum, chance, cell) => {
      const sign = Math.sign((HOME_GOALS[cell] as number) - (AWAY_GOALS[cell] as number))
      return sign === Math.sign(home - away) ? sum + chance : sum
    }, 0)
  return {
    now: logLoss(seen.map(({ chances, match }) => chanceOf(chances, match.result))),
    before: logLoss(seen.map(({ before, match }) => chanceOf(before, match.result))),
  }
}

const rowOf = (id: string, bins: readonly Bin[]): string =>
  `  ${id.padEnd(26)} ${bins.map(({ standardErrors }) => standardErrors.toFixed(1).padStart(5)).join('')}`
