import { type RoundState, roundStates } from '@mupiira/domain/aviator/states.ts'
import { canMove } from '@mupiira/domain/ticket/states.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'
import type { UsableChain } from './keep-chains.ts'
import type { Sealing } from '../../kernel/sealing.ts'

export type RoundRow = {
  readonly no: bigint
  readonly chainId: string
  readonly link: number
  /** Hundredths of a percent. */
  readonly rtp: number
  readonly sealedSeed: Buffer
  readonly state: RoundState
  readonly opensAt: Date | null
  readonly closesAt: Date | null
  readonly fliesAt: Date | null
  readonly heartbeatAt: Date | null
  readonly crash: number | null
  readonly seed: Buffer | null
  readonly endedAt: Date | null
  readonly settledAt: Date | null
  readonly wins: bigint
}

export const ROUND_COLUMNS = `r.no, r.chain_id as "chainId", r.link, r.rtp, r.sealed_seed as "sealedSeed", r.state,
  r.opens_at as "opensAt", r.closes_at as "closesAt", r.flies_at as "fliesAt", r.heartbeat_at as "heartbeatAt",
  r.crash, r.seed, r.ended_at as "endedAt", r.settled_at as "settledAt", r.wins`

/** The round that everybody looks at: the last one that is more than scheduled. */
export async function presentRoundRow(sql: Sql): Promise<RoundRow | null> {
  const [row] = await sql.query<RoundRow>(
    `select ${ROUND_COLUMNS} from aviator_rounds r where state <> 'scheduled' order by no desc limit 1`,
    [],
    'aviator-present-round',
  )
  return row ?? null
}

export async function roundByNo(sql: Sql, no: bigint): Promise<RoundRow | null> {
  const [row] = await sql.query<RoundRow>(
    `select ${ROUND_COLUMNS} from aviator_rounds r where no = $1`,
    [no],
    'aviator-round',
  )
  return row ?? null
}

/** Rounds that are over, newest first, below a number. */
export const endedRounds = (sql: Sql, before: bigint | null, limit: number): Promise<RoundRow[]> =>
  sql.query<RoundRow>(
    `select ${ROUND_COLUMNS} from aviator_rounds r
      where ended_at is not null and no < coalesce($1, 9223372036854775807) order by no desc limit $2`,
    [before, limit],
    'aviator-ended-rounds',
  )

/** Rounds that somebody must still bring to their end. */
export const unsettledRounds = (sql: Sql): Promise<RoundRow[]> =>
  sql.query<RoundRow>(
    `select ${ROUND_COLUMNS} from aviator_rounds r where settled_at is null and state <> 'scheduled' order by no`,
    [],
    'aviator-unsettled',
  )

export async function scheduledRound(sql: Sql): Promise<RoundRow | null> {
  const [row] = await sql.query<RoundRow>(
    `select ${ROUND_COLUMNS} from aviator_rounds r where settled_at is null and state = 'scheduled' order by no limit 1`,
    [],
    'aviator-scheduled',
  )
  return row ?? null
}

/** Schedules the round after the last one with the chain's next link; false when the chain is used up. */
export async function scheduleRound(tx: Tx, chain: UsableChain, rtp: number, sealing: Sealing): Promise<boolean> {
  const [taken] = await tx.query<{ link: number }>(
    `update aviator_chains set next_link = next_link + 1 where id = $1 and next_link <= links returning next_link - 1 as link`,
    [chain.row.id],
  )
  if (taken === undefined) return false
  await tx.change(
    `insert into aviator_rounds (no, chain_id, link, rtp, sealed_seed)
     values (coalesce((select max(no) from aviator_rounds), 0) + 1, $1, $2, $3, $4)`,
    [chain.row.id, taken.link, rtp, sealing.seal(chain.seeds.at(taken.link))],
  )
  return true
}

export type RoundChange = Partial<
  Pick<RoundRow, 'opensAt' | 'closesAt' | 'fliesAt' | 'heartbeatAt' | 'crash' | 'seed' | 'endedAt'>
> & { readonly state: RoundState }

/** Moves a round on. Throws when somebody else has moved it: then this node does not lead any more. */
export async function moveRound(tx: Tx, no: bigint, from: RoundState, change: RoundChange): Promise<RoundRow> {
  if (!canMove(roundStates, from, change.state)) throw new Error(`a ${from} round does not become ${change.state}`)
  const [row] = await tx.query<RoundRow>(
    `update aviator_rounds r set state = $3, opens_at = coalesce($4, opens_at), closes_at = coalesce($5, closes_at),
            flies_at = coalesce($6, flies_at), heartbeat_at = coalesce($7, heartbeat_at), crash = coalesce($8, crash),
            seed = coalesce($9, seed), ended_at = coalesce($10, ended_at)
      where no = $1 and state = $2 returning ${ROUND_COLUMNS}`,
    [
      no,
      from,
      change.state,
      change.opensAt,
      change.closesAt,
      change.fliesAt,
      change.heartbeatAt,
      change.crash,
      change.seed,
      change.endedAt,
    ],
    'aviator-move-round',
  )
  if (row === undefined) throw new Error(`round ${no} is not ${from} any more`)
  return row
}
