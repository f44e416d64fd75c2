import type { Tx } from '../../../kernel/db/sql.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { saltOf, skipLinks, unfinishedChains } from '../chains/chains.repository.ts'
import { crashPointOf } from '../chains/seeds.ts'
import { changeStateAndPublish, type RoundDeps } from './play-round.ts'
import { databaseTime, lastLeaderHeartbeat, scheduledRound, storeLeaderHeartbeat } from './rounds.repository.ts'

/** Betting alone takes this long, so seeds are published at least this far apart. */
const MIN_ROUND_MS = 5_000
const LEADER_HEARTBEAT_EVERY_MS = 2_000
const BEFORE_ALL = new Date(0)

/**
 * Checks before each round whether this database is the one on which the last round ran. A restored database, or one
 * that replaced a newer server, may lack seeds that were already published. The silence is the time since the last
 * heartbeat of a leader. As many links as rounds could have used in that time are skipped, and the scheduled round is
 * void (decision 0034).
 */
export function createSilenceCheck(kernel: Kernel, deps: Pick<RoundDeps, 'encryption'>): () => Promise<void> {
  const { log, workerDb } = kernel
  let known: Date | null = null

  return async () => {
    const heartbeat = await lastLeaderHeartbeat(workerDb)
    // This node has checked before, and the database still has the heartbeat of that check, so it was not replaced.
    const isKnown = heartbeat === null || (known !== null && heartbeat.at >= known)
    if (!isKnown && heartbeat.silentMs >= MIN_ROUND_MS) {
      const maxRounds = Math.ceil(heartbeat.silentMs / MIN_ROUND_MS)
      await skipSince(kernel, deps, maxRounds, heartbeat.at)
      log.warn(
        { since: heartbeat.at, maxRounds },
        'skipped the links that rounds may have used since the last known one',
      )
    } else if (heartbeat === null || heartbeat.silentMs > LEADER_HEARTBEAT_EVERY_MS)
      await storeLeaderHeartbeat(workerDb)
    known = heartbeat?.at ?? BEFORE_ALL
  }
}

/** Uses one transaction, so that after a failure the silence is still visible. */
async function skipSince(
  kernel: Kernel,
  { encryption }: Pick<RoundDeps, 'encryption'>,
  maxLinks: number,
  since: Date,
): Promise<void> {
  const skip = async (tx: Tx): Promise<void> => {
    await skipUsed(tx, maxLinks, since)
    await storeLeaderHeartbeat(tx)
  }
  const waiting = await scheduledRound(kernel.workerDb)
  if (waiting === null) return kernel.workerDb.transaction(skip)
  const seed = encryption.decrypt(waiting.encryptedSeed)
  const crash = crashPointOf(seed, await saltOf(kernel.workerDb, waiting.chainId), waiting.rtp)
  // The silence is measured by the database's clock, too.
  const endedAt = await databaseTime(kernel.workerDb)
  await changeStateAndPublish(kernel, waiting.no, 'scheduled', { state: 'void', crash, seed, endedAt }, skip)
}

/**
 * Rounds use up the oldest chain first. An unsalted chain may have been salted and used during the silence. Its links
 * are skipped as well, but they do not reduce the number that the other chains must skip.
 */
async function skipUsed(tx: Tx, maxLinks: number, since: Date): Promise<void> {
  let left = maxLinks
  for (const chain of await unfinishedChains(tx)) {
    const links = Math.min(left, chain.links - chain.nextLink + 1)
    if (links === 0) return
    await skipLinks(tx, chain, links, since)
    if (chain.salt !== null) left -= links
  }
}
