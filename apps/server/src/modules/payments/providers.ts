import type { PaymentMethod } from '@mupiira/domain/phone/carriers.ts'
import { advisoryKey } from '../../kernel/db/locks.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { SettingsApi } from '../settings/index.ts'
import type { MobileMoneyProvider, ProviderName } from './ports.ts'
import { requestsForNumber } from './queries.ts'
import { PROVIDER_AWAY } from './refusals.ts'

/** The providers that are configured, at least one of them for each carrier. */
export type Providers = {
  readonly all: readonly MobileMoneyProvider[]
  /** The provider that a payment was sent by, and keeps. */
  of(name: ProviderName): MobileMoneyProvider
  find(name: string): MobileMoneyProvider | null
  /** Who takes a new request: the carrier's first route that works and has not had too many requests for the number. */
  route(tx: Tx, request: Routed, now: Date): Promise<Route>
}

type Routed = {
  readonly method: PaymentMethod
  readonly phoneNumber: string
  /** Whether it is the asking account's own number. */
  readonly isOwn: boolean
}
export type Route =
  | { readonly ok: true; readonly provider: ProviderName }
  | {
      readonly ok: false
      readonly refusal: typeof PROVIDER_AWAY | { readonly error: 'RATE_LIMITED'; readonly retryAfterSeconds: number }
    }

/** Of a number's requests so many are its owner's: whoever asks for deposits from it cannot bar his withdrawals (decision 0023). */
const STORED_FOR_OWNER = 2

export function createProviders(
  configured: readonly MobileMoneyProvider[],
  settings: Pick<SettingsApi, 'current'>,
): Providers {
  const find = (name: string): MobileMoneyProvider | null =>
    configured.find((provider) => provider.name === name) ?? null

  return {
    all: configured,
    find,
    of(name) {
      const provider = find(name)
      if (provider === null) throw new Error(`the provider ${name} is not configured, and payments were sent by it`)
      return provider
    },
    async route(tx, request, now) {
      const routes = settings
        .current()
        .payment_routes[request.method].map(find)
        .filter((provider) => provider !== null)
      const waits: number[] = []
      for (const provider of routes.filter((each) => each.isAvailable())) {
        const waitSeconds = await secondsToWait(tx, provider, request, now)
        if (waitSeconds === 0) return { ok: true, provider: provider.name }
        waits.push(waitSeconds)
      }
      if (waits.length === 0) return { ok: false, refusal: PROVIDER_AWAY }
      return { ok: false, refusal: { error: 'RATE_LIMITED', retryAfterSeconds: Math.min(...waits) } }
    },
  }
}

/** Our own limit keeps us under the provider's, whose refusal would look to the player like a failed payment. */
async function secondsToWait(
  tx: Tx,
  provider: MobileMoneyProvider,
  { phoneNumber, isOwn }: Routed,
  now: Date,
): Promise<number> {
  const { numberLimit, name } = provider
  if (numberLimit === null) return 0
  // Two accounts may ask for one number at once: they are counted one after the other.
  await tx.query('select pg_advisory_xact_lock($1)', [advisoryKey(`number ${phoneNumber}`)], 'payment-number-turn')
  const most = isOwn ? numberLimit.requests : Math.max(1, numberLimit.requests - STORED_FOR_OWNER)
  const since = new Date(now.getTime() - numberLimit.withinMs)
  const times = await requestsForNumber(tx, { phoneNumber, provider: name, since, most })
  const oldest = times.at(-1)
  if (times.length < most || oldest === undefined) return 0
  return Math.max(1, Math.ceil((oldest.getTime() + numberLimit.withinMs - now.getTime()) / 1_000))
}
