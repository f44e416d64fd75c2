import { useLocation } from 'wouter'

let stepsInside = 0

/** Counts the screens opened inside the app, so that "back" never leaves it. */
export const countStep = (): void => {
  stepsInside += 1
}

/** The browser went back (or forward: then one step less is known than there is, which is harmless). */
export const countStepBack = (): void => {
  stepsInside = Math.max(0, stepsInside - 1)
}

/** Goes back where there is a screen of ours behind this one, else to the given path. */
export function useGoBack(fallback: string): () => void {
  const [, navigate] = useLocation()
  return () => {
    if (stepsInside > 0) window.history.back()
    else navigate(fallback, { replace: true })
  }
}
