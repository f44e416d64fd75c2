import type { Settings } from '../options.ts'
import { BEHAVIOURS, behaviourOfNumber, type BehaviourName, type Ending } from './behaviours.ts'
import type { Handsets } from './handsets.ts'
import type { OrderBook } from './order-book.ts'
import type { Order, OrderRequest } from './order.ts'
import type { Schedule } from './schedule.ts'

export type Refusal = 'duplicate-reference' | 'float-too-low' | 'too-many-pending' | 'refused'
export type Acceptance = { readonly ok: true; readonly value: Order } | { readonly ok: false; readonly error: Refusal }
export type ManualDecision = 'approve' | 'decline'

/** The part that all wire formats share: it accepts orders, completes each order once, and updates the float. */
export type OrderProcessor = {
  /** Balance of one of the merchant's wallets. */
  floatHundredths(wallet: string): number
  accept(request: OrderRequest): Acceptance
  /** Adds an earlier order with its effect on the float. A pending order continues with its behaviour. */
  restore(order: Order): void
  /** Ends a pending order at once. Returns false if the order has already ended. */
  end(order: Order, ending: Ending): boolean
  decideManually(order: Order, decision: ManualDecision): boolean
  /** Collections that wait for a PIN on the handset. */
  promptsOf(msisdn: string): Order[]
  promptEndsAtMs(order: Order): number
  setBehaviour(
    target: { readonly reference: string } | { readonly msisdn: string },
    behaviour: BehaviourName | null,
  ): boolean
  /** Sets the same balance in every wallet. */
  setFloat(hundredths: number): void
  reset(): void
}

type Parts = {
  readonly now: () => number
  readonly settings: Settings
  readonly maxPending: number
  readonly startFloatHundredths: number
  readonly book: OrderBook
  readonly schedule: Schedule
  readonly handsets: Handsets
  readonly onAccepted: (order: Order) => void
  readonly onEnded: (order: Order) => void
}

const MAX_OVERRIDES = 50_000

export function createOrderProcessor(parts: Parts): OrderProcessor {
  const { now, settings, book, schedule, handsets } = parts
  const behaviourOfReference = new Map<string, BehaviourName>()
  const behaviourOfMsisdn = new Map<string, BehaviourName>()
  const floats = new Map<string, number>()
  let transactionNumber = 108_000_000_000

  let defaultFloat = parts.startFloatHundredths

  function inWallet(wallet: string): number {
    return floats.get(wallet) ?? defaultFloat
  }

  function move(wallet: string, hundredths: number): void {
    floats.set(wallet, inWallet(wallet) + hundredths)
  }

  function behaviourFor(request: OrderRequest): BehaviourName {
    return (
      behaviourOfReference.get(request.externalId ?? request.reference) ??
      behaviourOfMsisdn.get(request.msisdn) ??
      behaviourOfNumber(request.msisdn)
    )
  }

  function delayOf(order: Order): number {
    if (BEHAVIOURS[order.behaviour].when === 'soon') return settings.approveAfterMs
    return order.kind === 'collection' ? settings.lateDepositMs : settings.lateWithdrawalMs
  }

  function applyBehaviour(order: Order): void {
    order.waitsForHandset = false
    const { ending } = BEHAVIOURS[order.behaviour]
    if (ending !== 'never') end(order, ending)
  }

  /** Completes an order that is due. Payouts need no PIN, so only a collection waits for the handset. */
  function completeDue(order: Order): void {
    if (order.status !== 'pending') return
    const leftMs = promptEndsAtMs(order) - now()
    if (order.kind === 'payout' || leftMs <= 0 || !handsets.isOpen(order.msisdn)) {
      applyBehaviour(order)
      return
    }
    order.waitsForHandset = true
    schedule.after(leftMs, () => {
      if (order.waitsForHandset) end(order, 'timed-out')
    })
  }

  function promptEndsAtMs(order: Order): number {
    return order.createdAtMs + settings.handsetDecidesWithinMs
  }

  function isPrompt(order: Order): boolean {
    return order.kind === 'collection' && order.status === 'pending' && now() < promptEndsAtMs(order)
  }

  function end(order: Order, ending: Ending): boolean {
    if (order.status !== 'pending') return false
    order.waitsForHandset = false
    order.completedAtMs = now()
    if (ending === 'success') {
      transactionNumber += 1
      order.status = 'success'
      order.providerTransactionId = String(transactionNumber)
    } else {
      order.status = 'failed'
      order.failure = ending
    }
    if (order.kind === 'collection' && ending === 'success')
      move(order.wallet, order.amountHundredths - order.chargeHundredths)
    // The payout's money left the float when the order was accepted.
    if (order.kind === 'payout' && ending !== 'success')
      move(order.wallet, order.amountHundredths + order.chargeHundredths)
    book.ended(order)
    handsets.changed(order.msisdn)
    parts.onEnded(order)
    return true
  }

  handsets.whenClosed((msisdn) => {
    for (const order of [...book.ofNumber(msisdn)]) if (order.waitsForHandset) applyBehaviour(order)
  })

  return {
    floatHundredths: inWallet,
    accept(request) {
      const behaviour = behaviourFor(request)
      const spentHundredths = request.kind === 'payout' ? request.amountHundredths + request.chargeHundredths : 0
      if (book.byReference(request.wire, request.reference) !== undefined)
        return { ok: false, error: 'duplicate-reference' }
      if (BEHAVIOURS[behaviour].reply === 'refused') return { ok: false, error: 'refused' }
      if (spentHundredths > inWallet(request.wallet)) return { ok: false, error: 'float-too-low' }
      if (book.pendingCount >= parts.maxPending) return { ok: false, error: 'too-many-pending' }
      move(request.wallet, -spentHundredths)
      const order = book.add(request, behaviour, now())
      if (BEHAVIOURS[behaviour].ending !== 'never') schedule.after(delayOf(order), () => completeDue(order))
      handsets.changed(order.msisdn)
      parts.onAccepted(order)
      return { ok: true, value: order }
    },
    restore(order) {
      book.restore(order)
      if (order.status === 'success') transactionNumber += 1
      const { wallet, kind, amountHundredths, chargeHundredths } = order
      if (kind === 'payout' && order.status !== 'failed') move(wallet, -amountHundredths - chargeHundredths)
      if (kind === 'collection' && order.status === 'success') move(wallet, amountHundredths - chargeHundredths)
      if (order.status !== 'pending') book.ended(order)
      else if (BEHAVIOURS[order.behaviour].ending !== 'never')
        schedule.after(order.createdAtMs + delayOf(order) - now(), () => completeDue(order))
    },
    end,
    decideManually(order, decision) {
      return isPrompt(order) && end(order, decision === 'approve' ? 'success' : 'declined')
    },
    promptsOf: (msisdn) => [...book.ofNumber(msisdn)].filter(isPrompt),
    promptEndsAtMs,
    setBehaviour(target, behaviour) {
      const [behaviours, key] =
        'reference' in target ? [behaviourOfReference, target.reference] : [behaviourOfMsisdn, target.msisdn]
      if (behaviour === null) return behaviours.delete(key)
      if (behaviours.size >= MAX_OVERRIDES && !behaviours.has(key)) return false
      behaviours.set(key, behaviour)
      return true
    },
    setFloat(hundredths) {
      defaultFloat = hundredths
      floats.clear()
    },
    reset() {
      behaviourOfReference.clear()
      behaviourOfMsisdn.clear()
      defaultFloat = parts.startFloatHundredths
      floats.clear()
    },
  }
}
