import { useLocation, useSearch } from 'wouter'
import { isStaff, type Role } from '@mupiira/domain/access/capabilities.ts'
import { useHistoryState } from 'wouter/use-browser-location'
import type { DepositState } from './deposit-state.ts'

/** Where a player goes back to after the login or registration (BETX-06). */
export type ReturnState = DepositState & {
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
  const from = search === '' ? path : `${path}?${search}`
  return { from, amount: arrivedWith.amount }
}

/** The history state with which this screen was opened. */
export function useReturnState(): ReturnState {
  const { from, playerId, amount } = useHistoryState<ReturnState | null>() ?? {}
  return { from, playerId, amount }
}

/**
 * A path of this site. Browsers open `//host` and `/\host` on another site, also with tabs or line breaks in between.
 */
const OWN_PATH = /^\/(?![/\\])[^\t\r\n]*$/

/** A screen and its history state. */
export type Landing = { readonly path: string; readonly state: DepositState | null }
const HOME: Landing = { path: '/', state: null }

/**
 * The screen to open after login: the screen that the player came from, for example the ticket of a push message, else
 * the home page. Players never return to the console, or to a screen on which another player's session ended.
 */
export function landingOf(
  { from, playerId, amount }: ReturnState,
  user: { readonly id: string; readonly role: Role },
): Landing {
  if (typeof from !== 'string' || !OWN_PATH.test(from)) return HOME
  if (from.startsWith('/admin') && !isStaff(user.role)) return HOME
  if (playerId !== undefined && playerId !== user.id) return HOME
  return { path: from, state: { amount } }
}
