import { settingsOf, type Settings, type AllOptions } from '../options.ts'
import { createCallbackSender, type CallbackSender } from './callback-sender.ts'
import { createSeededRandom, noFaults, type SeededRandom, type Faults } from './faults.ts'
import { createHandsets, type Handsets } from './handsets.ts'
import { openJournal } from './journal.ts'
import type { Order } from './order.ts'
import { createOrderBook, type OrderBook } from './order-book.ts'
import { createOrderProcessor, type OrderProcessor } from './order-processor.ts'
import { createRequestLimit, type RequestLimit } from './request-limit.ts'
import { createSchedule, type Schedule } from './schedule.ts'
import type { WireFormat } from './wire-format.ts'
import { WIRES, type WireName } from './wire-format.ts'

/** The state that the wire formats, the control endpoint and the pages share. */
export type SharedState = {
  readonly options: AllOptions
  readonly now: () => number
  readonly settings: Settings
  readonly faultsOf: (wire: WireName) => Faults
  readonly random: SeededRandom
  readonly schedule: Schedule
  readonly orders: OrderBook
  readonly handsets: Handsets
  readonly limit: RequestLimit
  readonly processor: OrderProcessor
  readonly callbacks: CallbackSender
  /** The callback address of a provider that signs its callbacks; null if no callbacks are sent. */
  callbackUrlOf(wire: WireName): string | null
  /** Adds an order that ended in the past. */
  record(order: Order): void
  /** Resets to the initial state: no orders, no faults, the initial settings. Open handset pages stay open. */
  reset(): void
  close(): void
}

/**
 * `wires` may be filled later: the wire formats are created with this state, and this state reads `wires` when it sends
 * the first callback.
 */
export function createSharedState(options: AllOptions, wires: readonly WireFormat[]): SharedState {
  const { now } = options
  const settings = settingsOf(options)
  const faults = Object.fromEntries(WIRES.map((wire) => [wire, noFaults()])) as { readonly [wire in WireName]: Faults }
  const faultsOf = (wire: WireName): Faults => faults[wire]
  const random = createSeededRandom(options.seed)
  const schedule = createSchedule(now)
  const orders = createOrderBook(options.keepFinished)
  const journal = openJournal(options.journal)
  const handsets = createHandsets(schedule, options.handsetGraceMs)
  const limit = createRequestLimit()

  function wireOf(name: WireName): WireFormat {
    const wire = wires.find((candidate) => candidate.name === name)
    if (wire === undefined) throw new Error(`no wire format ${name}`)
    return wire
  }

  const callbacks = createCallbackSender({
    now,
    schedule,
    faultsOf,
    random,
    timeoutMs: options.callbackTimeoutMs,
    wireOf,
  })
  const processor = createOrderProcessor({
    now,
    settings,
    maxPending: options.maxPending,
    startFloatHundredths: Math.round(options.floatUgx * 100),
    book: orders,
    schedule,
    handsets,
    onAccepted(order) {
      journal.write(order)
      if (random.chance(faultsOf(order.wire).callbackForgedRate)) callbacks.forge(order)
    },
    onEnded(order) {
      journal.write(order)
      callbacks.announce(order)
    },
  })
  for (const order of journal.read()) processor.restore(order)

  return {
    options,
    now,
    settings,
    faultsOf,
    random,
    schedule,
    orders,
    handsets,
    limit,
    processor,
    callbacks,
    callbackUrlOf: (wire) =>
      settings.callbackOrigin === null ? null : `${settings.callbackOrigin}/api/webhooks/${wire}`,
    record(order) {
      journal.write(order)
      processor.restore(order)
    },
    reset() {
      journal.clear()
      schedule.clear()
      callbacks.reset()
      orders.clear()
      limit.clear()
      processor.reset()
      random.reseed(options.seed)
      for (const wire of WIRES) Object.assign(faults[wire], noFaults())
      Object.assign(settings, settingsOf(options))
      handsets.reset()
    },
    close() {
      schedule.close()
      callbacks.close()
    },
  }
}
