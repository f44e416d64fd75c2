import type { Sql, Tx } from '../../kernel/db/sql.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { type ChainRow, saltOf, unfinishedChains } from './chain-row.ts'
import { announceMove, type FlightDeps } from './fly-round.ts'
import { scheduledRound } from './round-row.ts'
import { crashOf } from './seeds.ts'

/** Betting alone takes as long: no two seeds are published within less. */
const SHORTEST_ROUND_MS = 5_000
const SIGN_EVERY_MS = 2_000
const BEFORE_ALL = new Date(0)

/** The last that the database knows of whoever ran the rounds, and how long ago that is by its own clock. */
type Sign = { readonly at: Date; readonly silentMs: number }

/**
 * Looks before each round whether the database is the one that the last round was flown on. One that was restored to an
 * earlier moment, or took over from a server that was ahead of it, does not know which seeds were published since: as
 * many links as may have been flown in its silence are skipped, and the round that waited is void (decision 0034).
 */
export function createWatch(kernel: Kernel, deps: Pick<FlightDeps, 'sealing'>): () => Promise<void> {
  const { log, workerDb } = kernel
  let known: Date | null = null

  return async () => {
    const sign = await lastSign(workerDb)
    // Who has led since then knows that nobody else has flown meanwhile.
    const isKnown = sign === null || (known !== null && sign.at >= known)
    if (!isKnown && sign.silentMs >= SHORTEST_ROUND_MS) {
      const most = Math.ceil(sign.silentMs / SHORTEST_ROUND_MS)
      await skipSince(kernel, deps, most, sign.at)
      log.warn(
        { since: sign.at, most },
        'links of rounds that may have been flown since the last one known are skipped',
      )
    } else if (sign === null || sign.silentMs > SIGN_EVERY_MS) await leaveSign(workerDb)
    known = sign?.at ?? BEFORE_ALL
  }
}

async function lastSign(sql: Sql): Promise<Sign | null> {
  const [row] = await sql.query<{ at: Date | null; silentMs: number }>(
    `select at, (extract(epoch from clock_timestamp() - at) * 1000)::float8 as "silentMs"
       from (select greatest(
         (select heard_at from aviator_watch),
         (select max(greatest(opens_at, heartbeat_at, ended_at, settled_at))
            from (select * from aviator_rounds order by no desc limit 2) r)) as at) last`,
    [],
    'aviator-last-sign',
  )
  return row === undefined || row.at === null ? null : { at: row.at, silentMs: row.silentMs }
}

const leaveSign = (sql: Sql): Promise<number> =>
  sql.change(
    `insert into aviator_watch (heard_at) values (clock_timestamp())
     on conflict (id) do update set heard_at = greatest(aviator_watch.heard_at, excluded.heard_at)`,
    [],
    'aviator-leave-sign',
  )

/** In one transaction: whoever dies in it leaves the silence as it was. */
async function skipSince(
  kernel: Kernel,
  { sealing }: Pick<FlightDeps, 'sealing'>,
  most: number,
  since: Date,
): Promise<void> {
  const skip = async (tx: Tx): Promise<void> => {
    await skipFlown(tx, most, since)
    await leaveSign(tx)
  }
  const waiting = await scheduledRound(kernel.workerDb)
  if (waiting === null) return kernel.workerDb.transaction(skip)
  const seed = sealing.unseal(waiting.sealedSeed)
  const crash = crashOf(seed, await saltOf(kernel.workerDb, waiting.chainId), waiting.rtp)
  // By the database's clock, as the silence.
  const [clock] = await kernel.workerDb.query<{ endedAt: Date }>('select clock_timestamp() as "endedAt"')
  if (clock === undefined) throw new Error('a database has a clock')
  await announceMove(kernel, waiting.no, 'scheduled', { state: 'void', crash, seed, ...clock }, skip)
}

/** The oldest chain is used up before the next one begins; one without a salt may have had it by then, or not. */
async function skipFlown(tx: Tx, most: number, since: Date): Promise<void> {
  let left = most
  for (const chain of await unfinishedChains(tx)) {
    const links = Math.min(left, chain.links - chain.nextLink + 1)
    if (links === 0) return
    await skipLinks(tx, chain, links, since)
    if (chain.salt !== null) left -= links
  }
}

/** Takes a chain's next links without a round, and says so for ever; without `since` because the chain is retired. */
export async function skipLinks(tx: Tx, chain: ChainRow, links: number, since: Date | null): Promise<void> {
  const changed = await tx.change(
    'update aviator_chains set next_link = next_link + $3 where id = $1 and next_link = $2',
    [chain.id, chain.nextLink, links],
  )
  if (changed !== 1) throw new Error(`somebody else takes links of chain ${chain.id}`)
  await tx.change(
    `insert into aviator_skips (chain_id, from_link, to_link, why, silent_since, skipped_at)
     values ($1, $2, $3, $4, $5, clock_timestamp())`,
    [chain.id, chain.nextLink, chain.nextLink + links - 1, since === null ? 'retired' : 'silence', since],
  )
}
