import { setTimeout as sleep } from 'node:timers/promises'

/** Waits, and ends early without an error when the signal aborts. */
export async function pause(ms: number, until: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal: until })
  } catch (error) {
    if (!until.aborted) throw error
  }
}

/** A wait that can be ended early. A wake-up while nothing waits ends the next wait immediately. */
export type WakeUp = {
  wake(): void
  wait(ms: number): Promise<void>
}

export function createWakeUp(): WakeUp {
  let isWoken = false
  let resolveWait: (() => void) | null = null
  return {
    wake() {
      isWoken = true
      resolveWait?.()
    },
    async wait(ms) {
      if (!isWoken && ms > 0) {
        const { promise, resolve } = Promise.withResolvers<void>()
        resolveWait = resolve
        const timer = setTimeout(resolve, ms)
        await promise
        clearTimeout(timer)
        resolveWait = null
      }
      isWoken = false
    },
  }
}
