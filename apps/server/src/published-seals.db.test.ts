import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { DAY_MS, HOUR_MS } from '@mupiira/domain/time/durations.ts'
import { runEntry } from '../../../tests/support/spawned-server.ts'
import { NONE_PUBLISHED, sealAndPublish } from './kernel/seals/published-seals.ts'
import { bind, type Query } from './kernel/db/query.ts'
import type { Db } from './kernel/db/sql.ts'
import { SEALED_LOG } from './modules/audit/audit.repository.ts'
import { SEALED_LEDGER } from './modules/wallet/ledger/ledger-check.repository.ts'
import { type AdminFixture, adminFixture } from './testing/admin-fixture.ts'

const TABLES = [
  { ...SEALED_LOG, entry: 'audit-verify.ts', found: 'the audit log is unchanged' },
  { ...SEALED_LEDGER, entry: 'ledger-check.ts', found: 'the ledger is valid' },
]

let folder: string
let app: AdminFixture

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seals-'))
  app = await adminFixture({ config: { SEALS_DIR: folder } })
})
afterAll(async () => {
  await app?.close()
  await rm(folder, { recursive: true, force: true })
})

const published = (seals: string) => readFile(join(folder, `${seals}.txt`), 'utf8')
const check = (entry: string, variables = { SEALS_DIR: folder }) =>
  runEntry(`apps/server/src/${entry}`, {
    NODE_ENV: 'test',
    DATABASE_URL: app.database.url,
    DATABASE_ADMIN_URL: app.database.adminUrl,
    ...variables,
  })

/** The newest seal in the database, as it is published. */
async function newest(seals: string): Promise<string> {
  const [row] = await app.kernel.db.query<{ block: bigint; hash: string }>(
    `select block, encode(hash, 'hex') as hash from ${seals} order by block desc limit 1`,
  )
  return `${row?.block}:${row?.hash}\n`
}

async function seal(): Promise<void> {
  await app.modules.audit.seals.add()
  await app.modules.wallet.ledger.seal()
}

/** Writes a row into both tables and seals it, without waiting for transactions of other databases of the server. */
async function writeAndSeal(): Promise<void> {
  const player = await app.player()
  expect(await app.post(`/api/admin/users/${player.id}/top-up`, { amount: 2_503 })).toMatchObject({ status: 200 })
  const unsealed = TABLES.map(
    ({ rows, seals }) => `select from ${rows} where id > (select coalesce(max(last_id), 0) from ${seals})`,
  ).join(' union all ')
  const [{ next } = { next: 0n }] = await app.kernel.db.query<{ next: bigint }>(
    'select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next',
  )
  for (const table of TABLES) await sealAndPublish(app.kernel, table, next)
  expect(await app.kernel.db.query(unsealed)).toEqual([])
}

/** Seals on a node whose database calls are replaced by `changed`. */
const sealWith = (table: (typeof TABLES)[number], changed: Partial<Db>) =>
  sealAndPublish({ ...app.kernel, workerDb: { ...app.kernel.workerDb, ...changed } }, table)

it.each(TABLES)('[OPS-04] [OPS-05] a crash in the first seal of $rows leaves block 0 published', async (table) => {
  const transaction = () => Promise.reject(new Error('killed'))
  await expect(sealWith(table, { transaction })).rejects.toThrow('killed')
  expect(await published(table.seals)).toMatch(/^0:0{64}\n$/)
})

it('[OPS-04] [OPS-05] the newest seal, or the absence of seals, is published in a file and in the log', async () => {
  await seal()
  for (const { seals } of TABLES) expect(await published(seals)).toMatch(/^0:0{64}\n$/)
  const logged = vi.spyOn(app.kernel.log, 'info')
  await writeAndSeal()
  for (const { seals, entry, found } of TABLES) {
    expect(await published(seals)).toBe(await newest(seals))
    const [block, hash] = (await newest(seals)).trim().split(':')
    expect(logged.mock.calls).toContainEqual([expect.objectContaining({ seals, block, hash }), 'block sealed'])
    expect(await check(entry)).toEqual({ code: 0, output: expect.stringContaining(found) })
  }
  logged.mockRestore()
})

it.each(TABLES)(
  '[OPS-04] [OPS-05] without a published seal, $entry exits with 2, because removed blocks would not be found',
  async ({ entry }) => {
    const { code, output } = await check(entry, { SEALS_DIR: join(folder, 'none') })
    expect(code, output).toBe(2)
    expect(output).toContain('NOT CHECKED whether blocks are missing')
  },
)

it('[OPS-04] [OPS-05] a lost folder raises an alarm and nothing is published, until staff restores a block from the log', async () => {
  const logged = vi.spyOn(app.kernel.log, 'info')
  const alarm = vi.spyOn(app.kernel.log, 'error')
  const isCompared = async () => (await app.get('/api/admin/ledger/check')).body.isCompared
  await writeAndSeal()
  const sealed = logged.mock.calls
    .filter(([, message]) => message === 'block sealed')
    .map(([fields]) => fields as { readonly seals: string; readonly block: string; readonly hash: string })
  expect(await isCompared()).toBe(true)
  expect(alarm).not.toHaveBeenCalled()

  await rm(folder, { recursive: true })
  for (const work of [seal, writeAndSeal]) {
    await work()
    for (const { seals } of TABLES) expect(alarm).toHaveBeenCalledWith({ seals }, NONE_PUBLISHED)
    await expect(readdir(folder)).rejects.toThrow('ENOENT')
    alarm.mockClear()
  }
  expect(await isCompared()).toBe(false)

  await mkdir(folder)
  for (const { seals } of TABLES) {
    const line = sealed.findLast((fields) => fields.seals === seals)
    await writeFile(join(folder, `${seals}.txt`), `${line?.block}:${line?.hash}\n`)
  }
  await seal()
  expect(alarm).not.toHaveBeenCalled()
  for (const { seals } of TABLES) expect(await published(seals)).toBe(await newest(seals))
  expect(await isCompared()).toBe(true)
  logged.mockRestore()
  alarm.mockRestore()
})

/** Runs the nightly checks, and returns the results that the dashboard shows. */
async function checkNightly() {
  await app.modules.wallet.ledger.checkNightly()
  await app.modules.audit.seals.verifyNightly()
  const { body } = await app.get('/api/admin/stats')
  return body['checks'] as { readonly ledger: object; readonly auditLog: object }
}

it('[OPS-04] [OPS-05] the dashboard shows when ledger and audit log were last checked, against which published seal, and the outcome', async () => {
  expect((await app.get('/api/admin/stats')).body.checks).toEqual({ ledger: null, auditLog: null })
  await writeAndSeal()
  const [audit, ledger] = await Promise.all(TABLES.map(({ seals }) => published(seals)))
  const checked = (seal: string | undefined, outcome: string) => {
    const [block, hash] = (seal ?? '').trim().split(':')
    const isCompared = outcome === 'correct'
    return {
      checkedAt: app.clock.now().toISOString(),
      outcome,
      differences: 0,
      blocks: Number(block),
      published: isCompared ? { block, hash } : null,
    }
  }
  expect(await checkNightly()).toEqual({ ledger: checked(ledger, 'correct'), auditLog: checked(audit, 'correct') })

  await rename(folder, `${folder}-lost`)
  app.clock.forward(DAY_MS)
  expect(await checkNightly()).toEqual({ ledger: checked(ledger, 'seal lost'), auditLog: checked(audit, 'seal lost') })
  // The check of this process is now too old, so the gauges show the stored check.
  app.clock.forward(25 * HOUR_MS)
  const metrics = await app.kernel.metrics.text()
  expect(metrics).toMatch(/^ledger_differences 1$/m)
  expect(metrics).toMatch(/^audit_log_differences 1$/m)
  await rename(`${folder}-lost`, folder)
})

it.each(TABLES)(
  '[OPS-04] [OPS-05] a slow node does not replace the newer seal of $rows that another node published',
  async (table) => {
    const { workerDb } = app.kernel
    await writeFile(join(folder, `${table.seals}.txt`), `0:${'0'.repeat(64)}\n`)
    let reads = 0
    await sealWith(table, {
      async first<Row>(query: Query<Row>) {
        const row = await workerDb.first(query)
        // The second read is the seal to be published.
        if (bind(query).text.includes('order by "block" desc') && ++reads === 2) await writeAndSeal()
        return row
      },
    })
    expect(reads).toBe(2)
    expect(await published(table.seals)).toBe(await newest(table.seals))
    expect(await readdir(folder)).toEqual(['audit_seals.txt', 'ledger_seals.txt'])
  },
)

it.each(TABLES)(
  '[OPS-04] [OPS-05] $entry fails for a database whose table $rows was emptied, and the server keeps publishing the lost seal',
  async ({ rows, seals, entry }) => {
    await writeAndSeal()
    const lost = await published(seals)
    const names = `${rows}, ${seals}`
    const triggers = (verb: string) =>
      [rows, seals].map((name) => `alter table ${name} ${verb} trigger user`).join('; ')
    await app.asOwner(`${triggers('disable')}; truncate ${names}; ${triggers('enable')}`)
    const alarm = vi.spyOn(app.kernel.log, 'error')
    await seal()
    expect(await published(seals)).toBe(lost)
    await writeAndSeal()
    expect(await published(seals)).toBe(lost)
    expect(await check(entry)).toEqual({
      code: 1,
      output: expect.stringContaining(`block ${lost.split(':')[0]}`),
    })
    expect(alarm).toHaveBeenCalledWith(expect.objectContaining({ seals }), 'THE PUBLISHED SEAL IS NOT IN THE DATABASE')
    const { ledger, auditLog } = await checkNightly()
    const [block, hash] = lost.trim().split(':')
    expect(rows === 'postings' ? ledger : auditLog).toMatchObject({ outcome: 'different', published: { block, hash } })
    expect(alarm).toHaveBeenCalledWith(
      expect.anything(),
      expect.stringMatching(/^THE (LEDGER|AUDIT LOG) HAS DIFFERENCES$/),
    )
    alarm.mockRestore()
  },
)
