import { Buffer } from 'node:buffer'
import type { Game } from '@mupiira/contract/games.ts'

/** A game's change, written once for all who hear of it. */
export type WrittenChange = { readonly gameId: string; readonly bytes: Buffer }

const COMMA = Buffer.from(',')
const END = Buffer.from(']\n\n')

export const writeChange = (game: Game): WrittenChange => ({
  gameId: game.id,
  bytes: Buffer.from(JSON.stringify({ type: 'game', game })),
})

/** One frame of several changes: what was written once is only copied. */
export function frameOfChanges(id: string, changes: readonly Buffer[]): Buffer {
  const parts: Buffer[] = [Buffer.from(`id: ${id}\ndata: [`)]
  for (const [at, bytes] of changes.entries()) {
    if (at > 0) parts.push(COMMA)
    parts.push(bytes)
  }
  parts.push(END)
  return Buffer.concat(parts)
}
