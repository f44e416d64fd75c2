import { randomInt } from 'node:crypto'
import { isFree } from '../../scripts/running/ports.ts'

/** Below the range of ephemeral ports. */
const FIRST = 20_000
const BEHIND = 32_000

/**
 * A free port for a server that starts later. The port is outside the ephemeral range, so no simulator takes it before
 * that.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, BEHIND)
    if (await isFree(port)) return port
  }
}
