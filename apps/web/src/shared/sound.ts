/**
 * `isOurs`: this tab plays the sounds; one of several tabs does (`share-sound.ts`), or each where tabs cannot agree.
 * `wasTouched`: the player has touched this tab, for browsers that do not report it.
 */
export const turn = { isOurs: true, wasTouched: false }

/** Browsers play sound only after the player has touched the page, and log an error before that. */
const mayBeReceived = (): boolean =>
  'userActivation' in navigator ? navigator.userActivation.hasBeenActive : turn.wasTouched

/** Two short tones, made on the spot: no file to download. A browser that forbids sound stays silent. */
export function playChime(volume: number): void {
  if (!turn.isOurs || !mayBeReceived()) return
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
