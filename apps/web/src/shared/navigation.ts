import { useLocation } from 'wouter'

let stepsInside = 0

/** Counts the screens opened in the app, so that "back" never leaves it. */
export const countStep = (): void => {
  stepsInside += 1
}

/** The browser went back. After going forward the count is one too low, which is harmless. */
export const countStepBack = (): void => {
  stepsInside = Math.max(0, stepsInside - 1)
}

/** Returns to the previous screen of the app, or to the given path. */
export function useGoBack(fallback: string): () => void {
  const [, navigate] = useLocation()
  return () => {
    if (stepsInside > 0) window.history.back()
    else navigate(fallback, { replace: true })
  }
}
