import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { runEntry } from '../../../tests/support/spawned-server.ts'
import { type AdminFixture, adminFixture } from './testing/admin-fixture.ts'

const TABLES = [
  { rows: 'audit_log', seals: 'audit_seals', entry: 'audit-verify.ts', found: 'the audit log is unchanged' },
  { rows: 'postings', seals: 'ledger_seals', entry: 'ledger-check.ts', found: 'the ledger is valid' },
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

async function seal(): Promise<void> {
  await app.modules.audit.seals.add()
  await app.modules.wallet.ledger.seal()
}

/** Writes a row into both tables and seals it. Rows wait for older transactions, also of other databases of the server. */
async function writeAndSeal(): Promise<void> {
  const player = await app.player()
  expect(await app.post(`/api/admin/users/${player.id}/top-up`, { amount: 2_503 })).toMatchObject({ status: 200 })
  const unsealed = TABLES.map(
    ({ rows, seals }) => `select from ${rows} where id > (select coalesce(max(last_id), 0) from ${seals})`,
  ).join(' union all ')
  await vi.waitFor(
    async () => {
      await seal()
      expect(await app.kernel.db.query(unsealed)).toEqual([])
    },
    { timeout: 50_000 },
  )
}

it('[OPS-04] [OPS-05] a new system publishes that nothing is sealed, and then the newest seal, in a file and in the log', async () => {
  await seal()
  for (const { seals, entry, found } of TABLES) {
    expect(await published(seals)).toMatch(/^0:0{64}\n$/)
    expect(await check(entry)).toEqual({ code: 0, output: expect.stringContaining(found) })
  }
  const logged = vi.spyOn(app.kernel.log, 'info')
  await writeAndSeal()
  for (const { seals, entry, found } of TABLES) {
    const [newest] = await app.kernel.db.query<{ block: bigint; hash: string }>(
      `select block, encode(hash, 'hex') as hash from ${seals} order by block desc limit 1`,
    )
    expect(await published(seals)).toBe(`${newest?.block}:${newest?.hash}\n`)
    expect(logged.mock.calls).toContainEqual([
      expect.objectContaining({ seals, block: String(newest?.block), hash: newest?.hash }),
      'block sealed',
    ])
    expect(await check(entry)).toEqual({ code: 0, output: expect.stringContaining(found) })
  }
  logged.mockRestore()
})

it.each(TABLES)(
  '[OPS-04] [OPS-05] without a published seal, $entry exits with 2, because removed blocks would not be found',
  async ({ entry }) => {
    for (const variables of [{ SEALS_DIR: join(folder, 'none') }, { SEALS_DIR: '' }])
      expect(await check(entry, variables)).toEqual({
        code: 2,
        output: expect.stringContaining('NOT CHECKED whether blocks are missing'),
      })
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
    for (const when of ['at once', 'after new blocks']) {
      if (when === 'after new blocks') await writeAndSeal()
      else await seal()
      expect([when, await check(entry)]).toEqual([
        when,
        { code: 1, output: expect.stringContaining(`block ${lost.split(':')[0]}`) },
      ])
      expect(await published(seals)).toBe(lost)
    }
    expect(alarm).toHaveBeenCalledWith(expect.objectContaining({ seals }), 'THE PUBLISHED SEAL IS NOT IN THE DATABASE')
    alarm.mockRestore()
  },
)
