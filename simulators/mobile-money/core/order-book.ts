import { randomUUID } from 'node:crypto'
import type { BehaviourName } from './behaviours.ts'
import { Fifo } from './fifo.ts'
import type { Order, OrderRequest } from './order.ts'

export type OrderBook = {
  readonly pendingCount: number
  readonly storedCount: number
  add(request: OrderRequest, behaviour: BehaviourName, createdAtMs: number): Order
  /** Stores an existing order. */
  restore(order: Order): void
  /** Registers the end of an order, and drops the oldest ended orders beyond the limit. */
  ended(order: Order): void
  byInternalReference(internalReference: string): Order | undefined
  byReference(wire: string, reference: string): Order | undefined
  byExternalId(externalId: string): Order | undefined
  ofNumber(msisdn: string): Iterable<Order>
  /** Newest first. */
  newest(limit: number, fits: (order: Order) => boolean): Order[]
  recentNumbers(limit: number): string[]
  clear(): void
}

function keyOf(wire: string, reference: string): string {
  return `${wire} ${reference}`
}

/**
 * Every change and every look-up by key costs O(1). Memory is bounded by `keepFinished` and by callers that refuse orders at
 * `maxPending`.
 */
export function createOrderBook(keepFinished: number): OrderBook {
  const byInternal = new Map<string, Order>()
  const byMerchantReference = new Map<string, Order>()
  const byExternal = new Map<string, Order>()
  const byNumber = new Map<string, Set<Order>>()
  const finished = new Fifo<Order>()
  /** Orders by time of arrival. Dropped orders stay until the next compaction. */
  let log: Order[] = []

  function forget(order: Order): void {
    byInternal.delete(order.internalReference)
    byMerchantReference.delete(keyOf(order.wire, order.reference))
    if (order.externalId !== null && byExternal.get(order.externalId) === order) byExternal.delete(order.externalId)
    const ofNumber = byNumber.get(order.msisdn)
    ofNumber?.delete(order)
    if (ofNumber?.size === 0) byNumber.delete(order.msisdn)
    if (log.length > 1_024 && log.length > byInternal.size * 2) log = log.filter(isStored)
  }

  function isStored(order: Order): boolean {
    return byInternal.has(order.internalReference)
  }

  function store(order: Order): void {
    byInternal.set(order.internalReference, order)
    byMerchantReference.set(keyOf(order.wire, order.reference), order)
    if (order.externalId !== null) byExternal.set(order.externalId, order)
    const ofNumber = byNumber.get(order.msisdn)
    if (ofNumber === undefined) byNumber.set(order.msisdn, new Set([order]))
    else ofNumber.add(order)
    log.push(order)
  }

  return {
    get pendingCount() {
      return byInternal.size - finished.length
    },
    get storedCount() {
      return byInternal.size
    },
    add(request, behaviour, createdAtMs) {
      const order: Order = {
        ...request,
        internalReference: randomUUID().replaceAll('-', ''),
        createdAtMs,
        behaviour,
        status: 'pending',
        failure: null,
        completedAtMs: null,
        providerTransactionId: null,
        waitsForHandset: false,
        callbackAttempts: 0,
        callbackAcknowledgedAtMs: null,
      }
      store(order)
      return order
    },
    restore: store,
    ended(order) {
      finished.push(order)
      while (finished.length > keepFinished) {
        const oldest = finished.shift()
        if (oldest !== undefined) forget(oldest)
      }
    },
    byInternalReference: (internalReference) => byInternal.get(internalReference),
    byReference: (wire, reference) => byMerchantReference.get(keyOf(wire, reference)),
    byExternalId: (externalId) => byExternal.get(externalId),
    ofNumber: (msisdn) => byNumber.get(msisdn) ?? [],
    newest(limit, fits) {
      const found: Order[] = []
      for (let index = log.length - 1; index >= 0 && found.length < limit; index -= 1) {
        const order = log[index]
        if (order !== undefined && isStored(order) && fits(order)) found.push(order)
      }
      return found
    },
    recentNumbers(limit) {
      const numbers = new Set<string>()
      const oldestLookedAt = Math.max(0, log.length - 500)
      for (let index = log.length - 1; index >= oldestLookedAt && numbers.size < limit; index -= 1) {
        const order = log[index]
        if (order !== undefined && isStored(order)) numbers.add(order.msisdn)
      }
      return [...numbers]
    },
    clear() {
      byInternal.clear()
      byMerchantReference.clear()
      byExternal.clear()
      byNumber.clear()
      finished.clear()
      log = []
    },
  }
}
