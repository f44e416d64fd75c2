import { readMsisdn } from '../core/networks.ts'
import type { Order } from '../core/order.ts'
import type { WireFormat } from '../core/wire-format.ts'
import { WIRES } from '../core/wire-format.ts'
import type { World } from '../core/world.ts'
import type { Exchange } from '../http/exchange.ts'
import { applyPatch, findOrder } from './apply-patch.ts'
import { readPatch } from './read-patch.ts'

const MAX_LISTED = 1_000

function presentOrder(order: Order): Record<string, unknown> {
  const { amountHundredths, chargeHundredths, ...rest } = order
  return { ...rest, amountUgx: amountHundredths / 100, chargeUgx: chargeHundredths / 100 }
}

function presentState(world: World, wires: readonly WireFormat[]): Record<string, unknown> {
  return {
    faults: Object.fromEntries(WIRES.map((wire) => [wire, world.faultsOf(wire)])),
    settings: world.settings,
    floatUgx: Object.fromEntries(
      wires.flatMap(({ wallets }) => wallets.map((wallet) => [wallet, world.processor.floatHundredths(wallet) / 100])),
    ),
    orders: { kept: world.book.storedCount, pending: world.book.pendingCount },
    callbacks: { ...world.callbacks.counts, open: world.callbacks.open },
    handsetsOpen: world.handsets.openCount,
    nowMs: world.now(),
  }
}

function listOrders(world: World, wires: readonly WireFormat[], query: URLSearchParams): Order[] {
  const reference = query.get('reference')
  if (reference !== null) {
    const order = findOrder(world, wires, reference)
    return order === undefined ? [] : [order]
  }
  const status = query.get('status')
  const limit = Math.min(Math.max(Number(query.get('limit')) || MAX_LISTED, 1), MAX_LISTED)
  const fits = (order: Order): boolean => status === null || order.status === status
  const msisdn = query.get('msisdn')
  if (msisdn === null) return world.book.newest(limit, fits)
  return [...world.book.ofNumber(readMsisdn(msisdn) ?? '')].filter(fits).slice(-limit).reverse()
}

/**
 * Returns true if the request was for the control endpoint. It is for tests: it needs no key and binds to the
 * simulator's host.
 */
export async function answerControl(world: World, wires: readonly WireFormat[], exchange: Exchange): Promise<boolean> {
  const { method, path } = exchange
  if (path === '/control/orders' && method === 'GET') {
    exchange.reply(200, { orders: listOrders(world, wires, exchange.query).map(presentOrder) })
    return true
  }
  if (path !== '/control') return false
  if (method === 'GET') {
    exchange.reply(200, presentState(world, wires))
    return true
  }
  if (method !== 'POST') return false
  const body = await exchange.readJson()
  const patch = body.ok ? readPatch(body.value) : body
  if (!patch.ok) exchange.reply(422, { error: patch.error })
  else {
    const undone = applyPatch(world, wires, patch.value)
    exchange.reply(undone.length === 0 ? 200 : 422, { ...presentState(world, wires), undone })
  }
  return true
}
