import { useCallback, useEffect, useRef } from 'react'

/** Answers, whenever it is asked, whether this part of the screen is still there. */
export function useIsShown(): () => boolean {
  const shown = useRef(false)
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])
  return useCallback(() => shown.current, [])
}
