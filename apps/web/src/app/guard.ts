import type { Session } from '../state/session.ts'
import type { Access } from './routes.ts'

type Known = Pick<Exclude<Session, { status: 'loading' }>, 'status'> & { readonly recalled?: boolean }

/** The redirect for a screen that the visitor or player must not see (APP-12 to APP-14); null: no redirect. */
export function redirectOf(access: Access, { status, recalled = false }: Known): '/login' | '/' | null {
  if (access === 'player' && status === 'out') return '/login'
  // A session recalled from the device may have ended elsewhere, so it does not redirect away from the login.
  if (access === 'visitor' && status === 'in' && !recalled) return '/'
  return null
}
