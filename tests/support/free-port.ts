import { randomInt } from 'node:crypto'
import { isFree } from '../../scripts/running/ports.ts'

/** The range of ports, below the ephemeral ports. `END` is excluded. */
const FIRST = 20_000
const END = 32_000

/**
 * A free port for a server that starts later. The port is outside the ephemeral range, so no simulator can take it
 * first.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END)
    if (await isFree(port)) return port
  }
}
