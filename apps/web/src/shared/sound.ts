/** NOTE-29 */
export const VOLUME = { high: 1, medium: 0.7, low: 0.4 } as const
/** NOTE-30: in the account menu, and of the chat on both sides. */
export const FIXED_VOLUME = 0.7

const LOCK = 'mupiira.sound'
const TOUCHES = ['pointerdown', 'keydown'] as const

/** Of several tabs, all of which hear of everything, this one plays. Where tabs cannot agree each does. */
let plays = true

/**
 * Has one tab of the browser play for all of them: the one that was touched last, for a browser lets no other be heard,
 * and the next when it closes. Answers how to stop.
 */
export function shareSound(): () => void {
  if (!('locks' in navigator)) return () => undefined
  let waiting = new AbortController()
  const stopping = new AbortController()
  const play = () => {
    plays = true
    return new Promise<void>((release) => stopping.signal.addEventListener('abort', () => release()))
  }
  const wait = () => {
    plays = false
    waiting = new AbortController()
    navigator.locks.request(LOCK, { signal: waiting.signal }, play).catch(onLost)
  }
  // Another tab was touched, or this one while it waited.
  const onLost = () => plays && wait()
  const onTouch = () => {
    if (plays) return
    waiting.abort()
    navigator.locks.request(LOCK, { steal: true }, play).catch(onLost)
  }
  wait()
  for (const touch of TOUCHES)
    window.addEventListener(touch, onTouch, { signal: stopping.signal, capture: true, passive: true })
  return () => {
    waiting.abort()
    stopping.abort()
  }
}

/** Two short tones, made on the spot: no file to download. A browser that forbids sound stays silent. */
export function playChime(volume: number): void {
  if (!plays) return
  try {
    const context = new AudioContext()
    const end = [659, 880].reduce((at, frequency) => tone(context, frequency, at, volume), context.currentTime)
    setTimeout(() => void context.close(), (end - context.currentTime) * 1000 + 100)
  } catch {
    return
  }
}

function tone(context: AudioContext, frequency: number, at: number, volume: number): number {
  const end = at + 0.14
  const oscillator = context.createOscillator()
  const gain = context.createGain()
  oscillator.frequency.value = frequency
  gain.gain.setValueAtTime(volume * 0.3, at)
  gain.gain.exponentialRampToValueAtTime(0.001, end)
  oscillator.connect(gain).connect(context.destination)
  oscillator.start(at)
  oscillator.stop(end)
  return end
}
