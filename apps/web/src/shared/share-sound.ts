import { soundState } from './sound.ts'

const LOCK = 'mupiira.sound'
const TOUCHES = ['pointerdown', 'keydown'] as const

/**
 * Chooses one tab of the browser to play sounds for all tabs: the tab that the player touched last, because browsers
 * block sound in tabs that the player has not touched. When that tab closes, another tab takes over. Returns a function
 * that stops the selection.
 */
export function shareSound(): () => void {
  const recordTouch = () => {
    soundState.wasTouched = true
  }
  for (const touch of TOUCHES) window.addEventListener(touch, recordTouch, { capture: true, once: true, passive: true })
  if (!('locks' in navigator)) return () => undefined
  let waiting = new AbortController()
  const stopping = new AbortController()
  const holdLock = () => {
    soundState.isOurs = true
    return new Promise<void>((release) => stopping.signal.addEventListener('abort', () => release()))
  }
  const wait = () => {
    soundState.isOurs = false
    waiting = new AbortController()
    navigator.locks.request(LOCK, { signal: waiting.signal }, holdLock).catch(onLost)
  }
  // The lock is lost when the player touches another tab. Then this tab waits for it again.
  const onLost = () => soundState.isOurs && wait()
  const onTouch = () => {
    if (soundState.isOurs) return
    waiting.abort()
    navigator.locks.request(LOCK, { steal: true }, holdLock).catch(onLost)
  }
  wait()
  for (const touch of TOUCHES)
    window.addEventListener(touch, onTouch, { signal: stopping.signal, capture: true, passive: true })
  return () => {
    waiting.abort()
    stopping.abort()
  }
}
