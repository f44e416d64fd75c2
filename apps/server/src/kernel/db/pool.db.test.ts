import { afterAll, beforeAll, expect, it } from 'vitest'
import { err, ok } from '@mupiira/domain/result.ts'
import { type TestDatabase, testDatabase } from '../../../../../tests/support/database.ts'
import { newId } from '../ids.ts'
import { createLog } from '../telemetry/log.ts'
import { isDatabaseUnavailable, isUniqueViolation } from './failures.ts'
import { inLockOrder } from './locks.ts'
import { createDb } from './pool.ts'
import { runAndRollBack, transactionOrRollBack } from './roll-back.ts'
import { APP_ROLE } from './session.ts'
import { type Db, type Sql, type Tx } from './sql.ts'
import { mayRunBeforeBegin } from './transaction.ts'

let database: TestDatabase
let owner: Db
let db: Db

beforeAll(async () => {
  database = await testDatabase()
  const log = createLog('silent')
  owner = createDb({ url: database.adminUrl, name: 'owner', maxConnections: 2, log })
  db = createDb({ url: database.url, role: APP_ROLE, name: 'test', maxConnections: 6, log })
  await owner.query('create table purse (id int primary key, amount bigint not null)')
  await owner.query('insert into purse select i, 100 from generate_series(1, 4) i')
})
afterAll(async () => {
  await db.close()
  await owner.close()
  await database.drop()
})

/** A parameter that cannot be serialised. */
function circular(): object {
  const circle: Record<string, unknown> = {}
  circle['itself'] = circle
  return circle
}

it('the pool connects as a role that owns no tables, and returns exact types', async () => {
  const [row] = await db.query(
    `select current_user as role, 9007199254740993::int8 as big, 1.10::numeric as exact,
            '2026-11-21T10:00:00+03'::timestamptz as at, '2026-11-21'::date as day`,
  )
  expect(row).toEqual({
    role: 'mupiira_app',
    big: 9007199254740993n,
    exact: '1.10',
    at: new Date('2026-11-21T07:00:00Z'),
    day: '2026-11-21',
  })
  await expect(db.query('drop table purse')).rejects.toMatchObject({ code: '42501' })
})

it('a transaction rolls back after an exception, and drops its after-commit callbacks', async () => {
  const happened: string[] = []
  const failed = db.transaction(async (tx) => {
    tx.afterCommit(() => happened.push('never'))
    await tx.query('update purse set amount = 0')
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect(await db.query('select 1 from purse where amount = 0')).toEqual([])
  const value = await db.transaction(async (tx) => {
    tx.afterCommit(() => happened.push('once'))
    return 'done'
  })
  expect([value, happened]).toEqual(['done', ['once']])
})

it('a transaction that returns an error commits, unless it is configured to roll back for returned errors', async () => {
  const amount = async () => (await db.query<{ amount: bigint }>('select amount from purse where id = 1'))[0]?.amount
  const before = await amount()
  const add =
    <T>(value: T) =>
    async (tx: Tx): Promise<T> => {
      await tx.query('update purse set amount = amount + 1 where id = 1')
      return value
    }
  expect([await transactionOrRollBack(db, add(err('REFUSED'))), await amount()]).toEqual([err('REFUSED'), before])
  expect([await runAndRollBack(db, add('figure')), await amount()]).toEqual(['figure', before])
  const nested = transactionOrRollBack(db, async () => transactionOrRollBack(db, add(err('INNER'))))
  expect([await nested, await amount()]).toEqual([err('INNER'), before])
  const failing = transactionOrRollBack(db, async (tx) => {
    await add('unused')(tx)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await amount()).toBe(before)
  expect([await transactionOrRollBack(db, add(ok('done'))), await amount()]).toEqual([ok('done'), (before ?? 0n) + 1n])
  expect([await db.transaction(add(err('REFUSED'))), await amount()]).toEqual([err('REFUSED'), (before ?? 0n) + 2n])
  await db.query('update purse set amount = $1 where id = 1', [before])
})

it('a read in the player role returns only that player’s rows, cannot write, and resets the connection’s role', async () => {
  const single = createDb({
    url: database.url,
    role: APP_ROLE,
    name: 'one',
    maxConnections: 1,
    log: createLog('silent'),
  })
  const [own, other] = [newId(), newId()]
  await owner.query(`insert into accounts (id, kind, created_at) select unnest($1::uuid[]), 'player', now()`, [
    [own, other],
  ])
  const all = (sql: Sql) => sql.query('select id from accounts where balance = 0', [], 'all-accounts')
  expect(await single.asPlayer(own, all)).toEqual([{ id: own }])
  expect((await all(single)).length).toBeGreaterThan(2)
  expect(await single.asPlayer(other, all)).toEqual([{ id: other }])
  const together = await single.asPlayer(own, async (sql) => [await Promise.all([all(sql), all(sql)]), await all(sql)])
  expect(together).toEqual([[[{ id: own }], [{ id: own }]], [{ id: own }]])
  await expect(single.asPlayer(own, (sql) => sql.change('update accounts set balance = 1'))).rejects.toThrow()
  await expect(single.asPlayer('not an id', all)).rejects.toMatchObject({ code: '22P02' })
  expect(await single.query(`select current_user as role, current_setting('mupiira.player', true) as player`)).toEqual([
    { role: 'mupiira_app', player: '' },
  ])
  await single.close()
})

it('a transaction does not commit after a statement failure that the code swallowed', async () => {
  let failure: unknown
  const swallowed = db.transaction(async (tx) => {
    failure = await tx.query('insert into purse values (1, 1)').catch((error: unknown) => error)
  })
  await expect(swallowed).rejects.toThrow('rolled back at its commit')
  expect(isUniqueViolation(failure, 'purse_pkey')).toBe(true)
})

it('statements sent in one packet run in order in one transaction, and the first failure is reported', async () => {
  const together = db.transaction((tx) =>
    Promise.all([
      tx.query('update purse set amount = 55 where id = 3', [], 'set-55'),
      tx.query('select amount from purse where id = 3', [], 'read-3'),
      tx.query('select 1 / 0', [], 'divide'),
      tx.query('select amount from purse where id = 3', [], 'read-3-later'),
    ]),
  )
  await expect(together).rejects.toMatchObject({ code: '22012' })
  const read = () =>
    db.transaction((tx) =>
      Promise.all([
        tx.query('select amount from purse where id = 3', [], 'read-3'),
        tx.query('select amount from purse where id = 3', [], 'read-3-later'),
      ]),
    )
  const [before] = await read()
  expect(before).not.toEqual([{ amount: 55n }])
  expect(await read()).toEqual([before, before])
})

it('no statement of a packet runs after a failed statement, and the name of the failed statement can be used again', async () => {
  await owner.query('create sequence if not exists runs')
  await owner.query('grant usage, select on sequence runs to mupiira_app')
  const count = (name: string) => (tx: Tx) => tx.query<{ run: bigint }>(`select nextval('runs') as run`, [], name)
  const failing = db.transaction((tx) =>
    Promise.allSettled([
      tx.query('select * from nowhere', [], 'nowhere'),
      count('first-count')(tx),
      count('second-count')(tx),
    ]),
  )
  await expect(failing).rejects.toThrow()
  const counted = await db.transaction(async (tx) => [await count('first-count')(tx), await count('second-count')(tx)])
  expect(counted.flat()).toEqual([{ run: 1n }, { run: 2n }])
  for (let use = 1; use <= 3; use++) {
    await expect(db.transaction((tx) => tx.query('select 1 / $1::int as x', [0], 'share'))).rejects.toMatchObject({
      code: '22012',
    })
    expect(await db.transaction((tx) => tx.query('select 1 / $1::int as x', [1], 'share'))).toEqual([{ x: 1 }])
  }
})

it('a statement with a value that cannot be bound fails before any statement is sent, and later statements succeed', async () => {
  const refused = db.transaction((tx) =>
    Promise.all([tx.query('select 1 as x', [], 'one'), tx.query('select $1::jsonb', [circular()], 'circle')]),
  )
  await expect(refused).rejects.toThrow(/circular/i)
  expect(await db.transaction((tx) => tx.query('select 1 as x', [], 'one'))).toEqual([{ x: 1 }])
})

it('one statement name for two SQL texts is rejected, but the same statement may occur twice in one packet', async () => {
  const read = (tx: Tx) => tx.query('select amount from purse where id = $1', [4], 'read-one')
  const [first, second] = await db.transaction((tx) => Promise.all([read(tx), read(tx)]))
  expect(first).toEqual(second)
  await expect(db.transaction((tx) => tx.query('select 2', [], 'read-one'))).rejects.toThrow('read-one')
  const both = (tx: Tx) => Promise.all([tx.query('select 1', [], 'either'), tx.query('select 2', [], 'either')])
  await expect(db.transaction(both)).rejects.toThrow('either')
})

it('a transaction without statements is not opened, and results distinguish null, no rows and no result', async () => {
  expect(await db.transaction(async () => 'nothing')).toBe('nothing')
  const results = await db.transaction(async (tx) => [
    await tx.query('select null::int as x, $1::text as y', ['ä"\\']),
    await tx.query('select 1 as x where false', [], 'empty'),
    await tx.change('update purse set amount = amount where id < 3', [], 'touch'),
  ])
  expect(results).toEqual([[{ x: null, y: 'ä"\\' }], [], 2])
})

it('a transaction sends `commit` together with the last statements, and does not commit if one of those fails', async () => {
  await owner.query('update purse set amount = 100')
  const happened: string[] = []
  const move = (amount: number, last: string) =>
    db.transaction(async (tx) => {
      tx.afterCommit(() => happened.push(last))
      const written = Promise.all([
        tx.change('update purse set amount = amount + $1 where id = 1', [amount], 'move'),
        tx.query(last, [], last),
      ])
      const [changed] = await tx.commitWith(written)
      return changed
    })
  expect(await move(5, 'select 1 as fine')).toBe(1)
  await expect(move(7, 'select 1 / 0 as broken')).rejects.toMatchObject({ code: '22012' })
  expect(await db.query('select amount from purse where id = 1')).toEqual([{ amount: 105n }])
  expect(happened).toEqual(['select 1 as fine'])
  const late = db.transaction(async (tx) => {
    await tx.commitWith(tx.change('update purse set amount = 1 where id = 2'))
    await tx.change('update purse set amount = 2 where id = 2')
  })
  await expect(late).rejects.toThrow('the transaction is over')
  expect(await db.query('select amount from purse where id = 2')).toEqual([{ amount: 1n }])
})

it('a transaction also commits statements that are added while the last packet is being sent', async () => {
  await owner.query('update purse set amount = 100')
  const changed = await db.transaction((tx) => {
    const later = async () => {
      await Promise.resolve()
      const [row] = await tx.query('select amount from purse where id = 1', [], 'behind')
      return row
    }
    return tx.commitWith(
      Promise.all([
        tx.change('update purse set amount = 101 where id = 1', [], 'ahead'),
        later(),
        tx.change('update purse set amount = 102 where id = 2', [], 'ahead-2'),
      ]),
    )
  })
  expect(changed).toEqual([1, { amount: 101n }, 1])
  expect(await db.query('select id, amount from purse where amount <> 100 order by id')).toEqual([
    { id: 1, amount: 101n },
    { id: 2, amount: 102n },
  ])
})

const zeroAll = (tx: Tx) => tx.change('update purse set amount = 0')
const failures: [string, (tx: Tx) => Promise<unknown>, string][] = [
  ['fails', (tx) => tx.query('select 1 / 0'), 'division by zero'],
  ['cannot be bound', (tx) => tx.query('select $1::jsonb', [circular()], 'circle'), 'circular'],
  [
    'has the name of another one',
    (tx) => Promise.all([tx.query('select 1', [], 'double'), tx.query('select 2', [], 'double')]),
    'must be unique',
  ],
  ['throws before it is sent', () => Promise.reject(new Error('not even asked')), 'not even asked'],
]
it.each(failures)(
  'a transaction commits nothing if a statement sent together with `commit` %s',
  async (_, fail, message) => {
    await owner.query('update purse set amount = 100')
    const works: ((tx: Tx) => Promise<unknown>)[] = [
      (tx) => tx.commitWith(Promise.all([zeroAll(tx), fail(tx)])),
      (tx) => tx.commitWith(Promise.all([fail(tx), zeroAll(tx)])),
    ]
    for (const work of works) {
      await expect(db.transaction(work)).rejects.toThrow(message)
      // The same error occurs inside an open transaction.
      const opened = db.transaction(async (tx) => {
        await tx.query('select 1')
        await work(tx)
      })
      await expect(opened).rejects.toThrow(message)
    }
    expect(await db.query('select 1 from purse where amount <> 100')).toEqual([])
    // The next transaction receives its own results.
    expect(await db.transaction((tx) => tx.query('select 7 as x'))).toEqual([{ x: 7 }])
  },
)

it('a transaction does not commit if a statement that was not awaited fails', async () => {
  await owner.query('update purse set amount = 100')
  for (const forgotten of [
    (tx: Tx) => tx.query('select 1 / 0'),
    (tx: Tx) => tx.query('select $1::jsonb', [circular()]),
  ]) {
    const work = db.transaction(async (tx) => {
      void forgotten(tx).catch(() => {})
      void zeroAll(tx).catch(() => {})
    })
    await expect(work).rejects.toThrow('rolled back at its commit')
  }
  expect(await db.query('select 1 from purse where amount <> 100')).toEqual([])
})

it('a transaction runs no statement if `begin` fails', async () => {
  await owner.query('update purse set amount = 100')
  const refused = db.transaction((tx) => Promise.all([zeroAll(tx), zeroAll(tx)]), {
    isolation: 'no such level' as 'serializable',
  })
  await expect(refused).rejects.toMatchObject({ code: '42601' })
  expect(await db.query('select 1 from purse where amount <> 100')).toEqual([])
})

it.each([
  ['select id from accounts where id = $1 for update', true],
  ['select pg_advisory_xact_lock($1)', true],
  ['select pg_advisory_lock($1)', false],
  ["select set_config('mupiira.correction', $1, false)", false],
  ["select pg_notify('queue', $1)", false],
  ['select 1 as one into copied', false],
  ['select count(a.id), sum("a"."balance") from accounts a where "a"."id" in (select id from users)', true],
  ["select graphile_worker.add_job('pay')", false],
  [`select "graphile_worker" . "add_job" ('pay')`, false],
  ['with gone as (delete from accounts returning id) select id from gone', false],
])('a transaction sends `%s` together with `begin`: %s', (text, isSentWithBegin) => {
  expect(mayRunBeforeBegin(text)).toBe(isSentWithBegin)
})

it('a transaction does not send a `select` together with `begin` if the `select` calls a function of the schema or the job library that can write', async () => {
  const rows = await owner.query<{ schema: string; name: string }>(
    `select n.nspname as schema, p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname not in ('pg_catalog', 'information_schema') and p.provolatile = 'v'
        and p.prorettype <> 'trigger'::regtype and p.prokind = 'f'
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  )
  const callOf = ({ schema, name }: { schema: string; name: string }) =>
    `select ${schema === 'public' ? '' : `${schema}.`}${name}($1)`
  expect(rows.map(({ name }) => name)).toContain('add_job')
  expect(rows.map(callOf).filter(mayRunBeforeBegin)).toEqual([])
})

it('a transaction writes nothing if `begin` fails in a packet with a read', async () => {
  await owner.query('update purse set amount = 100')
  const refused = db.transaction(
    async (tx) => {
      const [read] = await Promise.allSettled([tx.query('select 1'), zeroAll(tx)])
      expect(read).toMatchObject({ status: 'rejected', reason: { code: '42601' } })
      await zeroAll(tx).catch(() => {})
    },
    { isolation: 'no such level' as 'serializable' },
  )
  await expect(refused).rejects.toThrow()
  expect(await db.query('select 1 from purse where amount <> 100')).toEqual([])
})

it('after a failure, later statements of a transaction fail with the first error, which also determines the retry', async () => {
  let runs = 0
  const work = db.transaction(async (tx) => {
    runs++
    const [, second] = await Promise.allSettled([
      tx.query(`do $$ begin raise exception using errcode = '40001'; end $$`),
      tx.query('select 1'),
    ])
    if (second?.status === 'rejected') throw second.reason
  })
  await expect(work).rejects.toMatchObject({ code: '40001' })
  expect(runs).toBeGreaterThan(1)
})

it('a transaction refuses further statements after a failure, even if the code swallowed the failure', async () => {
  await owner.query('update purse set amount = 100')
  const swallow = (tx: Tx) => tx.query('select $1::jsonb', [circular()]).catch(() => {})
  const continued = db.transaction(async (tx) => {
    await swallow(tx)
    await zeroAll(tx)
  })
  await expect(continued).rejects.toThrow('circular')
  await expect(db.transaction(swallow)).rejects.toThrow('rolled back at its commit')
  expect(await db.query('select 1 from purse where amount <> 100')).toEqual([])
})

it('a transaction with generic plans plans a statement with a short list once, and the setting ends with it', async () => {
  const single = createDb({
    url: database.url,
    role: APP_ROLE,
    name: 'plans',
    maxConnections: 1,
    log: createLog('silent'),
  })
  const executions = Array.from({ length: 8 }, (_, at) => at)
  for (const execution of executions) {
    const read = (sql: Sql) => sql.query('select id from purse where id = any($1::int[])', [[execution]], 'short-list')
    await single.transaction(read, { genericPlans: true })
  }
  const plans = `select generic_plans, custom_plans from pg_prepared_statements where name = 'short-list'`
  expect(await single.query(plans)).toEqual([{ generic_plans: 8n, custom_plans: 0n }])
  const settings = `select current_setting('plan_cache_mode') as plans, current_setting('enable_seqscan') as scans`
  expect(await single.query(settings)).toEqual([{ plans: 'auto', scans: 'on' }])
  await single.close()
})

it('a prepared statement that first failed inside a transaction can be used outside of transactions', async () => {
  const single = createDb({ url: database.url, name: 'single', maxConnections: 1, log: createLog('silent') })
  const share = (sql: Sql, by: number) => sql.query('select 1 / $1::int as x', [by], 'share')
  await expect(single.transaction((tx) => share(tx, 0))).rejects.toMatchObject({ code: '22012' })
  expect(await share(single, 1)).toEqual([{ x: 1 }])
  expect(await single.transaction((tx) => share(tx, 1))).toEqual([{ x: 1 }])
  await single.close()
})

it.each([
  { how: '', results: 'read timeout', wrap: (error: unknown) => error },
  {
    how: ', even if the code wraps the error',
    results: 'not done',
    wrap: (error: unknown) => new Error('not done', { cause: error }),
  },
])('[OPS-06] a transaction waits at most one timeout for an unavailable database$how', async ({ results, wrap }) => {
  const limits = { statementTimeoutMs: 200, maxConnections: 1 }
  const impatientDb = createDb({ ...limits, url: database.url, name: 'impatient', log: createLog('silent') })
  const waiting = impatientDb.transaction((tx) =>
    Promise.all([tx.query(`select set_config('statement_timeout', '0', true)`), tx.query('select pg_sleep(9)')]).catch(
      (error: unknown) => Promise.reject(wrap(error)),
    ),
  )
  await expect(waiting).rejects.toThrow(results)
  expect(await impatientDb.query('select 1 as one')).toEqual([{ one: 1 }])
  await impatientDb.close()
})

it('a transaction drops statements that are still queued when its callback fails', async () => {
  await owner.query('update purse set amount = 100')
  const failed = db.transaction(async (tx) => {
    await tx.query('select 1')
    void tx.change('update purse set amount = 0').catch(() => {})
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  await db.transaction((tx) => tx.query('select 1'))
  expect(await db.query('select 1 from purse where amount = 0')).toEqual([])
})

it('a transaction that PostgreSQL aborts for a deadlock is retried, and no debit is lost', async () => {
  await owner.query('update purse set amount = 100')
  let runs = 0
  const bothHoldOne = Promise.withResolvers<void>()
  let holding = 0
  const move = (first: number, second: number) =>
    db.transaction(async (tx) => {
      runs++
      await tx.query('update purse set amount = amount - 1 where id = $1', [first])
      if (++holding === 2) bothHoldOne.resolve()
      await bothHoldOne.promise
      await tx.query('update purse set amount = amount + 1 where id = $1', [second])
    })
  await Promise.all([move(1, 2), move(2, 1)])
  expect(runs).toBeGreaterThan(2)
  expect(await db.query('select sum(amount)::bigint as total from purse')).toEqual([{ total: 400n }])
})

it('concurrent transactions that lock rows in lock order do not deadlock', async () => {
  let runs = 0
  const lockAll = (ids: string[]) =>
    db.transaction(async (tx) => {
      runs++
      for (const id of inLockOrder(ids)) await tx.query('select from purse where id = $1 for update', [id])
    })
  await Promise.all(
    Array.from({ length: 24 }, (_, at) => lockAll(at % 2 === 0 ? ['1', '2', '3', '3'] : ['3', '2', '1'])),
  )
  expect(runs).toBe(24)
})

it('[OPS-06] the pool recovers after the server has closed its connections', async () => {
  await Promise.all([1, 2, 3].map(() => db.query('select pg_sleep(0.02)')))
  const interrupted = db.query('select pg_sleep(5)').catch((error: unknown) => error)
  await expect
    .poll(() =>
      owner.query(`select 1 from pg_stat_activity where query like 'select pg_sleep(5)%' and state = 'active'`),
    )
    .toHaveLength(1)
  await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where usename <> current_user and datname = current_database()`,
  )
  expect(isDatabaseUnavailable(await interrupted)).toBe(true)
  await expect.poll(() => db.query('select 1 as one').catch(() => [])).toEqual([{ one: 1 }])
})

it('[OPS-06] the pool discards a connection that was opened while the database was read-only', async () => {
  const one = createDb({ url: database.url, role: APP_ROLE, name: 'one', maxConnections: 1, log: createLog('silent') })
  const write = () => one.transaction((tx) => tx.query('update purse set amount = amount where id = 1'))
  const name = new URL(database.url).pathname.slice(1)
  await owner.query(`alter database "${name}" set default_transaction_read_only = on`)
  try {
    await expect(write()).rejects.toSatisfy(isDatabaseUnavailable)
  } finally {
    await owner.transaction(async (tx) => {
      await tx.query('set transaction read write')
      await tx.query(`alter database "${name}" reset default_transaction_read_only`)
    })
  }
  await write()
  await one.close()
})
