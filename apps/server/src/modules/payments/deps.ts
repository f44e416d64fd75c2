import type { Provider } from '@mupiira/domain/payments/providers.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Identity } from '../identity/index.ts'
import type { Protection } from '../protection/index.ts'
import type { SettingsApi } from '../settings/index.ts'
import type { Wallet } from '../wallet/index.ts'
import type { Payment } from './payment.ts'
import type { MobileMoneyProvider, SmsSender } from './ports.ts'
import type { ReviewEvidence } from './withdrawals/review-facts.ts'

/** The dependencies of the module's commands. */
export type PaymentDeps = {
  readonly kernel: Kernel
  readonly settings: Pick<SettingsApi['reads'], 'current'>
  readonly wallet: Wallet
  readonly identity: Pick<Identity, 'accounts' | 'profiles'>
  readonly protection: Protection
  /** The configured providers. */
  readonly providers: ReadonlyMap<Provider, MobileMoneyProvider>
  readonly texts: SmsSender
  readonly review: ReviewEvidence
}

/** Stores the answer to a request in the transaction that creates its payment. */
export type StoreAnswer = (tx: Tx, payment: Payment) => Promise<void>

/** A payment keeps the provider that it was sent by. */
export function providerOf({ providers }: Pick<PaymentDeps, 'providers'>, { provider }: Payment): MobileMoneyProvider {
  const found = providers.get(provider)
  if (found === undefined) throw new Error(`the provider ${provider} has payments and is not configured`)
  return found
}
