import type { Access } from './routes.ts'

/** Where a visitor or a player is sent instead of a screen that is not his (APP-12 to APP-14); null: he may stay. */
export function redirectOf(access: Access, loggedIn: boolean): '/login' | '/' | null {
  if (access === 'player' && !loggedIn) return '/login'
  if (access === 'visitor' && loggedIn) return '/'
  return null
}
