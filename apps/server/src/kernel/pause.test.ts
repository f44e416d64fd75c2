import { expect, it } from 'vitest'
import { createWakeUp, pause } from './pause.ts'

const LONG_MS = 3_600_000

it('a pause resolves early when its abort signal is aborted before or during the pause', async () => {
  const stopping = new AbortController()
  const paused = pause(LONG_MS, stopping.signal)
  stopping.abort(new Error('the process stops'))
  await expect(paused).resolves.toBeUndefined()
  await expect(pause(LONG_MS, stopping.signal)).resolves.toBeUndefined()
})

it('a wake-up ends the current wait, or the next wait if nothing is waiting', async () => {
  const wakeUp = createWakeUp()
  const waiting = wakeUp.wait(LONG_MS)
  wakeUp.wake()
  await waiting
  wakeUp.wake()
  await wakeUp.wait(LONG_MS)
  await wakeUp.wait(1)
})
