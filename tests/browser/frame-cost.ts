import type { BrowserContext, CDPSession, Page } from 'playwright-core'

type TraceEvent = {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  /** Time of the processor that the thread had: what another program takes meanwhile does not count. */
  readonly tdur?: number
  readonly args?: { readonly [name: string]: unknown }
}
type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
export type FlightTrace = { readonly events: readonly TraceEvent[]; readonly labels: readonly Box[] }

const CATEGORIES =
  'devtools.timeline,disabled-by-default-devtools.timeline,toplevel,disabled-by-default-devtools.timeline.layers'
const SLOWED = 4
/** A flight that is worth looking at is found within so many milliseconds. */
const FLIGHT_MS = 120_000
/** Take-off and crash change the buttons: React's work, and no frame of the flight. */
const EDGE_US = 200_000

/** Traces the browser from a take-off to the crash after it, its processor slowed four times. */
export async function traceFlight(context: BrowserContext, page: Page): Promise<FlightTrace> {
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
  const labels = await page.evaluate(() =>
    [...document.querySelectorAll('canvas, [data-multiplier], [data-running]')].map((each) => {
      const { x, y, width, height } = each.getBoundingClientRect()
      return { x, y, width, height }
    }),
  )
  const events = await traced(session, () => page.evaluate(untilLongFlight, FLIGHT_MS))
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await session.detach()
  return { events, labels }
}

/** Runs in the page: marks the beginning and the end of the first flight that lasts a second and a half. */
function untilLongFlight(withinMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUpMs = performance.now() + withinMs
    let beganMs: number | null = null
    const timer = setInterval(() => {
      const text = document.querySelector('[data-multiplier]')?.textContent ?? ''
      const isFlying = text.endsWith('x') && document.querySelector('[data-banner=crashed]') === null
      if (isFlying && beganMs === null) {
        beganMs = performance.now()
        performance.mark('flight begins')
      }
      if (!isFlying && beganMs !== null) {
        const lastedMs = performance.now() - beganMs
        beganMs = null
        if (lastedMs >= 1_500) {
          performance.mark('flight ends')
          clearInterval(timer)
          resolve()
        }
      }
      if (performance.now() > giveUpMs) {
        clearInterval(timer)
        reject(new Error('no flight was long enough'))
      }
    }, 50)
  })
}

async function traced(session: CDPSession, work: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as TraceEvent[])))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES.split(',') },
  })
  await work()
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()))
  await session.send('Tracing.end')
  await complete
  return events
}

/** What the page's main thread spent on each frame of the flight, and what was laid out beside the labels. */
export function frameCosts({ events, labels }: FlightTrace): {
  frames: number
  costOfFrameMs: number
  longestTaskMs: number
  laidOut: string[]
} {
  const endUs = events.find(({ name }) => name === 'flight ends')?.ts
  const begins = events.filter(({ name, ts }) => name === 'flight begins' && ts < (endUs ?? 0))
  const beginUs = Math.max(...begins.map(({ ts }) => ts))
  if (endUs === undefined || !Number.isFinite(beginUs)) throw new Error('the flight is not in the trace')
  const isOfFlight = ({ ts }: TraceEvent): boolean => ts >= beginUs + EDGE_US && ts < endUs - EDGE_US
  const fired = events
    .filter((event) => event.name === 'FireAnimationFrame' && isOfFlight(event))
    .toSorted((a, b) => a.ts - b.ts)
  const [first, last] = [fired[0], fired.at(-1)]
  if (first === undefined || last === undefined) throw new Error('no frame was drawn')
  const isMain = ({ pid, tid }: TraceEvent): boolean => pid === first.pid && tid === first.tid
  const during = events.filter((event) => isMain(event) && isOfFlight(event))
  const tasks = during.filter(({ name, ph }) => ph === 'X' && /RunTask$/.test(name))
  const costs = fired.slice(0, -1).map((frame, at) => {
    const next = fired[at + 1]?.ts ?? last.ts
    const own = tasks.filter(({ ts }) => ts >= frame.ts - 2_000 && ts < next - 2_000)
    return own.reduce((sum, task) => sum + (task.tdur ?? task.dur ?? 0), 0) / 1000
  })
  const sorted = costs.toSorted((a, b) => a - b)
  return {
    frames: costs.length,
    costOfFrameMs: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
    longestTaskMs: Math.max(0, ...tasks.map(({ tdur, dur }) => (tdur ?? dur ?? 0) / 1000)),
    laidOut: during.filter(({ name }) => name === 'Layout').flatMap((layout) => outside(layout, labels)),
  }
}

/** Roots of a layout that lie outside of every label. */
function outside({ args }: TraceEvent, labels: readonly Box[]): string[] {
  const end = args?.['endData'] as { layoutRoots?: { quads: number[][] }[] } | undefined
  return (end?.layoutRoots ?? []).flatMap(({ quads }) =>
    quads.flatMap((quad) => {
      const [left = 0, top = 0, , , right = 0, bottom = 0] = quad
      const isLabel = labels.some(
        ({ x, y, width, height }) =>
          left >= x - 2 && top >= y - 2 && right <= x + width + 2 && bottom <= y + height + 2,
      )
      return isLabel ? [] : [`${left},${top} to ${right},${bottom}`]
    }),
  )
}
