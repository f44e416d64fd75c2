import { sql } from 'kysely'
import { type RoundState, roundStates } from '@mupiira/domain/aviator/states.ts'
import { canTransition } from '@mupiira/domain/ticket/states.ts'
import { anyOf, type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'

export type Round = {
  readonly no: bigint
  readonly chainId: string
  readonly link: number
  /** The return to player in hundredths of a percent. */
  readonly rtp: number
  readonly encryptedSeed: Buffer
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

const ROUND_COLUMNS = [
  'no',
  'chain_id as chainId',
  'link',
  'rtp',
  'encrypted_seed as encryptedSeed',
  'state',
  'opens_at as opensAt',
  'closes_at as closesAt',
  'flies_at as fliesAt',
  'heartbeat_at as heartbeatAt',
  'crash',
  'seed',
  'ended_at as endedAt',
  'settled_at as settledAt',
  'wins',
] as const

const selectRounds = () => q.selectFrom('aviator_rounds').select(ROUND_COLUMNS)
const unsettled = () => selectRounds().where('settled_at', 'is', null).orderBy('no')

const current = statement(() => selectRounds().where('state', '<>', 'scheduled').orderBy('no', 'desc').limit(1))

/** The round on the screens: the last one whose betting has opened. */
export const currentRound = async (sql: Sql): Promise<Round | null> => (await sql.first(current({}))) ?? null

const byNo = statement((p: Params<{ no: bigint }>) => selectRounds().where('no', '=', p.no))

export const roundByNo = async (sql: Sql, no: bigint): Promise<Round | null> => (await sql.first(byNo({ no }))) ?? null

const ended = statement((p: Params<{ before: bigint | null; limit: number }>) =>
  selectRounds()
    .where('ended_at', 'is not', null)
    .where(sql<boolean>`no < coalesce(${p.before}, 9223372036854775807)`)
    .orderBy('no', 'desc')
    .limit(p.limit),
)

/** Ended rounds with a number below `before`, newest first. */
export const endedRounds = (sql: Sql, before: bigint | null, limit: number): Promise<Round[]> =>
  sql.run(ended({ before, limit }))

const toSettle = statement(() => unsettled().where('state', '<>', 'scheduled'))

/** Rounds that are not settled yet, except a scheduled one. */
export const unsettledRounds = (sql: Sql): Promise<Round[]> => sql.run(toSettle({}))

const scheduled = statement(() => unsettled().where('state', '=', 'scheduled').limit(1))

export const scheduledRound = async (sql: Sql): Promise<Round | null> => (await sql.first(scheduled({}))) ?? null

const insert = statement(
  (p: Params<{ chainId: string; link: number; rtp: number; encryptedSeed: Buffer }>) => sql`
    insert into aviator_rounds (no, chain_id, link, rtp, encrypted_seed)
    values (coalesce((select max(no) from aviator_rounds), 0) + 1, ${p.chainId}, ${p.link}, ${p.rtp}, ${p.encryptedSeed})`,
)

/** Schedules the round after the last one. */
export const insertRound = (
  tx: Tx,
  round: Pick<Round, 'chainId' | 'link' | 'rtp' | 'encryptedSeed'>,
): Promise<number> => tx.change(insert(round))

export type RoundChange = Partial<
  Pick<Round, 'opensAt' | 'closesAt' | 'fliesAt' | 'heartbeatAt' | 'crash' | 'seed' | 'endedAt'>
> & { readonly state: RoundState }

/** Moves a round to its next state. Throws if the round is not in state `from`, because another node then leads. */
export async function changeRoundState(tx: Tx, no: bigint, from: RoundState, change: RoundChange): Promise<Round> {
  if (!canTransition(roundStates, from, change.state))
    throw new Error(`a ${from} round does not become ${change.state}`)
  const { state, opensAt, closesAt, fliesAt, heartbeatAt, crash, seed, endedAt } = change
  const times = { opens_at: opensAt, closes_at: closesAt, flies_at: fliesAt, heartbeat_at: heartbeatAt }
  const set = { state, ...times, crash, seed, ended_at: endedAt }
  const round = await tx.first(
    q
      .updateTable('aviator_rounds')
      .set(Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined)))
      .where('no', '=', no)
      .where('state', '=', from)
      .returning(ROUND_COLUMNS),
  )
  if (round === undefined) throw new Error(`round ${no} is no longer ${from}`)
  return round
}

const updateHeartbeat = statement((p: Params<{ no: bigint; at: Date }>) =>
  q.updateTable('aviator_rounds').set({ heartbeat_at: p.at }).where('no', '=', p.no).where('state', '=', 'flying'),
)

/** Stores a heartbeat. Returns false if the round is no longer running. */
export const storeHeartbeat = async (sql: Sql, no: bigint, at: Date): Promise<boolean> =>
  (await sql.change(updateHeartbeat({ no, at }))) === 1

const settle = statement((p: Params<{ no: bigint; at: Date }>) =>
  q.updateTable('aviator_rounds').set({ settled_at: p.at }).where('no', '=', p.no).where('settled_at', 'is', null),
)

export const markSettled = (sql: Sql, no: bigint, at: Date): Promise<number> => sql.change(settle({ no, at }))

/** The round that takes bets now, and the last heartbeat of the node that runs the rounds. */
export type OpenRound = Pick<Round, 'no' | 'state' | 'wins'> & { readonly leaderHeartbeatAt: Date | null }

const lockOpen = statement(
  () => sql<OpenRound>`
    select r.no, r.state, r.wins,
           coalesce(r.opens_at, (select greatest(p.opens_at, p.heartbeat_at, p.ended_at)
                                   from aviator_rounds p where p.no = r.no - 1)) as "leaderHeartbeatAt"
      from aviator_rounds r
     where r.settled_at is null and r.state in ('betting', 'scheduled') order by r.no limit 1 for update`,
)

export const lockOpenRound = async (tx: Tx): Promise<OpenRound | null> => (await tx.first(lockOpen({}))) ?? null

const lockOfBet = statement((p: Params<{ betId: string }>) =>
  q
    .selectFrom('aviator_rounds')
    .select('state')
    .where('no', '=', (from) => from.selectFrom('aviator_bets').select('round_no').where('id', '=', p.betId))
    .forUpdate(),
)

/** Locks the round of a bet and returns its state. */
export const lockRoundOfBet = async (tx: Tx, betId: string): Promise<RoundState | null> =>
  (await tx.first(lockOfBet({ betId })))?.state ?? null

const addWins = statement((p: Params<{ no: bigint; wins: bigint }>) =>
  q
    .updateTable('aviator_rounds')
    .set({ wins: sql<bigint>`wins + ${p.wins}` })
    .where('no', '=', p.no),
)

/** Changes the sum of the greatest possible wins of a round. */
export const addRoundWins = (tx: Tx, no: bigint, wins: bigint): Promise<number> => tx.change(addWins({ no, wins }))

const encryptedSeeds = statement((p: Params<{ roundNos: readonly bigint[] }>) =>
  q
    .selectFrom('aviator_rounds as r')
    .innerJoin('aviator_chains as c', 'c.id', 'r.chain_id')
    .select(['r.no', 'r.rtp', 'r.encrypted_seed as encryptedSeed', 'c.salt'])
    .where('r.no', '=', anyOf(p.roundNos))
    .where('r.flies_at', 'is not', null)
    .where('c.salt', 'is not', null)
    .$narrowType<{ salt: Buffer }>(),
)

/** The inputs of the crash points of rounds that have started. */
export const encryptedSeedsOf = (sql: Sql, roundNos: readonly bigint[]) => sql.run(encryptedSeeds({ roundNos }))

const lastHeartbeat = statement(
  () => sql<{ at: Date | null; silentMs: number }>`
    select at, (extract(epoch from clock_timestamp() - at) * 1000)::float8 as "silentMs"
      from (select greatest(
        (select heartbeat_at from aviator_watch),
        (select max(greatest(opens_at, heartbeat_at, ended_at, settled_at))
           from (select * from aviator_rounds order by no desc limit 2) r)) as at) last`,
)

/** The last heartbeat of a node that runs rounds, and its age by the database's clock. */
export type LeaderHeartbeat = { readonly at: Date; readonly silentMs: number }

export async function lastLeaderHeartbeat(sql: Sql): Promise<LeaderHeartbeat | null> {
  const row = await sql.first(lastHeartbeat({}))
  return row === undefined || row.at === null ? null : { at: row.at, silentMs: row.silentMs }
}

const upsertLeaderHeartbeat = statement(
  () => sql`
    insert into aviator_watch (heartbeat_at) values (clock_timestamp())
    on conflict (id) do update set heartbeat_at = greatest(aviator_watch.heartbeat_at, excluded.heartbeat_at)`,
)

export const storeLeaderHeartbeat = (sql: Sql): Promise<number> => sql.change(upsertLeaderHeartbeat({}))

const clock = statement(() => sql<{ now: Date }>`select clock_timestamp() as now`)

export async function databaseTime(sql: Sql): Promise<Date> {
  const row = await sql.first(clock({}))
  if (row === undefined) throw new Error('the database did not report its time')
  return row.now
}
