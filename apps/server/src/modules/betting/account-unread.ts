import { codeOf } from '../../kernel/db/failures.ts'

/** The database would not say in time what the rules ask about a player: nothing was done (SLIP-66). */
export class AccountUnread extends Error {
  constructor(cause: unknown) {
    super('the account could not be read', { cause })
    this.name = 'AccountUnread'
  }
}

// Its lock was waited for, or it was read, for as long as may be.
const IN_VAIN = new Set(['55P03', '57014'])

/** Of anything else that fails the database itself is the reason: that is told of as everywhere. */
export function accountUnread(error: unknown): never {
  throw IN_VAIN.has(codeOf(error)) ? new AccountUnread(error) : error
}
