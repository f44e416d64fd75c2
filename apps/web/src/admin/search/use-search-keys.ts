import { useEffect, useEffectEvent } from 'react'
import { useSlashKey } from '../kit/slash-key.ts'

/** Opens the search with Ctrl+K or ⌘K, and with "/" outside fields unless staff has switched it off. */
export function useSearchKeys(onOpen: () => void): void {
  const [isSlashOn] = useSlashKey()
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const { ctrlKey, metaKey, altKey, key } = event
    const isChord = (ctrlKey || metaKey) && key.toLowerCase() === 'k'
    const isSlash = isSlashOn && key === '/' && !ctrlKey && !metaKey && !altKey && !isTyping(event.target)
    // An open dialog keeps the focus.
    if (!(isChord || isSlash) || document.querySelector('dialog[open]') !== null) return
    event.preventDefault()
    onOpen()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
