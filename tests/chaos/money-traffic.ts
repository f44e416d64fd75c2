import { setTimeout as sleep } from 'node:timers/promises'
import type { Player } from '../support/player.ts'
import type { Draws } from '../support/seeded.ts'

/** One payment request with the idempotency key that the client uses until it receives a response. */
export type PlannedPayment = {
  readonly player: Player
  readonly type: 'deposit' | 'withdrawal'
  readonly amount: number
  /** Deposits may come from any phone; its last digit selects the provider's behaviour. */
  readonly phone: string
  readonly key: string
  response: { readonly status: number; readonly paymentId: string | null } | null
}

const AT_ONCE = 16
const RETRY_AFTER_MS = 150

/** 77…… for MTN, 75…… for Airtel, nine digits with every last digit. */
export const phoneFor = (method: 'MTN' | 'AIRTEL', middle: number, digit: number): string =>
  `${method === 'MTN' ? '77' : '75'}${String(middle).padStart(6, '0')}${digit}`

export const methodOf = (phone: string): 'MTN' | 'AIRTEL' => (phone.startsWith('77') ? 'MTN' : 'AIRTEL')

/** Half deposits, half withdrawals, over both carriers and all last digits. */
export function drawPlannedPayments(players: readonly Player[], count: number, draws: Draws): PlannedPayment[] {
  return Array.from({ length: count }, (_, at) => {
    const nth = at % players.length
    const player = players[nth] as Player
    const turn = Math.floor(at / players.length)
    const type = turn % 2 === 0 ? 'deposit' : 'withdrawal'
    // An account may request money from three other numbers a day; the opening deposit used one.
    const other = nth * 2 + (Math.floor(turn / 2) % 2)
    return {
      player,
      type,
      amount: 25_000 + draws.below(20_000),
      phone:
        type === 'withdrawal'
          ? player.phone
          : phoneFor(other % 3 === 0 ? 'AIRTEL' : 'MTN', 500_000 + other, other % 10),
      key: `chaos-${String(at).padStart(6, '0')}-${draws.below(1e9)}`,
      response: null,
    }
  })
}

/** Clients that send a share of the requests at a time and retry with the same key until they receive a response. */
export type Traffic = {
  /** Allows this many more requests. */
  release(count: number): void
  /** Resolves when every request has its response. */
  ended(): Promise<void>
}

export function startTraffic(plannedPayments: readonly PlannedPayment[]): Traffic {
  let next = 0
  let released = 0
  const clients = Array.from({ length: AT_ONCE }, async () => {
    while (next < plannedPayments.length) {
      const planned = next < released ? plannedPayments[next++] : undefined
      if (planned === undefined) await sleep(20)
      else await requestUntilAnswered(planned)
    }
  })
  return {
    release: (count) => void (released = Math.min(plannedPayments.length, released + count)),
    ended: async () => void (await Promise.all(clients)),
  }
}

async function requestUntilAnswered(planned: PlannedPayment): Promise<void> {
  for (;;) {
    const reply = await sendPayment(planned).catch(() => null)
    // 503: nothing was started, or the database is unavailable. 409: the same request is in progress.
    if (reply !== null && reply.status !== 503 && reply.status !== 409 && reply.status !== 500) {
      planned.response = { status: reply.status, paymentId: reply.ok ? reply.body.transaction.id : null }
      return
    }
    await sleep(RETRY_AFTER_MS)
  }
}

const sendPayment = ({ player, type, amount, phone, key }: PlannedPayment) =>
  type === 'deposit'
    ? player.client.call('POST /api/payments/deposits', {
        body: { amount, phoneNumber: `256${phone}`, method: methodOf(phone) },
        idempotencyKey: key,
      })
    : player.client.call('POST /api/payments/withdrawals', { body: { amount }, idempotencyKey: key })
