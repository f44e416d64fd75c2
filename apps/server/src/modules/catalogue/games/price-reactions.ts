import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../../kernel/db/sql.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { applyChange, eventsOf } from './game-change.ts'
import type { PriceReaction } from './game-row.ts'
import { lockGames, writeGames } from './games.repository.ts'

/**
 * Sets the price reactions of upcoming games. A changed reaction is a new price version. Other games keep their prices.
 */
export async function setPriceReactions(
  { clock, outbox }: Pick<Kernel, 'clock' | 'outbox'>,
  tx: Tx,
  reactions: ReadonlyMap<string, PriceReaction>,
): Promise<void> {
  const games = await lockGames(tx, [...reactions.keys()])
  const now = clock.now()
  const changed = games.flatMap((before) => {
    const priceReaction = reactions.get(before.id) ?? {}
    if (before.status !== 'upcoming' || isDeepStrictEqual(before.priceReaction, priceReaction)) return []
    const change = { priceReaction, priceVersion: before.priceVersion + 1, pricedAt: now }
    return [{ before, after: applyChange(before, change, now) }]
  })
  await writeGames(tx, changed, { decidedBy: 'clock' })
  await outbox.appendEvents(tx, eventsOf(changed))
}
