import { useLocation, useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'

/** Where a player goes back to after the login or registration (BETX-06). */
export type ReturnState = { readonly from?: string | undefined }

/** A player who comes from one of these did not leave a screen to log in. */
const LOGIN_SCREENS = /^\/(login|register|forgot-password|reset-password|confirm-email)$/

/** The history state of a link to the login or registration, which leads back here. */
export function useReturnHere(): ReturnState {
  const [path] = useLocation()
  const search = useSearch()
  const arrivedWith = useReturnState()
  if (LOGIN_SCREENS.test(path)) return arrivedWith
  return { from: search === '' ? path : `${path}?${search}` }
}

/** The state that this screen was opened with. */
export const useReturnState = (): ReturnState => useHistoryState<ReturnState | null>() ?? {}

/** Back to the screen that the player came from, else home; the console is for staff only. */
export function landingPath(from: string | undefined, isStaff: boolean): string {
  return from === undefined || (from.startsWith('/admin') && !isStaff) ? '/' : from
}
