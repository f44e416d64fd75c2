import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { DEMO_PLAYER } from '../demo-accounts.ts'
import type {
  Exchange,
  ListedOrder,
  MobileMoneyProvider,
  Order,
  OrderQuery,
  QueryReply,
} from '../modules/payments/ports.ts'
import type { Chance } from './chance.ts'

const FAILURE_RATE = 0.12
/** All payments of the demo player succeed. */
const RELIABLE_PAYER = `+256${DEMO_PLAYER.phoneNumber}`
/** Orders per request to the simulator, which limits the size of a request. */
const ORDERS_PER_REQUEST = 500
const REFUSED_PIN = {
  status: 'failed',
  failureCause: 'declined',
  message: 'The customer declined the request',
} as const
const NO_FUNDS = {
  status: 'failed',
  failureCause: 'insufficient-funds',
  message: 'The customer has insufficient funds',
} as const
const PAID = { status: 'success', message: null } as const

type PastOrder = {
  readonly order: Order
  readonly createdAt: Date
  readonly end: typeof PAID | typeof NO_FUNDS | typeof REFUSED_PIN
}

export type HistoryProvider = MobileMoneyProvider & {
  /** Gives all orders to the simulator that replaces this provider, so that the product can compare its payments. */
  handOver(simulator: string): Promise<void>
}

/**
 * The provider of the generated history, in memory and on the history's clock. Every order has a final status when it
 * is queried. It reports no wallet balance, because the simulator that replaces it has a different balance.
 */
export function createHistoryProvider(chance: Chance, now: () => Date): HistoryProvider {
  const orders = new Map<string, PastOrder>()
  const counts = new Map<string, number>()

  /**
   * The final status of an order. It depends on the phone number and the count of its orders, because references are
   * random.
   */
  function endOf({ phoneNumber, kind }: Order) {
    const count = (counts.get(phoneNumber) ?? 0) + 1
    counts.set(phoneNumber, count)
    const drawn = chance(`order ${phoneNumber} ${count}`)
    if (kind === 'payout' || phoneNumber === RELIABLE_PAYER || drawn >= FAILURE_RATE) return PAID
    return drawn < FAILURE_RATE / 2 ? REFUSED_PIN : NO_FUNDS
  }

  const reportOf = ({ reference }: OrderQuery): QueryReply => {
    const found = orders.get(reference)
    const exchange = exchangeOf('status', { reference }, { status: found?.end.status ?? 'unknown' })
    if (found === undefined) return { kind: 'absent', exchange }
    const { order, end } = found
    const report = {
      reference,
      internalReference: internalOf(reference),
      kind: order.kind,
      phoneNumber: order.phoneNumber,
      amount: order.amount,
      currency: 'UGX',
      charge: null,
      ...end,
    }
    return { kind: 'final', exchange, report }
  }

  const listedOf = ([reference, { order, createdAt, end }]: [string, PastOrder]): ListedOrder => ({
    reference,
    kind: order.kind,
    status: end.status,
    phoneNumber: order.phoneNumber,
    amount: order.amount,
    currency: 'UGX',
    createdAt,
  })

  return {
    name: 'relworx',
    numberLimit: null,
    isAvailable: () => true,
    canResend: () => false,
    async send(order) {
      const { reference, kind } = order
      orders.set(reference, { order, createdAt: now(), end: endOf(order) })
      const exchange = exchangeOf('send', { reference, kind }, { success: true })
      return { kind: 'accepted', internalReference: internalOf(reference), providerStatus: 'pending', exchange }
    },
    query: async (query) => reportOf(query),
    async list(from, to) {
      const exchange = exchangeOf('list', { from, to }, { success: true })
      const listed = [...orders]
        .map(listedOf)
        .filter(({ createdAt }) => createdAt !== null && createdAt >= from && createdAt < to)
      return { kind: 'list', orders: listed, isComplete: true, exchange }
    },
    balances: async () => ({ kind: 'unclear', exchange: exchangeOf('balance', {}, {}) }),
    readCallback: () => ({ kind: 'invalid', reason: 'form' }),
    async handOver(simulator) {
      const past = [...orders.values()].map(recordOf)
      for (let start = 0; start < past.length; start += ORDERS_PER_REQUEST) {
        const response = await fetch(new URL('/control', simulator), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ record: past.slice(start, start + ORDERS_PER_REQUEST) }),
        })
        if (!response.ok) throw new Error(`the simulator took no orders: ${await response.text()}`)
      }
    },
  }
}

/** An order as the simulator of mobile money reads it. */
const recordOf = ({ order: { reference, kind, phoneNumber, amount }, createdAt, end }: PastOrder) => ({
  kind,
  reference,
  internalReference: internalOf(reference),
  msisdn: phoneNumber,
  amountUgx: ugxToNumber(amount),
  failure: end.status === 'failed' ? end.failureCause : null,
  createdAtMs: createdAt.getTime(),
})

const internalOf = (reference: string): string => `demo-${reference}`

const exchangeOf = (operation: Exchange['operation'], request: object, response: object): Exchange => ({
  operation,
  request,
  httpStatus: 200,
  response: JSON.stringify(response),
  failure: null,
  durationMs: 120,
})
