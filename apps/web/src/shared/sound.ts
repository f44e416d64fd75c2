/**
 * `isOurs`: whether this tab plays sounds. `share-sound.ts` selects one tab; without coordination, every tab plays.
 * `wasTouched`: whether the player has touched this tab, for browsers without `navigator.userActivation`.
 */
export const soundState = { isOurs: true, wasTouched: false }

/** Browsers allow sound only after the player touched the page, and log an error otherwise. */
const canPlay = (): boolean =>
  'userActivation' in navigator ? navigator.userActivation.hasBeenActive : soundState.wasTouched

/** Plays two short generated tones, so no file is downloaded. Browsers can block the sound. */
export function playChime(volume: number): void {
  if (!soundState.isOurs || !canPlay()) return
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
