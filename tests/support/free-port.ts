import { randomInt } from 'node:crypto'
import { isFree } from '../../scripts/running/ports.ts'

/** Below the ports that systems give away by themselves. */
const FIRST = 20_000
const BEHIND = 32_000

/**
 * A port at which a server can be started. It listens a while later: whoever meanwhile asks the system for any port,
 * simulators by the dozen, is never given this one.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, BEHIND)
    if (await isFree(port)) return port
  }
}
