import { MARKETS } from '@mupiira/domain/markets/catalogue.ts'
import { fitModel } from '@mupiira/domain/pricing/fit.ts'
import { movementStep } from '@mupiira/domain/pricing/movement.ts'
import { favouriteOf, priceGame } from '@mupiira/domain/pricing/price-game.ts'
import { DEFAULT_SETTINGS } from '@mupiira/domain/settings/catalogue.ts'
import { measureBins, measureChance, measureLogLoss } from './pricing/agreement.ts'
import { calibrate } from './pricing/calibrate.ts'
import { measureDistances } from './pricing/distances.ts'
import { measureHalfTime } from './pricing/half-time.ts'
import { recordedMatches } from './pricing/matches.ts'
import type { RecordedMatch } from './pricing/matches.ts'
import { gameWith } from './pricing/outcomes.ts'

/**
 * `npm run bench -- pricing`: the model's prices against bookmakers' closing prices and against results, on the
 * matches of `MATCH_DATA` (a folder with matches/*.csv), or of ../shared/data. Distances from prices use constants
 * calibrated without the league in question; results use the product's constants.
 *
 * `npm run bench -- pricing calibrate`: calibrates the constants on the matches and compares them with the code.
 * `npm run bench -- pricing chance [WORLDS]`: how often a perfect model would miss the limits of the bins.
 *
 * `npm run bench -- pricing half-time [WORLDS]`: the prices at half time against the final results.
 */
const [command = 'measure', worlds = '50'] = process.argv.slice(2)
const commands: Readonly<Record<string, () => void>> = {
  measure,
  calibrate: () => calibrate(matches),
  chance: () => measureChance(matches, Number(worlds)),
  'half-time': () => measureHalfTime(matches, Number(worlds)),
}
const run = commands[command]
if (run === undefined) {
  console.error('npm run bench -- pricing [calibrate | chance [WORLDS] | half-time [WORLDS]]')
  process.exit(2)
}
const matches = recordedMatches()
console.log(`${matches.length} recorded matches, closing odds freed of margin by the power method`)
run()

function measure(): void {
  const distances = measureDistances(matches)
  const bins = measureBins(matches)
  const figures: readonly (readonly [name: string, measured: number, atMost: number])[] = [
    ['over_mae', distances.over, 0.018],
    ['btts_mae', distances.both, 0.018],
    ['btts_with_line_mae', distances.bothWithLine, 0.005],
    ['worst_league', distances.worst, 0.02],
    ['bins_beyond_2se', bins.beyond2, 0.05],
    ['worst_bin_se', bins.worst, 3],
    ['logloss_excess', measureLogLoss(matches), 0.002],
    ['catalogue_ms', catalogueMs(matches), 1],
  ]
  console.log('\nfigure                 measured   at most')
  for (const [name, value, limit] of figures) {
    const outcome = value <= limit ? 'holds' : Number.isNaN(value) ? 'nothing to compare with' : 'MISSED'
    console.log(`${name.padEnd(20)} ${value.toFixed(4).padStart(10)} ${String(limit).padStart(9)}   ${outcome}`)
  }
  console.log(`RESULT pricing ${figures.map(([name, value]) => `${name}=${value.toFixed(4)}`).join(' ')}`)
  if (figures.some(([, value, limit]) => value > limit)) process.exitCode = 1
}

/** The time to fit the model and compute all prices of one game, in milliseconds: the median over the matches. */
function catalogueMs(matches: readonly RecordedMatch[]): number {
  const times = matches.slice(0, 2_000).map(({ fair, over25 }, at) => {
    const startedAt = performance.now()
    const params = fitModel(over25 === null ? fair : { ...fair, over25 })
    const game = { ...gameWith(favouriteOf(params)), knockout: true }
    const movement = movementStep(Uint8Array.of(at, 2, 3, 5, 7, 11, 13, 17))
    const priced = priceGame(params, game, { rulebook: 'house', overround: DEFAULT_SETTINGS.overround, movement })
    if (priced.length !== MARKETS.length) throw new Error('a market is missing')
    return performance.now() - startedAt
  })
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
}
