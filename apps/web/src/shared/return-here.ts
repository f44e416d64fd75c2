import { useLocation, useSearch } from 'wouter'
import { isStaff, type Role } from '@mupiira/domain/access/capabilities.ts'
import { useHistoryState } from 'wouter/use-browser-location'

/** Where a player goes back to after the login or registration (BETX-06). */
export type ReturnState = {
  readonly from?: string | undefined
  /** The id of the player whose session ended on that screen. */
  readonly playerId?: string | undefined
}

/** Screens that do not count as the screen that the player left to log in. */
const LOGIN_SCREENS = /^\/(login|register|forgot-password|reset-password|confirm-email)$/

/** The history state of a link to the login or registration, which leads back here. */
export function useReturnHere(): ReturnState {
  const [path] = useLocation()
  const search = useSearch()
  const arrivedWith = useReturnState()
  if (LOGIN_SCREENS.test(path)) return arrivedWith
  return { from: search === '' ? path : `${path}?${search}` }
}

/** The history state with which this screen was opened. */
export function useReturnState(): ReturnState {
  const { from, playerId } = useHistoryState<ReturnState | null>() ?? {}
  return { from, playerId }
}

/** A path of this site. Browsers open `//host` and `/\host` on another site, also with tabs or line breaks in between. */
const OWN_PATH = /^\/(?![/\\])[^\t\r\n]*$/

/**
 * The path to open after login: the screen that the player came from, for example the ticket of a push message, else
 * the home page. Players never return to the console, or to a screen on which another player's session ended.
 */
export function landingPath(
  { from, playerId }: ReturnState,
  user: { readonly id: string; readonly role: Role },
): string {
  if (typeof from !== 'string' || !OWN_PATH.test(from)) return '/'
  if (from.startsWith('/admin') && !isStaff(user.role)) return '/'
  return playerId === undefined || playerId === user.id ? from : '/'
}
