import { isDatabaseAway, isRetryable, isServerRefusal } from '../../kernel/db/failures.ts'

/** The database would not say in time what the rules ask about a player: nothing was done (SLIP-66). */
export class AccountUnread extends Error {
  constructor(cause: unknown) {
    super('the account could not be read', { cause })
    this.name = 'AccountUnread'
  }
}

/** A deadlock passes, for the transaction is run anew; a database that does not answer at all is told of as everywhere. */
export function accountUnread(error: unknown): never {
  const isRefused = isServerRefusal(error) && isDatabaseAway(error) && !isRetryable(error)
  throw isRefused ? new AccountUnread(error) : error
}
