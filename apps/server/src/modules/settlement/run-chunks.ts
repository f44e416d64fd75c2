import { isDatabaseAway } from '../../kernel/db/failures.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { idsOf, ticketIds, type TicketIds } from '../betting/index.ts'
import type { ChunkEnd } from './settle-chunk.ts'

export type ChunksEnd = {
  readonly count: number
  /** Tickets that could not be decided. */
  readonly stuck: readonly string[]
  /** `stopping`: the next start goes on; `moved`: a result was corrected meanwhile, and the games must be read anew. */
  readonly end: 'whole' | 'stopping' | 'moved'
}

// One works in the database while the other prepares its next statement. Chunks share no ticket, and accounts are locked in order.
const LANES = 2

/** Runs chunks, each a transaction of its own. One that fails is halved until the ticket that fails is alone. */
export async function runChunks(
  kernel: Kernel,
  chunks: readonly TicketIds[],
  settle: (tx: Tx, tickets: TicketIds) => Promise<ChunkEnd>,
): Promise<ChunksEnd> {
  const waiting = [...chunks].reverse()
  const stuck: string[] = []
  let count = 0
  let end: ChunksEnd['end'] = 'whole'

  async function lane(): Promise<void> {
    for (let chunk = waiting.pop(); chunk !== undefined && end === 'whole'; chunk = waiting.pop()) {
      if (kernel.stopping.aborted) {
        end = 'stopping'
        return
      }
      const tickets = chunk
      try {
        const ended = await kernel.workerDb.transaction((tx) => settle(tx, tickets))
        if (ended === 'moved') end = 'moved'
        else count += ended
      } catch (error) {
        if (isDatabaseAway(error)) throw error
        const ids = idsOf(tickets)
        if (ids.length === 1) {
          kernel.log.error({ err: error, ticket: ids[0] }, 'a ticket cannot be decided')
          stuck.push(...ids)
        } else {
          const middle = ids.length >> 1
          waiting.push(ticketIds(...ids.slice(middle)), ticketIds(...ids.slice(0, middle)))
        }
      }
    }
  }

  const lanes = await Promise.allSettled(Array.from({ length: LANES }, lane))
  for (const each of lanes) if (each.status === 'rejected') throw each.reason
  return { count, stuck, end }
}
