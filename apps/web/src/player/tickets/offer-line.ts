import type { CashoutHistory } from '@mupiira/contract/cashout.ts'

type Points = CashoutHistory['points']
type Offered = { readonly at: string; readonly offer: number }

/** The size of the drawing. The screen stretches it to the width of the card. */
export const WIDTH = 300
export const HEIGHT = 100

export type OfferLine = {
  /** SVG points of each run of offers. A time without an offer separates two runs. */
  readonly runs: readonly string[]
  readonly lowest: Offered
  readonly highest: Offered
  readonly last: Offered
}

/** The line of the offers over time; null until there are two offers. */
export function offerLine(points: Points): OfferLine | null {
  const offered = points.flatMap(({ at, offer }) => (offer === null ? [] : [{ at, offer }]))
  const [first] = offered
  const [begin, end] = [points[0], points.at(-1)]
  if (first === undefined || begin === undefined || end === undefined || offered.length < 2) return null
  const lowest = offered.reduce((least, each) => (each.offer < least.offer ? each : least), first)
  const highest = offered.reduce((most, each) => (each.offer > most.offer ? each : most), first)
  const [fromMs, untilMs] = [Date.parse(begin.at), Date.parse(end.at)]
  const x = (at: string): number => ((Date.parse(at) - fromMs) / Math.max(1, untilMs - fromMs)) * WIDTH
  const span = highest.offer - lowest.offer
  const y = (offer: number): number => (span === 0 ? HEIGHT / 2 : HEIGHT - ((offer - lowest.offer) / span) * HEIGHT)
  const runs: string[][] = [[]]
  for (const { at, offer } of points) {
    if (offer === null) runs.push([])
    else runs.at(-1)?.push(`${x(at).toFixed(1)},${y(offer).toFixed(1)}`)
  }
  const drawn = runs.filter((run) => run.length > 0)
  // A single offer is drawn as a short line.
  const shown = drawn.map((run) => (run.length === 1 ? [...run, `${shifted(run[0])}`] : run))
  return { runs: shown.map((run) => run.join(' ')), lowest, highest, last: offered.at(-1) ?? first }
}

function shifted(point = '0,0'): string {
  const [x = '0', y = '0'] = point.split(',')
  return `${(Number(x) + 1).toFixed(1)},${y}`
}
