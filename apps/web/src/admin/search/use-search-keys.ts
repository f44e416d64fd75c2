import { useEffect, useEffectEvent } from 'react'

/** Opens the search with Ctrl+K or ⌘K. Speech input could type a single-character shortcut by mistake (WCAG 2.1.4). */
export function useSearchKeys(onOpen: () => void): void {
  const open = useEffectEvent(onOpen)
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isChord = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
      // An open dialog keeps the focus.
      if (!isChord || document.querySelector('dialog[open]') !== null) return
      event.preventDefault()
      open()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
