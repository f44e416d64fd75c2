import { expect, it } from 'vitest'
import { pause } from './pause.ts'

const LONG_MS = 3_600_000

it('a pause ends with its signal, also one that came before it, and throws nothing', async () => {
  const stopping = new AbortController()
  const paused = pause(LONG_MS, stopping.signal)
  stopping.abort(new Error('the process stops'))
  await expect(paused).resolves.toBeUndefined()
  await expect(pause(LONG_MS, stopping.signal)).resolves.toBeUndefined()
})
