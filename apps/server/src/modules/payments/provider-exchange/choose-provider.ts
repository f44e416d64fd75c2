import type { Provider } from '@mupiira/domain/payments/providers.ts'
import type { PaymentMethod } from '@mupiira/domain/phone/carriers.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import { lockName } from '../../../kernel/db/locks.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import type { PaymentDeps } from '../deps.ts'
import { requestsForNumber } from '../payments.repository.ts'
import type { MobileMoneyProvider } from '../ports.ts'

export type RouteRefusal =
  | { readonly code: 'PAYMENT_SERVICE_UNAVAILABLE' }
  | { readonly code: 'RATE_LIMITED'; readonly retryAfterSeconds: number }

type Routed = {
  readonly method: PaymentMethod
  readonly phoneNumber: string
  /** Whether the number belongs to the requesting account. */
  readonly isOwn: boolean
}

/**
 * How many requests per number are reserved for its owner, so that deposits by others cannot block withdrawals
 * (decision 0023).
 */
const RESERVED_FOR_OWNER = 2

/** Serialises requests of several accounts for one number. Taken before the account's lock. */
export const lockNumber = (tx: Tx, phoneNumber: string): Promise<void> => lockName(tx, `number ${phoneNumber}`)

/**
 * The provider for a new payment: the first of the carrier's routes that works and still accepts requests for the
 * number.
 */
export async function chooseProvider(
  { providers, settings }: Pick<PaymentDeps, 'providers' | 'settings'>,
  tx: Tx,
  request: Routed,
  now: Date,
): Promise<Result<Provider, RouteRefusal>> {
  const waits: number[] = []
  for (const name of settings.current().payment_routes[request.method]) {
    const provider = providers.get(name)
    if (provider?.isAvailable() !== true) continue
    const waitSeconds = await secondsToWait(tx, provider, request, now)
    if (waitSeconds === 0) return ok(name)
    waits.push(waitSeconds)
  }
  if (waits.length === 0) return err({ code: 'PAYMENT_SERVICE_UNAVAILABLE' })
  return err({ code: 'RATE_LIMITED', retryAfterSeconds: Math.min(...waits) })
}

/**
 * Our limit stays below the provider's, because a refusal by the provider would look like a failed payment to
 * the player.
 */
async function secondsToWait(
  tx: Tx,
  { numberLimit, name }: MobileMoneyProvider,
  { phoneNumber, isOwn }: Routed,
  now: Date,
): Promise<number> {
  if (numberLimit === null) return 0
  const limit = isOwn ? numberLimit.requests : Math.max(1, numberLimit.requests - RESERVED_FOR_OWNER)
  const since = new Date(now.getTime() - numberLimit.withinMs)
  const times = await requestsForNumber(tx, { phoneNumber, provider: name, since, limit })
  const oldest = times.at(-1)
  if (times.length < limit || oldest === undefined) return 0
  return Math.max(1, Math.ceil((oldest.getTime() + numberLimit.withinMs - now.getTime()) / 1_000))
}
