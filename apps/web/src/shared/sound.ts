/** NOTE-29 */
export const VOLUME = { high: 1, medium: 0.7, low: 0.4 } as const
/** NOTE-30: in the account menu, and of the chat on both sides. */
export const FIXED_VOLUME = 0.7

/** Two short tones, made on the spot: no file to download. A browser that forbids sound stays silent. */
export function playChime(volume: number): void {
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
