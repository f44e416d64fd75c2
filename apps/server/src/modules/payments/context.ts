import type { Kernel } from '../../kernel/kernel.ts'
import type { Protection } from '../protection/index.ts'
import type { SettingsApi } from '../settings/index.ts'
import type { Wallet } from '../wallet/index.ts'
import type { ApplyOutcomes } from './apply-outcome.ts'
import type { Providers } from './providers.ts'

/** Of the accounts, payments need the phone that money may go to, and its owner's name. */
export type Accounts = {
  profile(
    userId: string,
  ): Promise<{ readonly phoneNumber: string; readonly firstName: string; readonly lastName: string } | null>
}

/** What the commands of this module work with. */
export type PaymentContext = {
  readonly kernel: Kernel
  readonly settings: Pick<SettingsApi, 'current'>
  readonly wallet: Wallet
  readonly accounts: Accounts
  readonly protection: Protection
  readonly providers: Providers
  readonly applyOutcomes: ApplyOutcomes
}
