import type { Settings } from '@mupiira/domain/settings/types.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Outbox } from '../../kernel/outbox/event.ts'
import type { Wallet } from '../wallet/index.ts'
import type { Passwords } from './passwords.ts'
import type { SecondFactor } from './second-factor.ts'
import type { Flow } from './login-throttling.ts'

/** What the module's routes work with. */
export type IdentityParts = {
  readonly db: Db
  readonly outbox: Outbox
  readonly wallet: Wallet
  readonly passwords: Passwords
  readonly settings: () => Settings
  readonly secondFactor: SecondFactor
  /** Codes and links that a network may have sent without using them. */
  readonly messages: Flow
}
