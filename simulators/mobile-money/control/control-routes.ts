import { readMsisdn } from '../core/networks.ts'
import type { Order } from '../core/order.ts'
import type { WireFormat } from '../core/wire-format.ts'
import { WIRES } from '../core/wire-format.ts'
import type { SharedState } from '../core/shared-state.ts'
import type { Exchange } from '../http/exchange.ts'
import { applyPatch, findOrder } from './apply-patch.ts'
import { readPatch } from './read-patch.ts'

const MAX_LISTED = 1_000

function presentOrder(order: Order): Record<string, unknown> {
  const { amountHundredths, chargeHundredths, ...rest } = order
  return { ...rest, amountUgx: amountHundredths / 100, chargeUgx: chargeHundredths / 100 }
}

function presentState(shared: SharedState, wires: readonly WireFormat[]): Record<string, unknown> {
  return {
    faults: Object.fromEntries(WIRES.map((wire) => [wire, shared.faultsOf(wire)])),
    settings: shared.settings,
    floatUgx: Object.fromEntries(
      wires.flatMap(({ wallets }) => wallets.map((wallet) => [wallet, shared.processor.floatHundredths(wallet) / 100])),
    ),
    orders: { kept: shared.orders.storedCount, pending: shared.orders.pendingCount },
    callbacks: { ...shared.callbacks.counts, open: shared.callbacks.open },
    handsetsOpen: shared.handsets.openCount,
    nowMs: shared.now(),
  }
}

function listOrders(shared: SharedState, wires: readonly WireFormat[], query: URLSearchParams): Order[] {
  const reference = query.get('reference')
  if (reference !== null) {
    const order = findOrder(shared, wires, reference)
    return order === undefined ? [] : [order]
  }
  const status = query.get('status')
  const limit = Math.min(Math.max(Number(query.get('limit')) || MAX_LISTED, 1), MAX_LISTED)
  const fits = (order: Order): boolean => status === null || order.status === status
  const msisdn = query.get('msisdn')
  if (msisdn === null) return shared.orders.newest(limit, fits)
  return [...shared.orders.ofNumber(readMsisdn(msisdn) ?? '')].filter(fits).slice(-limit).reverse()
}

/**
 * Serves the control endpoint. Returns false for other requests. The endpoint is for tests: it needs no key, and it is
 * available only on the simulator's host.
 */
export async function answerControl(
  shared: SharedState,
  wires: readonly WireFormat[],
  exchange: Exchange,
): Promise<boolean> {
  const { method, path } = exchange
  if (path === '/control/orders' && method === 'GET') {
    exchange.reply(200, { orders: listOrders(shared, wires, exchange.query).map(presentOrder) })
    return true
  }
  if (path !== '/control') return false
  if (method === 'GET') {
    exchange.reply(200, presentState(shared, wires))
    return true
  }
  if (method !== 'POST') return false
  const body = await exchange.readJson()
  const patch = body.ok ? readPatch(body.value) : body
  if (!patch.ok) exchange.reply(422, { error: patch.error })
  else {
    const undone = applyPatch(shared, wires, patch.value)
    exchange.reply(undone.length === 0 ? 200 : 422, { ...presentState(shared, wires), undone })
  }
  return true
}
