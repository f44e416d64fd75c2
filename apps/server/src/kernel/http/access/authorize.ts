import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { isStaff } from '@mupiira/domain/access/capabilities.ts'
import type { StaffCapability } from '@mupiira/domain/access/staff-roles.ts'
import type { Endpoint } from '@mupiira/contract/endpoint.ts'
import type { Clock } from '../../clock.ts'
import { type Actor, may, SESSION_COOKIE, type SignedIn } from './actor.ts'
import { ownCookies } from './cookies.ts'
import type { Refusal } from '../route.ts'
import type { SessionGuard } from './session-guard.ts'

export type AuthorizeDeps = {
  readonly guard: SessionGuard
  readonly clock: Clock
  readonly config: { readonly publicOrigin: string | null }
}

/** Header that marks polling by an idle console, which must not extend the session. */
const UNATTENDED = 'x-unattended'
/**
 * Header with the player whose page sends the request, because another account may have logged in on this browser after
 * the page loaded.
 */
const PLAYER = 'x-player'
/** How long a proof of identity by staff stays valid. */
const CONFIRMED_MS = 10 * 60_000
const CHANGING = new Set(['POST', 'PUT', 'DELETE'])

/** Checks origin, session, role and second factor, in this order. Returns the caller, or the refusal. */
export async function authorize(
  request: FastifyRequest,
  endpoint: Endpoint,
  deps: AuthorizeDeps,
  isStream: boolean,
): Promise<Actor | Refusal> {
  const { headers } = request
  const token = sessionToken(request)
  if (CHANGING.has(endpoint.method) && !isOwnOrigin(headers, token !== undefined, deps.config))
    return { error: 'FOREIGN_ORIGIN' }
  const isUnattended = isStream || headers[UNATTENDED] !== undefined
  const entry = await deps.guard.identify(token, isUnattended ? 'unattended' : undefined)
  const actor: Actor = 'actor' in entry ? entry.actor : { kind: 'visitor', refused: entry.refused }
  if (endpoint.access === 'public') return actor
  if ('refused' in entry) return { error: entry.refused }
  if (actor.kind === 'visitor' || (headers[PLAYER] ?? actor.userId) !== actor.userId) return loginRequired(endpoint)
  const isForStaff = endpoint.access === 'admin' || (endpoint.guardsAccount === true && actor.staff !== undefined)
  return isForStaff ? authorizeStaff(endpoint, actor, deps, { token, isUnattended }) : actor
}

const sessionToken = (request: FastifyRequest): string | undefined => ownCookies(request)[SESSION_COOKIE]

const loginRequired = ({ loginText }: Endpoint): Refusal => ({
  error: 'NOT_AUTHENTICATED',
  ...(loginText === undefined ? {} : { text: loginText }),
})

/** Checks capability, second factor and fresh confirmation. Returns the actor with the current proofs. */
async function authorizeStaff(
  endpoint: Endpoint,
  actor: SignedIn,
  deps: AuthorizeDeps,
  { token, isUnattended }: { readonly token: string | undefined; readonly isUnattended: boolean },
): Promise<SignedIn | Refusal> {
  if (!may(actor, endpoint.capability ?? 'admin:enter')) return { error: 'NOT_ALLOWED' }
  if (endpoint.beforeSecondFactor !== true && missingProof(endpoint, actor, deps) === null) return actor
  // The cached session may be older than the latest proof of identity.
  const entry = await deps.guard.identify(token, isUnattended ? 'watch' : 'fresh')
  if ('refused' in entry) return { error: entry.refused }
  if (entry.actor.kind === 'visitor') return { error: 'NOT_AUTHENTICATED' }
  if (!may(entry.actor, endpoint.capability ?? 'admin:enter')) return { error: 'NOT_ALLOWED' }
  return missingProof(endpoint, entry.actor, deps) ?? entry.actor
}

/**
 * Whether the caller has a further staff capability and the proofs that this capability requires. `watch` does not
 * extend the session.
 */
export const staffCheck =
  (request: FastifyRequest, endpoint: Endpoint, deps: AuthorizeDeps) =>
  async (capability: StaffCapability, mode?: 'watch'): Promise<boolean> => {
    const token = sessionToken(request)
    const entry = mode === undefined ? { actor: request.actor } : await deps.guard.identify(token, mode)
    if ('refused' in entry || entry.actor.kind === 'visitor' || !isStaff(entry.actor.kind)) return false
    const staff = await authorizeStaff({ ...endpoint, capability }, entry.actor, deps, { token, isUnattended: true })
    return !('error' in staff)
  }

function missingProof(endpoint: Endpoint, actor: SignedIn, { guard, clock }: AuthorizeDeps): Refusal | null {
  const { secondFactor = 'unset', confirmedAt = null } = actor.staff ?? {}
  const needsSecondFactor = secondFactor === 'owed' || (secondFactor === 'unset' && guard.demandsSecondFactor())
  if (needsSecondFactor && endpoint.beforeSecondFactor !== true) return { error: 'SECOND_FACTOR_NEEDED' }
  if (endpoint.requiresFreshConfirmation !== true) return null
  const isFresh = confirmedAt !== null && clock.now().getTime() - confirmedAt.getTime() < CONFIRMED_MS
  return isFresh
    ? null
    : { error: 'CONFIRMATION_NEEDED', details: { by: secondFactor === 'unset' ? 'password' : 'code' } }
}

/**
 * Whether a changing request may come from our own app. Browsers mark such requests with `Origin` or `Sec-Fetch-Site`.
 * A request with neither comes from a program. It is accepted only without a session cookie, because browsers send
 * cookies without the user's intent.
 */
export function isOwnOrigin(
  headers: IncomingHttpHeaders,
  hasSession: boolean,
  { publicOrigin }: AuthorizeDeps['config'],
): boolean {
  const { origin, host } = headers
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  // If no origin is configured (development), compare with the request's host.
  if (origin !== undefined) return origin === publicOrigin || (publicOrigin === null && hostOf(origin) === host)
  return site !== undefined || !hasSession
}

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined)
