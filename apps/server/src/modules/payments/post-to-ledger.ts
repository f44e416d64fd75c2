import { formatPlain, ZERO } from '@mupiira/domain/money/ugx.ts'
import { PROVIDERS } from '@mupiira/domain/payments/providers.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { OutboxEvent } from '../../kernel/outbox/event.ts'
import { type Balance, type HoldPart, HOUSE, type LockedAccount, type Transfer, type Wallet } from '../wallet/index.ts'
import type { Payment } from './payment.ts'
import { usersWithEarlierDeposit } from './payments.repository.ts'
import { postCharges } from './post-charges.ts'

export type PostingResult = {
  /** Only for deposits, because the wallet publishes changes of holds itself. */
  readonly balanceEvents: readonly OutboxEvent[]
  /** Deposits that are the first successful one of their account (D29). */
  readonly firstDeposits: ReadonlySet<Payment>
}
const NOTHING: PostingResult = { balanceEvents: [], firstDeposits: new Set() }

/** A failed deposit moves nothing. */
const movesMoney = ({ type, status }: Payment): boolean => type === 'withdrawal' || status === 'success'

/**
 * Moves the money of payments that reached a final status: credits a deposit, captures the hold of a withdrawal (amount
 * to the provider, fee to the house) or releases it (DEP-21, WDR-20, WDR-21). The ledger's unique key rules out a
 * second posting. One statement credits all deposits. The accounts are locked.
 */
export async function postToLedger(
  tx: Tx,
  wallet: Wallet,
  { ended, accounts }: { readonly ended: readonly Payment[]; readonly accounts: ReadonlyMap<string, LockedAccount> },
  now: Date,
): Promise<PostingResult> {
  const posted = ended.filter(movesMoney)
  if (posted.length === 0) return NOTHING
  const deposits = posted.filter(({ type }) => type === 'deposit')
  const credited = deposits.length === 0 ? NOTHING : await creditDeposits(tx, wallet, deposits, accounts, now)
  for (const payment of posted) if (payment.type === 'withdrawal') await closeHold(tx, wallet, payment, now)
  await postCharges(tx, wallet, posted, now)
  return credited
}

async function creditDeposits(
  tx: Tx,
  wallet: Wallet,
  deposits: readonly Payment[],
  accounts: ReadonlyMap<string, LockedAccount>,
  now: Date,
): Promise<PostingResult> {
  const credits = deposits.map(({ id, userId, provider, amount, description }): Transfer => ({
    source: PROVIDERS[provider].floatAccount,
    destination: userId,
    amount,
    kind: 'deposit',
    reference: id,
    description,
  }))
  const [withEarlierDeposit, postings] = await Promise.all([
    usersWithEarlierDeposit(tx, deposits),
    wallet.transfers.post(tx, credits, now, { events: 'caller' }),
  ])
  const balances = new Map<string, Balance>()
  const firstDeposits = new Set<Payment>()
  for (const [index, deposit] of deposits.entries()) {
    const { userId } = deposit
    if (!withEarlierDeposit.has(userId) && !balances.has(userId)) firstDeposits.add(deposit)
    const balance = postings[index]?.balanceAfter
    if (balance == null) throw new Error('a deposit must credit a player account')
    balances.set(userId, { balance, held: accounts.get(userId)?.held ?? ZERO })
  }
  return { balanceEvents: wallet.transfers.balanceEvents(balances), firstDeposits }
}

/** Why a hold was released without a reply of the provider. */
const RELEASES: { readonly [reason: string]: string } = { denied: 'was not approved', cancelled: 'was cancelled' }

async function closeHold(tx: Tx, wallet: Wallet, payment: Payment, now: Date): Promise<void> {
  const { id, status, amount, fee, description, provider, reason } = payment
  if (status !== 'success') {
    const released = `${description} ${RELEASES[reason ?? 'failed'] ?? 'was not paid'}`
    await wallet.holds.void(tx, id, { kind: 'withdrawal-release', description: released }, now)
    return
  }
  const paid: HoldPart = { to: PROVIDERS[provider].floatAccount, amount, kind: 'withdrawal', description }
  const charged: HoldPart = { to: HOUSE.fees, amount: fee, kind: 'withdrawal-fee', description: 'Withdrawal fee' }
  await wallet.holds.post(tx, id, fee > 0n ? [paid, charged] : [paid], now)
}

/** Amount and fee are held when a withdrawal is requested (WDR-17, D31). */
export function holdOf(payment: Payment): Parameters<Wallet['holds']['place']>[1] {
  const { id, userId, amount, fee, description } = payment
  return {
    account: userId,
    amount: (amount + fee) as typeof amount,
    reference: id,
    kind: 'withdrawal-hold',
    description: fee > 0n ? `${description}, with a fee of UGX ${formatPlain(fee)}` : description,
  }
}
