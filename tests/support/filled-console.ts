import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { FILL_ADMIN } from './filled-back-office.ts'
import { fillLedger } from './filled-ledger.ts'
import { fillTickets, PREPARE_TICKETS } from './filled-tickets.ts'

export type ConsoleSize = {
  readonly users: number
  readonly tickets: number
  /** Ledger entries: two for each transfer. Payments are added until the number is reached. */
  readonly entries: number
}
export type FilledConsole = {
  /** The session token of a member of staff. */
  readonly token: string
  /** Row counts by table. */
  readonly rows: Readonly<Record<string, number>>
}

const DAY_MS = 86_400_000
const STAFF = 5
export const GROWING_TABLES = [
  'accounts',
  'audit_log',
  'chat_conversations',
  'customer_care_chat',
  'fixture_matches',
  'fixtures',
  'feed_links',
  'game_clocks',
  'game_offers',
  'game_result_versions',
  'game_results',
  'games',
  'holds',
  'postings',
  'profiles',
  'provider_exchanges',
  'sessions',
  'staff_notes',
  'ticket_legs',
  'tickets',
  'transactions',
] as const

/**
 * Fills an empty, migrated database with one year of data: players, games with results, settled tickets, payments,
 * their ledger, and staff activity. Uses set-based statements that follow the rules, so the ledger check passes. The
 * same size gives the same data up to `now`. `model` is a score model for upcoming games.
 */
export async function fillConsole(
  adminUrl: string,
  size: ConsoleSize,
  { now, model, say = () => undefined }: { now: Date; model: unknown; say?: (text: string) => void },
): Promise<FilledConsole> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const began = performance.now()
    const step = async (name: string, work: () => Promise<unknown>): Promise<void> => {
      const from = performance.now()
      await work()
      say(`${name}: ${((performance.now() - from) / 1_000).toFixed(1)} s`)
    }
    // Opening an account with a balance requires correction mode.
    await client.query(`set mupiira.correction = 'on'; set synchronous_commit = off; set work_mem = '192MB';
      set maintenance_work_mem = '512MB'; set max_parallel_maintenance_workers = 2; set jit = off`)
    const plan = planOf(size, now)
    await step('players and games', async () => {
      await client.query(PREPARE_TICKETS)
      await client.query('insert into fill.plan values ($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
        plan.startMs,
        plan.nowMs,
        size.users,
        size.tickets,
        plan.games,
        plan.window,
        STAFF,
        plan.openingUgx,
        JSON.stringify(model),
      ])
      await client.query('select fill.people(); select fill.games()')
    })
    const indexes = await dropIndexes(client, [
      'tickets',
      'ticket_legs',
      'postings',
      'transactions',
      'provider_exchanges',
    ])
    await step('tickets', () => fillTickets(client, size.tickets))
    await step('payments and ledger', () => fillLedger(client, size))
    await step('indexes', async () => {
      for (const definition of indexes) await client.query(definition)
    })
    await step('desk', () => client.query(FILL_ADMIN))
    await client.query('drop schema fill cascade')
    await step('vacuum', () => client.query('vacuum analyze'))
    say(`filled in ${((performance.now() - began) / 1_000).toFixed(0)} s`)
    return await enter(client, now)
  } finally {
    await client.end()
  }
}

/** A new staff session in a database that was filled earlier. */
export async function openFilledConsole(adminUrl: string, now: Date): Promise<FilledConsole> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    return await enter(client, now)
  } finally {
    await client.end()
  }
}

async function enter(client: pg.Client, now: Date): Promise<FilledConsole> {
  return { token: await openSession(client, now), rows: await countRows(client) }
}

/** One game for each fifty tickets; bets are placed within two days before it. */
function planOf({ users, tickets }: ConsoleSize, now: Date) {
  const games = Math.max(40, Math.ceil(tickets / 50))
  const spanMs = 365 * DAY_MS
  return {
    startMs: now.getTime() - spanMs,
    nowMs: now.getTime(),
    games,
    window: Math.max(6, Math.ceil((2 * DAY_MS) / (spanMs / games))),
    // The first players bet the most, so they get enough money.
    openingUgx: Math.ceil(tickets / users) * 300_000,
  }
}

/**
 * Drops all indexes except keys, and returns the statements that recreate them. Building an index at once is faster
 * than row by row.
 */
async function dropIndexes(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; definition: string }>(
    `select format('drop index %s', i.indexrelid::regclass) as drop, pg_get_indexdef(i.indexrelid) as definition
       from pg_index i where i.indrelid = any($1::regclass[])
        and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
     union all
     select format('alter table %s drop constraint %I', conrelid::regclass, conname),
            format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
       from pg_constraint where contype = 'f' and conrelid = any($1::regclass[])`,
    [tables],
  )
  for (const { drop } of rows) await client.query(drop)
  return rows.map(({ definition }) => definition)
}

async function openSession(client: pg.Client, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await client.query(
    `insert into sessions (token_hash, id, user_id, keep_logged_in, created_at, renewed_at, expires_at, confirmed_at)
     select $1, gen_random_uuid(), id, true, $2, $2, $2::timestamptz + interval '1 day', $2 from profiles where role = 'admin' order by id limit 1`,
    [createHash('sha256').update(token).digest(), now],
  )
  return token
}

async function countRows(client: pg.Client): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; rows: string }>(
    `select relname as name, reltuples::bigint as rows from pg_class where oid = any($1::regclass[]) order by relname`,
    [GROWING_TABLES],
  )
  return Object.fromEntries(rows.map(({ name, rows: count }) => [name, Number(count)]))
}
