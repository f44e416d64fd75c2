import pg from 'pg'
import { advisoryKey } from '../db/locks.ts'
import { sqlOver } from '../db/pool.ts'
import { APP_ROLE, connectionSettings } from '../db/session.ts'
import { MOST_BYTES, type OutboxRow } from './rows.ts'

export const RELAY = 'relay'
/** How far the outbox is placed. */
const PLACED = 'outbox'
/** That another node than the one that relays has written into it. */
const WRITTEN = 'outbox_written'

export type RelayEars = {
  readonly placed: (position: number) => void
  readonly written: () => void
}

/**
 * The relay's own connection. The leader's lock and the statement that places rows share it, so a leader whose
 * connection is gone can place nothing: there is never a second one.
 */
export async function openRelaySession(url: string, ears: RelayEars) {
  const client = new pg.Client({
    ...connectionSettings({ url, role: APP_ROLE, statementTimeoutMs: 3_000 }),
    connectionTimeoutMillis: 3_000,
  })
  let open = true
  client.on('error', () => (open = false))
  client.on('end', () => (open = false))
  client.on('notification', ({ channel, payload }) =>
    channel === WRITTEN ? ears.written() : ears.placed(Number(payload)),
  )
  await client.connect()
  const sql = sqlOver(client)
  await sql.query(`listen ${PLACED}; listen ${WRITTEN}`)
  // It only ever looks for the newest rows. A plan made while the table was empty would read it whole for them.
  await sql.query('set enable_seqscan = off')
  // And a bitmap would pass by the placed rows' dead entries again and again, where an index scan marks them.
  await sql.query('set enable_bitmapscan = off')

  return {
    sql,
    isOpen: () => open,
    async tryLead(): Promise<boolean> {
      const [row] = await sql.query<{ won: boolean }>('select pg_try_advisory_lock($1) as won', [advisoryKey(RELAY)])
      if (row?.won)
        await sql.query('insert into outbox_cursor (sink, position) values ($1, 0) on conflict do nothing', [RELAY])
      return row?.won ?? false
    },
    /** The last position that any leader has given. */
    async placedUpTo(): Promise<number> {
      const [row] = await sql.query<{ position: bigint }>('select position from outbox_cursor where sink = $1', [RELAY])
      return Number(row?.position ?? 0)
    },
    /** Gives committed rows their positions, consecutive in the order of their ids, and tells the other nodes. Writes nothing when there are none. */
    async place(mostRows: number): Promise<OutboxRow[]> {
      const rows = await sql.query<OutboxRow>(
        `with unplaced as (
           select id
             from (select id, sum(pg_column_size(events)) over (order by id) - pg_column_size(events) as before
                     from (select id, events from outbox where position is null order by id limit $2) page) sized
            where before < $4
         ), taken as materialized (
           select id, row_number() over (order by id) as at from unplaced
         ), moved as (
           update outbox_cursor set position = position + (select count(*) from taken)
            where sink = $1 and exists (select from taken)
           returning position - (select count(*) from taken) as before
         )
         update outbox o set position = moved.before + taken.at
           from taken, moved where o.id = taken.id
         returning o.position, o.events, (select pg_notify($3, (moved.before + (select count(*) from taken))::text))`,
        [RELAY, mostRows, PLACED, MOST_BYTES],
        'outbox-place',
      )
      return rows.sort((a, b) => Number(a.position - b.position))
    },
    /** The heartbeat: tells the other nodes how far the outbox is placed. */
    announce: (position: number) =>
      sql.query('select pg_notify($1, $2)', [PLACED, String(position)], 'outbox-announce'),
    /** Told to whoever relays, in no transaction of a command. */
    tellWritten: () => sql.query(`select pg_notify($1, '')`, [WRITTEN], 'outbox-written'),
    close: () => client.end().catch(() => {}),
  }
}

export type RelaySession = Awaited<ReturnType<typeof openRelaySession>>
