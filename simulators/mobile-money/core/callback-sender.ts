import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { BEHAVIOURS } from './behaviours.ts'
import type { SeededRandom, Faults } from './faults.ts'
import type { Order } from './order.ts'
import type { Schedule } from './schedule.ts'
import type { OutgoingCallback, CallbackContent, WireFormat } from './wire-format.ts'
import type { WireName } from './wire-format.ts'

export type CallbackCounts = { sent: number; acknowledged: number; failed: number; abandoned: number; dropped: number }

export type CallbackSender = {
  readonly counts: Readonly<CallbackCounts>
  /** Callbacks that are being sent or wait for their next attempt. */
  readonly open: number
  announce(order: Order): void
  forge(order: Order): void
  /** Sends one additional callback with exactly this content. */
  send(order: Order, content: CallbackContent): void
  reset(): void
  close(): void
}

type Parts = {
  readonly now: () => number
  readonly schedule: Schedule
  readonly faultsOf: (wire: WireName) => Faults
  readonly random: SeededRandom
  readonly timeoutMs: number
  readonly wireOf: (name: WireName) => WireFormat
}

type Job = { readonly order: Order; readonly content: CallbackContent; readonly resets: number; attempts: number }

const NONE: CallbackCounts = { sent: 0, acknowledged: 0, failed: 0, abandoned: 0, dropped: 0 }
const MAX_OPEN = 100_000
const MAX_SOCKETS = 64
const REORDER_HOLD_MS = 2_000
const REORDER_GAP_MS = 50
const OUTAGE_PAUSE_MS = 500

export function createCallbackSender(parts: Parts): CallbackSender {
  const { schedule, faultsOf, random } = parts
  const agents = {
    http: new HttpAgent({ keepAlive: true, maxSockets: MAX_SOCKETS }),
    https: new HttpsAgent({ keepAlive: true, maxSockets: MAX_SOCKETS }),
  }
  const counts: CallbackCounts = { ...NONE }
  let held: Job[] = []
  let open = 0
  /** The number of resets. Responses to callbacks sent before a reset must not affect the state after it. */
  let resets = 0

  function actualContentOf(order: Order): CallbackContent {
    return {
      status: order.status === 'success' ? 'success' : 'failed',
      amountHundredths: order.amountHundredths,
      seal: 'good',
    }
  }

  function start(order: Order, content: CallbackContent, delayMs: number): void {
    if (open >= MAX_OPEN) {
      counts.dropped += 1
      return
    }
    open += 1
    const job: Job = { order, content, resets, attempts: 0 }
    if (delayMs > 0) schedule.after(delayMs, () => dispatch(job))
    else dispatch(job)
  }

  function dispatch(job: Job): void {
    if (random.chance(faultsOf(job.order.wire).callbackReorderRate)) {
      held.push(job)
      schedule.after(REORDER_HOLD_MS, releaseHeld)
      return
    }
    attempt(job)
    if (held.length > 0) schedule.after(REORDER_GAP_MS, releaseHeld)
  }

  function releaseHeld(): void {
    const released = held.reverse()
    held = []
    for (const job of released) attempt(job)
  }

  function attempt(job: Job): void {
    if (job.resets !== resets) return
    if (faultsOf(job.order.wire).outage !== 'none') {
      schedule.after(OUTAGE_PAUSE_MS, () => attempt(job))
      return
    }
    const wire = parts.wireOf(job.order.wire)
    const callback = wire.write(job.order, job.content)
    if (callback === null) {
      open -= 1
      return
    }
    job.attempts += 1
    job.order.callbackAttempts += 1
    counts.sent += 1
    post(callback, (status) => conclude(job, wire, status))
  }

  function conclude(job: Job, wire: WireFormat, status: number | null): void {
    if (job.resets !== resets) return
    if (status === 200) {
      counts.acknowledged += 1
      job.order.callbackAcknowledgedAtMs ??= parts.now()
      open -= 1
      return
    }
    counts.failed += 1
    if (job.attempts > wire.retries) {
      counts.abandoned += 1
      open -= 1
      return
    }
    schedule.after(wire.firstRetryMs * 2 ** (job.attempts - 1), () => attempt(job))
  }

  /** Sends a callback. Calls `done` once with the HTTP status, or with null if there was no response. */
  function post(callback: OutgoingCallback, done: (status: number | null) => void, mayResend = true): void {
    let isDone = false
    const finish = (status: number | null): void => {
      if (isDone) return
      isDone = true
      done(status)
    }
    const isSecure = callback.url.startsWith('https:')
    const outgoing = (isSecure ? httpsRequest : httpRequest)(
      callback.url,
      {
        method: callback.method,
        agent: isSecure ? agents.https : agents.http,
        headers: { ...callback.headers, 'content-length': Buffer.byteLength(callback.body) },
        timeout: parts.timeoutMs,
      },
      (incoming) => {
        incoming.on('error', () => finish(null))
        incoming.on('end', () => finish(incoming.statusCode ?? null))
        incoming.resume()
      },
    )
    outgoing.on('timeout', () => outgoing.destroy(new Error('callback timed out')))
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // The server closed the idle connection while it was reused, so it has not read this callback.
      if (mayResend && outgoing.reusedSocket && error.code === 'ECONNRESET' && !isDone) {
        isDone = true
        post(callback, done, false)
        return
      }
      finish(null)
    })
    outgoing.end(callback.body)
  }

  return {
    counts,
    get open() {
      return open
    },
    announce(order) {
      const behaviour = BEHAVIOURS[order.behaviour]
      const faults = faultsOf(order.wire)
      if (behaviour.callbacks === 0 || random.chance(faults.callbackLostRate)) return
      const actual = actualContentOf(order)
      const isWrong = behaviour.callbackAmount === 'other' || random.chance(faults.callbackWrongAmountRate)
      const content = isWrong ? { ...actual, amountHundredths: order.amountHundredths * 2 } : actual
      const copies = behaviour.callbacks + (random.chance(faults.callbackDuplicateRate) ? 1 : 0)
      const delayMs = random.chance(faults.callbackLateRate) ? faults.callbackLateMs : 0
      for (let copy = 0; copy < copies; copy += 1) start(order, content, delayMs)
    },
    forge(order) {
      start(order, { status: 'success', amountHundredths: order.amountHundredths, seal: 'forged' }, 0)
    },
    send: (order, content) => start(order, content, 0),
    reset() {
      resets += 1
      open = 0
      held = []
      Object.assign(counts, NONE)
    },
    close() {
      resets += 1
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}
