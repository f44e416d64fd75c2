import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { untilPhase, untilState } from '../support/aviator-rounds.ts'
import type { Player } from '../support/player.ts'

/** The work of the browser's main thread during a round, from its trace. */
export type RoundTrace = {
  /** The main thread's work from each frame to the next, in milliseconds. */
  readonly frames: readonly number[]
  readonly longestTaskMs: number
  /** Elements that were laid out or painted, other than the canvases of the curve and of the cash-out label. */
  readonly outside: readonly string[]
}

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing']
/** Other players cash out during the round, so the list of live bets changes. */
const TARGETS = [1.2, 1.5, 2, 3] as const
const STAKE_UGX = 10_000
const CHECK_EVERY_MS = 20
/** A round that ends at once has no useful frames. */
const MIN_FRAMES = 10

const NO_TRACE: RoundTrace = { frames: [], longestTaskMs: 0, outside: [] }

type TraceEvent = {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  /** In thread time, which excludes other programs. */
  readonly tdur?: number
  readonly args: {
    readonly data?: { readonly nodeName?: string; readonly frame?: string }
    readonly beginData?: { readonly frame?: string }
    readonly endData?: { readonly layoutRoots?: readonly { readonly nodeName?: string }[] }
  }
}

/** Traces this many rounds on the open page; this player and others bet in each. */
export async function traceRounds(
  page: Page,
  player: Player,
  others: readonly Player[],
  count: number,
): Promise<RoundTrace> {
  const found: RoundTrace[] = []
  while (found.length < count) {
    await page.evaluate(watchForHeld)
    const trace = await traceRound(page, player, others)
    // On a busy machine reports arrive late, and the page shows a note.
    const wasHeld = await page.evaluate(() => document.body.dataset['wasHeld'] !== undefined)
    if (trace.frames.length >= MIN_FRAMES && !wasHeld) found.push(trace)
  }
  return {
    frames: found.flatMap(({ frames }) => frames),
    longestTaskMs: Math.max(...found.map(({ longestTaskMs }) => longestTaskMs)),
    outside: found.flatMap(({ outside }) => outside),
  }
}

/** Runs in the page: notes on the body whether the drawing waited for an overdue report. */
function watchForHeld(): void {
  delete document.body.dataset['wasHeld']
  new MutationObserver(() => {
    if (document.body.textContent.includes('Waiting for the server')) document.body.dataset['wasHeld'] = ''
  }).observe(document.querySelector('main') ?? document.body, { subtree: true, childList: true, characterData: true })
}

/** Places a bet. Returns false if the rounds have paused, as they may on a busy machine. */
async function isPlaced({ client }: Player, target?: number): Promise<boolean> {
  const reply = await client.call('POST /api/aviator/bets', { body: { stake: STAKE_UGX, ...(target && { target }) } })
  if (reply.ok || reply.problem.code === 'AVIATOR_PAUSED') return reply.ok
  throw new Error(`the bet was refused: ${reply.response.text}`)
}

async function traceRound(page: Page, player: Player, others: readonly Player[]): Promise<RoundTrace> {
  const browser = page.context().browser()
  if (browser === null) throw new Error('the page has no browser')
  const { round } = await player.client.must('GET /api/aviator/state', {})
  const no = (await untilPhase(player.client, 'betting', round?.id ?? 0)).round?.id ?? 0
  // Placed by another client, so no message disappears during the round.
  if (!(await isPlaced(player))) return NO_TRACE
  for (const [at, other] of others.entries())
    if (!(await isPlaced(other, TARGETS[at % TARGETS.length]))) return NO_TRACE
  await browser.startTracing(page, { categories: CATEGORIES })
  // Uses the server's clock, because the page's own may have drifted since the page was opened.
  await page.evaluate(() => performance.mark(`now ${Date.now()}`))
  const isRound = (id: number | undefined): boolean => id === no
  await untilState(
    player.client,
    'the round is running',
    (state) => isRound(state.round?.id) && state.round?.state !== 'betting',
  )
  for (;;) {
    // Polled from outside: a check in every frame would be measured as well.
    if (await page.evaluate(markFlying)) break
    const { round: present } = await player.client.must('GET /api/aviator/state', {})
    if (!isRound(present?.id) || present?.endedAt != null) break
    await sleep(CHECK_EVERY_MS)
  }
  const over = await untilState(
    player.client,
    'the round is over',
    (state) => !isRound(state.round?.id) || state.round?.endedAt != null,
  )
  const { events } = readTrace(await browser.stopTracing())
  const { items } = await player.client.must('GET /api/aviator/rounds', { query: { limit: 3 } })
  const ended = items.find(({ id }) => isRound(id)) ?? over.round
  return evaluateRound(events, Date.parse(ended?.fliesAt ?? ''), Date.parse(ended?.endedAt ?? ''))
}

/** Runs in the page once the button has changed and is drawn; from now on only numbers change. */
async function markFlying(): Promise<boolean> {
  if (document.querySelector('[data-slot="0"][data-kind="cash-out"]') === null) return false
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  performance.mark('flying')
  return true
}

const readTrace = (trace: Buffer): { readonly events: readonly TraceEvent[] } => ({
  events: (JSON.parse(trace.toString('utf8')) as { traceEvents: TraceEvent[] }).traceEvents,
})

function evaluateRound(events: readonly TraceEvent[], fliesAtMs: number, endedAtMs: number): RoundTrace {
  const clock = events.find(({ name }) => name.startsWith('now '))
  const flying = events.find(({ name }) => name === 'flying')
  if (clock === undefined) throw new Error('the trace does not say what time it is')
  const momentOf = (ms: number): number => clock.ts + (ms - Number(clock.name.slice('now '.length))) * 1_000
  const main = events.filter(({ pid, tid }) => pid === clock.pid && tid === clock.tid).toSorted((a, b) => a.ts - b.ts)
  const within = (from: number): TraceEvent[] => main.filter(({ ts }) => ts >= from && ts < momentOf(endedAtMs))
  const page = main.find(({ name }) => name === 'FireAnimationFrame')?.args.data?.frame
  // Images of the browser's own user interface appear in the trace as separate documents.
  const isOfPage = ({ args }: TraceEvent): boolean => (args.data?.frame ?? args.beginData?.frame) === page
  const tasks = within(momentOf(fliesAtMs)).filter(({ name }) => name === 'RunTask')
  const frames = framesOf(tasks, within(momentOf(fliesAtMs)))
  return {
    frames,
    longestTaskMs: Math.max(0, ...tasks.map(workMs)),
    // No mark: the round ended before the page had seen its start.
    outside: flying === undefined ? [] : within(flying.ts).filter(isOfPage).flatMap(elsewhere),
  }
}

const workMs = ({ tdur = 0 }: TraceEvent): number => tdur / 1_000

/** Adds up the tasks from one frame to the next. */
function framesOf(tasks: readonly TraceEvent[], events: readonly TraceEvent[]): number[] {
  const drawn = events.filter(({ name }) => name === 'FireAnimationFrame').map(({ ts }) => ts)
  const frames: number[] = []
  let next = 0
  for (const [at, task] of tasks.entries()) {
    const until = tasks[at + 1]?.ts ?? Infinity
    const draws = (drawn[next] ?? Infinity) < until
    while ((drawn[next] ?? Infinity) < until) next++
    if (draws) frames.push(0)
    if (frames.length > 0) frames[frames.length - 1] = (frames.at(-1) ?? 0) + workMs(task)
  }
  // The last frame may extend past the round.
  return frames.slice(0, -1)
}

/** The elements other than a canvas that an event affects, each with its path. */
function elsewhere({ name, args }: TraceEvent): string[] {
  if (name === 'Layout')
    return (args.endData?.layoutRoots ?? []).flatMap(({ nodeName = '' }) =>
      isOwn(nodeName) ? [] : [`laid out: ${nodeName}`],
    )
  const { nodeName = '' } = args.data ?? {}
  return name === 'Paint' && nodeName !== '#document' && !isOwn(nodeName) ? [`painted: ${nodeName}`] : []
}

const isOwn = (nodeName: string): boolean => nodeName.startsWith('CANVAS')
