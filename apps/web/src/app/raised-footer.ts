import { useEffect, useRef } from 'react'

/**
 * Raises the sticky footer of a form or slip above the bars, so that they cover no button (`--bars` and
 * `--bottom-bar`).
 */
export function useRaisedFooter(isAtBottom: boolean) {
  const bars = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = bars.current
    if (element === null || !isAtBottom) return
    const { style } = document.documentElement
    const raise = () => style.setProperty('--bars', `${element.offsetHeight}px`)
    const observer = new ResizeObserver(raise)
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--bars')
    }
  }, [isAtBottom])
  return bars
}
