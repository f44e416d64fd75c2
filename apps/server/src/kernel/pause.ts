import { setTimeout as sleep } from 'node:timers/promises'

/** Waits so long, or until the signal: then it ends at once, and throws nothing. */
export async function pause(ms: number, until: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal: until })
  } catch (error) {
    if (!until.aborted) throw error
  }
}
