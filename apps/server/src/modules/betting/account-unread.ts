import { codeOf } from '../../kernel/db/failures.ts'

/** The player's account could not be read in time; nothing was written (SLIP-66). */
export class AccountUnread extends Error {
  constructor(cause: unknown) {
    super('the account could not be read', { cause })
    this.name = 'AccountUnread'
  }
}

// lock_not_available, query_canceled
const IN_VAIN = new Set(['55P03', '57014'])

/** Turns timeouts into `AccountUnread`. All other database errors pass through unchanged. */
export function accountUnread(error: unknown): never {
  throw IN_VAIN.has(codeOf(error)) ? new AccountUnread(error) : error
}
