import { maskPhone } from '@mupiira/domain/phone/phone.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import { HOUSE, type HouseAccount, type Wallet } from '../wallet/index.ts'
import type { ProviderName } from './ports.ts'
import type { Payment } from './payment-row.ts'
import { hasDeposited } from './queries.ts'

/** Our money at each provider. */
export const FLOAT: { readonly [provider in ProviderName]: HouseAccount } = {
  relworx: HOUSE.floatRelworx,
  mtn: HOUSE.floatMtn,
  airtel: HOUSE.floatAirtel,
}

/**
 * The money of a change of status: a deposit is credited, a withdrawal's hold is taken (amount to the provider, fee to
 * us) or given back (DEP-21, WDR-20, WDR-21). The ledger's unique key makes a second time impossible. True for the first
 * credited deposit in an account's life (D29).
 */
export async function moveMoney(tx: Tx, wallet: Wallet, payment: Payment, now: Date): Promise<boolean> {
  const { id, userId, type, status, amount, fee, description } = payment
  const float = FLOAT[payment.provider]
  if (type === 'deposit') {
    if (status !== 'success') return false
    // The lock makes two deposits of one account take turns: only one of them is the first.
    await wallet.lockAccounts(tx, [userId])
    const isFirst = !(await hasDeposited(tx, userId, id))
    await wallet.credit(tx, { account: userId, from: float, amount, kind: 'deposit', reference: id, description }, now)
    return isFirst
  }
  if (status === 'success') {
    const paid = { to: float, amount, kind: 'withdrawal', description }
    const charged = { to: HOUSE.fees, amount: fee, kind: 'withdrawal-fee', description: 'Withdrawal fee' }
    await wallet.postHold(tx, id, fee > 0n ? [paid, charged] : [paid], now)
  } else {
    const words = { kind: 'withdrawal-release', description: `${description} was not paid` }
    await wallet.voidHold(tx, id, words, now)
  }
  return false
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
  type === 'deposit' ? `Deposit by ${method} from ${maskPhone(phoneNumber)}` : `Withdrawal to ${maskPhone(phoneNumber)}`

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
