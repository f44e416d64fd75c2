import type { Query } from './query.ts'
import type { Sql } from './sql.ts'

const CHUNK = 5_000

/** Repeats `deleteChunk` until a chunk is not full, so that no statement runs long. Returns the number of rows. */
export async function deleteInChunks(sql: Sql, deleteChunk: (limit: number) => Query<unknown>): Promise<number> {
  let total = 0
  for (;;) {
    const deleted = await sql.change(deleteChunk(CHUNK))
    total += deleted
    if (deleted < CHUNK) return total
  }
}
