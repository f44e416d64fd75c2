import type { Session } from '../state/session.ts'
import type { Access } from './routes.ts'

type Known = Pick<Exclude<Session, { status: 'loading' }>, 'status'> & { readonly recalled?: boolean }

/** The redirect for a screen that the visitor or player cannot see (APP-12 to APP-14); null without a redirect. */
export function redirectOf(access: Access, { status, recalled = false }: Known): '/login' | '/' | null {
  if (access === 'player' && status === 'out') return '/login'
  // A session stored on the device may have ended. The player must then be able to open the login screen.
  if (access === 'visitor' && status === 'in' && !recalled) return '/'
  return null
}
