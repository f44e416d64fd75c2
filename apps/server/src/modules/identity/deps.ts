import type { Settings } from '@mupiira/domain/settings/types.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Db, Sql } from '../../kernel/db/sql.ts'
import type { Encryption } from '../../kernel/encryption.ts'
import type { Outbox } from '../../kernel/outbox/event.ts'
import type { Wallet } from '../wallet/index.ts'
import type { Passwords } from './login/passwords.ts'
import type { SecondFactor } from './login/second-factor.ts'
import type { TokenBucket } from './login/login-throttling.repository.ts'

/** Dependencies of the module's routes. */
export type IdentityDeps = {
  readonly clock: Clock
  readonly db: Db
  readonly outbox: Outbox
  readonly wallet: Wallet
  readonly passwords: Passwords
  readonly settings: () => Settings
  readonly secondFactor: SecondFactor
  /** Encrypts National ID numbers. */
  readonly ninEncryption: Encryption
  /** The configured key that hashes login codes. */
  readonly codeKey: string
  /** Whether the account's number was proved by an SMS code or a deposit. */
  readonly isNumberProved: (sql: Sql, userId: string, phoneNumber: string) => Promise<boolean>
  /** The limit of unused codes and links per network. */
  readonly messages: TokenBucket
}
