import { useCallback, useEffect, useRef } from 'react'

/** Returns a function that reports whether this component is still mounted. */
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
