import type { Endpoint } from '@mupiira/contract/endpoint.ts'
import type { Clock } from '../clock.ts'
import { may, type SignedIn } from './actor.ts'
import type { Refusal } from './outcome.ts'
import type { SessionGuard } from './session-guard.ts'

/** For so long after a proof who sits there is not asked again before money moves. */
const CONFIRMED_FOR_MS = 10 * 60_000

type Parts = { readonly guard: SessionGuard; readonly clock: Clock }

/**
 * Whether a signed-in actor may use an operation of staff: by its capability, the second factor, and a fresh proof (D55).
 * Answers with the actor as he is known to be now.
 */
export async function evaluateStaff(
  endpoint: Endpoint,
  actor: SignedIn,
  { guard, clock }: Parts,
  { token, isUnattended }: { readonly token: string | undefined; readonly isUnattended: boolean },
): Promise<SignedIn | Refusal> {
  if (!may(actor, endpoint.capability ?? 'admin:enter')) return { error: 'NOT_ALLOWED' }
  const isEnough = endpoint.beforeSecondFactor !== true && missing(endpoint, actor, guard, clock) === null
  if (isEnough) return actor
  // What is cached may be older than the proof that was just given.
  const entry = await guard.enter(token, isUnattended ? 'watch' : 'anew')
  if ('refused' in entry) return { error: entry.refused }
  if (entry.actor.kind === 'visitor') return { error: 'NOT_AUTHENTICATED' }
  return missing(endpoint, entry.actor, guard, clock) ?? entry.actor
}

function missing(endpoint: Endpoint, actor: SignedIn, guard: SessionGuard, clock: Clock): Refusal | null {
  const { secondFactor = 'unset', confirmedAt = null } = actor.staff ?? {}
  const isOwed = secondFactor === 'owed' || (secondFactor === 'unset' && guard.demandsSecondFactor())
  if (isOwed && endpoint.beforeSecondFactor !== true) return { error: 'SECOND_FACTOR_NEEDED' }
  if (endpoint.isConfirmed !== true) return null
  const isFresh = confirmedAt !== null && clock.now().getTime() - confirmedAt.getTime() < CONFIRMED_FOR_MS
  const by = secondFactor === 'unset' ? 'password' : 'code'
  return isFresh ? null : { error: 'CONFIRMATION_NEEDED', details: { by } }
}
