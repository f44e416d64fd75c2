import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { VOLUME } from './volume.ts'

let made = 0
const touches = new EventTarget()

beforeEach(() => {
  made = 0
  vi.resetModules()
  vi.stubGlobal(
    'AudioContext',
    class {
      constructor() {
        made += 1
        throw new Error('no sound here')
      }
    },
  )
  vi.stubGlobal('window', touches)
})
afterEach(() => vi.unstubAllGlobals())

const sound = async () => ({ ...(await import('./sound.ts')), ...(await import('./share-sound.ts')) })

it.each([
  [false, 0],
  [true, 1],
])('[NOTE-21] with hasBeenActive=%s the chime creates %i audio contexts', async (hasBeenActive, times) => {
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive } })
  const { playChime } = await sound()
  playChime(VOLUME.high)
  expect(made).toBe(times)
})

it('[NOTE-21] in a browser without navigator.userActivation, the app detects the first touch itself', async () => {
  vi.stubGlobal('navigator', {})
  const { playChime, shareSound } = await sound()
  shareSound()
  playChime(VOLUME.high)
  expect(made).toBe(0)
  touches.dispatchEvent(new Event('keydown'))
  playChime(VOLUME.high)
  expect(made).toBe(1)
})
