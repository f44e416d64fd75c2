import { type AroundNavHandler, useLocation } from 'wouter'
import { navigateAroundDialogs, hasHistoryEntry } from './dialog-history.ts'

let stepsInside = 0
/** Whether the last navigation replaced the previous screen in the history. */
let isReplacement = false

export const navigateAndCount: AroundNavHandler = (navigate, to, options) => {
  isReplacement = options?.replace === true
  navigateAroundDialogs(navigate, to, options)
}

/** Counts the screens opened in the app, so that the Back button of a screen never leaves the app. */
export const countNavigation = (): void => {
  if (!isReplacement) stepsInside += 1
}

/** Called when the browser goes back. After the browser goes forward, the count is one too low, which is harmless. */
export const countNavigationBack = (): void => {
  stepsInside = Math.max(0, stepsInside - 1)
}

/** Returns to the previous screen of the app, or to the given path. */
export function useGoBack(fallback: string): () => void {
  const [, navigate] = useLocation()
  return () => {
    if (stepsInside > 0 || hasHistoryEntry()) window.history.back()
    else navigate(fallback, { replace: true })
  }
}
