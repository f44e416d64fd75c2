import { ZERO } from '@mupiira/domain/money/ugx.ts'
import { maskPhone } from '@mupiira/domain/phone/phone.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { OutboxEvent } from '../../kernel/outbox/event.ts'
import { type Balance, HOUSE, type HouseAccount, type LockedAccount, type Wallet } from '../wallet/index.ts'
import type { ProviderName } from './ports.ts'
import type { Payment } from './payment-row.ts'
import { depositorsAmong } from './queries.ts'

/** Our money at each provider. */
export const FLOAT: { readonly [provider in ProviderName]: HouseAccount } = {
  relworx: HOUSE.floatRelworx,
  mtn: HOUSE.floatMtn,
  airtel: HOUSE.floatAirtel,
}

export type Moved = {
  /** The balances that deposits have changed; holds announce theirs themselves. */
  readonly events: readonly OutboxEvent[]
  /** The first credited deposits in their accounts' lives (D29). */
  readonly firstDeposits: ReadonlySet<Payment>
}

/**
 * The money of payments that got a final status: a deposit is credited, a withdrawal's hold is taken (amount to the provider,
 * fee to us) or given back (DEP-21, WDR-20, WDR-21). The ledger's unique key makes a second time impossible. Deposits are
 * credited in one statement, whatever their number.
 */
export async function moveMoney(tx: Tx, wallet: Wallet, ended: readonly Payment[], now: Date): Promise<Moved> {
  const moving = ended.filter(({ type, status }) => type === 'withdrawal' || status === 'success')
  if (moving.length === 0) return { events: [], firstDeposits: new Set() }
  // All of them first, in their order. The lock also makes two deposits of one account take turns: only one of them is the first.
  const accounts = await wallet.lockAccounts(
    tx,
    moving.map(({ userId }) => userId),
  )
  const deposits = moving.filter(({ type }) => type === 'deposit')
  const moved = deposits.length === 0 ? NOTHING : await creditDeposits(tx, wallet, deposits, accounts, now)
  for (const payment of moving) if (payment.type === 'withdrawal') await decideHold(tx, wallet, payment, now)
  return moved
}

const NOTHING: Moved = { events: [], firstDeposits: new Set() }

async function creditDeposits(
  tx: Tx,
  wallet: Wallet,
  deposits: readonly Payment[],
  accounts: ReadonlyMap<string, LockedAccount>,
  now: Date,
): Promise<Moved> {
  const credits = deposits.map(({ id, userId, provider, amount, description }) => ({
    source: FLOAT[provider],
    destination: userId,
    amount,
    kind: 'deposit',
    reference: id,
    description,
  }))
  const [earlier, posted] = await Promise.all([
    depositorsAmong(tx, deposits),
    wallet.post(tx, credits, now, { events: 'caller' }),
  ])
  const balances = new Map<string, Balance>()
  const firstDeposits = new Set<Payment>()
  for (const [at, deposit] of deposits.entries()) {
    const { userId } = deposit
    if (!earlier.has(userId) && !balances.has(userId)) firstDeposits.add(deposit)
    const balance = posted[at]?.balanceAfter
    if (balance == null) throw new Error("a deposit is on a player's account")
    balances.set(userId, { balance, held: accounts.get(userId)?.held ?? ZERO })
  }
  return { events: wallet.balanceEvents(balances), firstDeposits }
}

async function decideHold(tx: Tx, wallet: Wallet, payment: Payment, now: Date): Promise<void> {
  const { id, status, amount, fee, description } = payment
  if (status === 'success') {
    const paid = { to: FLOAT[payment.provider], amount, kind: 'withdrawal', description }
    const charged = { to: HOUSE.fees, amount: fee, kind: 'withdrawal-fee', description: 'Withdrawal fee' }
    await wallet.postHold(tx, id, fee > 0n ? [paid, charged] : [paid], now)
  } else {
    const words = { kind: 'withdrawal-release', description: `${description} was not paid` }
    await wallet.voidHold(tx, id, words, now)
  }
}

/** Sets amount and fee aside when a withdrawal is asked for (WDR-17, D31). */
export function holdRequest(payment: Payment): Parameters<Wallet['placeHold']>[1] {
  const { id, userId, amount, fee, description } = payment
  return {
    account: userId,
    amount: (amount + fee) as typeof amount,
    reference: id,
    kind: 'withdrawal-hold',
    description: `${description}: held`,
  }
}

/** What the statement says of a payment. */
export const descriptionOf = (type: Payment['type'], method: Payment['paymentMethod'], phoneNumber: string): string =>
  type === 'deposit'
    ? `Deposit by ${method === 'MTN' ? 'MTN' : 'Airtel'} from ${maskPhone(phoneNumber)}`
    : `Withdrawal to ${maskPhone(phoneNumber)}`

/** The ledger check's view of what each payment must have moved (OPS-05). */
export function explainPayments(wallet: Wallet): void {
  const explain = (kind: string, amount: string, where: string): void =>
    wallet.registerExplainer(kind, `select id as reference, ${amount} as amount from transactions where ${where}`)
  explain('deposit', 'amount', `type = 'deposit' and status = 'success'`)
  explain('withdrawal-hold', '-(amount + fee)', `type = 'withdrawal'`)
  explain('withdrawal', '-amount', `type = 'withdrawal' and status = 'success'`)
  explain('withdrawal-fee', '-fee', `type = 'withdrawal' and status = 'success' and fee > 0`)
  explain('withdrawal-release', 'amount + fee', `type = 'withdrawal' and status = 'failed'`)
}
