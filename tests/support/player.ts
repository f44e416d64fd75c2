import { setTimeout as sleep } from 'node:timers/promises'
import type { Transaction } from '@mupiira/contract/payments.ts'
import type { Client } from './client.ts'
import type { Product } from './product.ts'
import { mustPlace } from './place-bet.ts'

export { asPlaced, mustPlace } from './place-bet.ts'

/** A player with a phone, an account and a browser. */
export type Player = {
  readonly client: Client
  readonly userId: string
  /** Nine digits. */
  readonly phone: string
  readonly password: string
}

const DECIDED_WITHIN_MS = 60_000

/**
 * Registers an account over HTTP. The last digit of the phone number selects the behaviour of the mobile-money
 * simulator. If the number is taken because a test is retried, uses another one of the same network and last digits.
 */
export async function registerPlayer(
  product: Product,
  phone: string,
  options: { readonly nin?: string; readonly connections?: number } = {},
): Promise<Player> {
  const client = product.client(options.connections)
  const password = `kasana-${phone}`
  const reply = await client.call('POST /api/auth/register', {
    body: {
      firstName: 'Amina',
      lastName: 'Nakato',
      phoneNumber: phone,
      password,
      location: 'Kampala',
      acceptTerms: true,
      ...(options.nin === undefined ? {} : { nin: options.nin }),
    },
  })
  if (reply.ok) return { client, userId: reply.body.user.id, phone, password }
  if (reply.problem.code === 'PHONE_TAKEN') return registerPlayer(product, triedAgain(phone), options)
  throw new Error(`${phone} cannot register: ${reply.response.text}`)
}

/** The next number with this network (two digits) and these last six digits. */
const triedAgain = (phone: string): string => `${phone.slice(0, 2)}${(Number(phone[2]) + 1) % 10}${phone.slice(3)}`

/** Requests a deposit and waits for its result. */
export async function deposit(player: Player, amount: number, phone = player.phone): Promise<Transaction> {
  const { transaction } = await player.client.must('POST /api/payments/deposits', {
    body: { amount, phoneNumber: phone, method: 'MTN' },
  })
  return decidedPayment(player, transaction)
}

/**
 * Like `deposit`, and also waits for the notification of the result. On a page that opens earlier, its toast would
 * cover buttons that a test presses.
 */
export async function notifiedDeposit(player: Player, amount: number, phone = player.phone): Promise<Transaction> {
  const payment = await deposit(player, amount, phone)
  await until(`payment ${payment.id} is notified`, async () => {
    const { items } = await player.client.must('GET /api/notifications', { query: { filter: 'deposits' } })
    return items.some(({ data }) => data.transactionId === payment.id && data.status === payment.status)
  })
  return payment
}

export async function withdraw(player: Player, amount: number): Promise<Transaction> {
  const { transaction } = await player.client.must('POST /api/payments/withdrawals', { body: { amount } })
  return decidedPayment(player, transaction)
}

async function decidedPayment({ client }: Player, { id }: Transaction): Promise<Transaction> {
  const deadline = performance.now() + DECIDED_WITHIN_MS
  for (;;) {
    const payment = await client.must('GET /api/payments/{id}', { params: { id } })
    if (payment.status !== 'pending') return payment
    if (performance.now() > deadline) throw new Error(`payment ${id} is still pending: ${payment.message}`)
    await sleep(50)
  }
}

/** Bets on the home win of a team's next game at the current odds, even if they move now; returns the ticket id. */
export async function betOn({ client }: Player, team: string, stakeUgx: number): Promise<string> {
  const { items } = await client.must('GET /api/games', { query: { sport: 'soccer', q: team } })
  const [game] = items
  const { ticket } = await mustPlace(client, {
    body: {
      stake: stakeUgx,
      selections: [{ gameId: game?.id ?? '', market: '1x2', selection: '1', odds: game?.prices['1'] ?? 0 }],
      acceptOddsChanges: true,
    },
  })
  return ticket.id
}

/** Polls until the condition holds. */
export async function until<T>(
  what: string,
  look: () => Promise<T | null | undefined | false>,
  withinMs = 60_000,
): Promise<T> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const seen = await look()
    if (seen !== null && seen !== undefined && seen !== false) return seen
    if (performance.now() > deadline) throw new Error(`timed out waiting: ${what}`)
    await sleep(50)
  }
}

/** Maps all items with limited concurrency; results are in order. */
export async function inParallel<In, Out>(
  items: readonly In[],
  atOnce: number,
  work: (item: In, at: number) => Promise<Out>,
): Promise<Out[]> {
  const out: Out[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) out[at] = await work(items[at] as In, at)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  return out
}
