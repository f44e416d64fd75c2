import { codeOf, isDatabaseUnavailable } from '../../kernel/db/failures.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { idsOf, ticketIds, type TicketIds } from '../betting/index.ts'
import type { ChunkEnd } from './settle-chunk.ts'

export type ChunksEnd = {
  readonly count: number
  /** Tickets that could not be decided in this run. */
  readonly stuck: readonly string[]
  /**
   * `stopping`: the next start continues; `corrected`: a result was corrected during the run, so the games must be read
   * again.
   */
  readonly end: 'complete' | 'stopping' | 'corrected'
}

/**
 * Tickets that exceed the statement timeout alone, and until when they are skipped so that others do not wait for them.
 */
export type SlowTickets = Map<string, Date>

const SLOW_LEFT_OUT_MS = 600_000
const STATEMENT_LIMIT = '57014'

/**
 * Runs each chunk in its own transaction. A failing chunk is halved until the failing ticket is isolated. After a
 * statement timeout the following chunks start at the smaller size and grow while they succeed.
 */
export async function runChunks(
  kernel: Kernel,
  slow: SlowTickets,
  chunks: readonly TicketIds[],
  settle: (tx: Tx, tickets: TicketIds) => Promise<ChunkEnd>,
): Promise<ChunksEnd> {
  const stuck: string[] = []
  const waiting = [...chunks].reverse().flatMap((chunk) => withoutSlow(chunk, slow, kernel.clock.now(), stuck))
  let maxTickets = Infinity
  let count = 0
  let end: ChunksEnd['end'] = 'complete'

  const put = (side: number, ...tickets: readonly TicketIds[]): unknown =>
    side === 0 ? waiting.push(...tickets) : waiting.unshift(...tickets.toReversed())

  /** The next tickets from one side, up to the current chunk size. */
  function next(side: number): TicketIds | undefined {
    const chunk = side === 0 ? waiting.pop() : waiting.shift()
    if (chunk === undefined || maxTickets === Infinity) return chunk
    const ids = idsOf(chunk)
    if (ids.length <= maxTickets) return chunk
    put(side, ticketIds(...ids.slice(maxTickets)))
    return ticketIds(...ids.slice(0, maxTickets))
  }

  function halve(side: number, tickets: TicketIds, error: unknown): void {
    const ids = idsOf(tickets)
    const isSlow = codeOf(error) === STATEMENT_LIMIT
    if (ids.length === 1) {
      kernel.log.error({ err: error, ticket: ids[0] }, 'a ticket cannot be decided')
      stuck.push(...ids)
      if (isSlow) for (const id of ids) slow.set(id, new Date(kernel.clock.now().getTime() + SLOW_LEFT_OUT_MS))
      return
    }
    const middle = ids.length >> 1
    put(side, ticketIds(...ids.slice(middle)), ticketIds(...ids.slice(0, middle)))
    if (isSlow) maxTickets = Math.min(maxTickets, middle)
  }

  async function batcher(side: number): Promise<void> {
    for (let chunk = next(side); chunk !== undefined && end === 'complete'; chunk = next(side)) {
      if (kernel.stopping.aborted) {
        end = 'stopping'
        return
      }
      const tickets = chunk
      try {
        const ended = await kernel.workerDb.transaction((tx) => settle(tx, tickets))
        if (ended === 'corrected') end = 'corrected'
        else {
          count += ended.ended
          stuck.push(...ended.skipped)
          maxTickets *= 2
        }
      } catch (error) {
        if (isDatabaseUnavailable(error) && codeOf(error) !== STATEMENT_LIMIT) throw error
        halve(side, tickets, error)
      }
    }
  }

  // One batcher works in the database while the other prepares its next statement. Chunks share no ticket, and batchers
  // that start from both ends share few accounts (see `openTickets`).
  const batchers = await Promise.allSettled([0, 1].map(batcher))
  for (const each of batchers) if (each.status === 'rejected') throw each.reason
  return { count, stuck, end }
}

function withoutSlow(chunk: TicketIds, slow: SlowTickets, now: Date, stuck: string[]): TicketIds[] {
  for (const [id, until] of slow) if (until <= now) slow.delete(id)
  if (slow.size === 0) return [chunk]
  const [skipped, remaining] = [[] as string[], [] as string[]]
  for (const id of idsOf(chunk)) (slow.has(id) ? skipped : remaining).push(id)
  stuck.push(...skipped)
  return remaining.length === 0 ? [] : [ticketIds(...remaining)]
}
