import type { Settings } from '@mupiira/domain/settings/types.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Outbox } from '../../kernel/outbox/event.ts'
import type { Wallet } from '../wallet/index.ts'
import type { Passwords } from './passwords.ts'
import type { SecondFactor } from './second-factor.ts'
import type { Flow } from './login-throttling.ts'

/** Dependencies of the module's routes. */
export type IdentityParts = {
  readonly db: Db
  readonly outbox: Outbox
  readonly wallet: Wallet
  readonly passwords: Passwords
  readonly settings: () => Settings
  readonly secondFactor: SecondFactor
  /** The limit of unused codes and links per network. */
  readonly messages: Flow
}
