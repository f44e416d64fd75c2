import { PROVIDERS } from '@mupiira/domain/payments/providers.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import { HOUSE, type Transfer, type Wallet } from '../wallet/index.ts'
import type { Payment } from './payment.ts'
import { storeCharges } from './payment-postings.repository.ts'

/** Posts what the providers charged for paid payments, as they report it with the result. */
export async function postCharges(tx: Tx, wallet: Wallet, payments: readonly Payment[], now: Date): Promise<void> {
  const charged = payments.flatMap(({ id, status, provider, providerCharge }) =>
    status === 'success' && providerCharge !== null && providerCharge > 0n
      ? { id, provider, amount: providerCharge }
      : [],
  )
  if (charged.length === 0) return
  const transfers = charged.map(({ id, provider, amount }): Transfer => ({
    source: HOUSE.charges,
    destination: PROVIDERS[provider].floatAccount,
    amount,
    kind: 'provider-charge',
    reference: id,
    description: `Charge of ${PROVIDERS[provider].label}`,
  }))
  await Promise.all([wallet.transfers.post(tx, transfers, now), storeCharges(tx, charged, now)])
}
