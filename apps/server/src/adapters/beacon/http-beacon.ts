import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Beacon } from '../../modules/aviator/ports.ts'

const ShownBlock = Type.Object({
  height: Type.Integer({ minimum: 0 }),
  hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  at: Type.String({ maxLength: 40 }),
})
const isShown = Compile(ShownBlock)
const TIMEOUT_MS = 3_000
/**
 * The salt is the hash of the block this many blocks ahead. The next block may already be in progress, so its hash
 * could be predicted.
 */
const AHEAD = 2

/** Blocks over HTTP: `GET /blocks/tip`, `GET /blocks/{height}` (404 while the block does not exist). */
export function createHttpBeacon(url: string): Beacon {
  async function block(name: string): Promise<Static<typeof ShownBlock> | null> {
    const answer = await fetch(new URL(`blocks/${name}`, url.endsWith('/') ? url : `${url}/`), {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (answer.status === 404) return null
    const body: unknown = await answer.json()
    if (!answer.ok || !isShown.Check(body)) throw new Error(`the beacon answered ${answer.status} in an unknown format`)
    return body
  }

  return {
    name: 'demo-beacon',
    async futureHeight() {
      const tip = await block('tip')
      if (tip === null) throw new Error('the beacon has no block')
      return String(tip.height + AHEAD)
    },
    async blockAt(height) {
      const found = await block(height)
      if (found === null) return null
      const unknownUntil = new Date(found.at)
      if (String(found.height) !== height || Number.isNaN(unknownUntil.getTime()))
        throw new Error(`the beacon returned block ${found.height} of ${found.at} instead of block ${height}`)
      return { hash: Buffer.from(found.hash, 'hex'), unknownUntil }
    },
  }
}
