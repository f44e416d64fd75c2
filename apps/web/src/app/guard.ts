import type { Session } from '../state/session.ts'
import type { Access } from './routes.ts'

type Known = Pick<Exclude<Session, { status: 'loading' }>, 'status'> & { readonly recalled?: boolean }

/** Where a visitor or a player is sent instead of a screen that is not his (APP-12 to APP-14); null: he may stay. */
export function redirectOf(access: Access, { status, recalled = false }: Known): '/login' | '/' | null {
  if (access === 'player' && status === 'out') return '/login'
  // The session that the device remembers may have ended elsewhere: nobody is sent away from the login for it.
  if (access === 'visitor' && status === 'in' && !recalled) return '/'
  return null
}
