/**
 * Whether this tab plays: of several, all of which hear of everything, one does (`share-sound.ts`). Where tabs cannot agree
 * each does. And whether somebody has touched it, for browsers that do not say.
 */
export const turn = { isOurs: true, wasTouched: false }

/** Browsers let a page be heard that somebody has touched, and complain of one that tries before. */
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
