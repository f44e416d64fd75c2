import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type AdminFixture, adminFixture } from '../../testing/admin-fixture.ts'

let app: AdminFixture

beforeAll(async () => {
  app = await adminFixture({ background: true, session: 'manual' })
  const { id: userId } = await app.player()
  for (let block = 0; block < 3; block++) {
    for (const newStatus of ['suspended', 'banned', 'active']) {
      const body = { newStatus, reason: `for the ${block}. block` }
      await app.staff.post(`/api/admin/users/${userId}/status`, body)
    }
    await sealEverything()
  }
  await app.asOwner('create table kept as table audit_log')
})
const COLUMNS = 'id, tx, actor, address, action, subject, before, after, reason, created_at, recorded_at'
afterEach(() =>
  app.asOwner(
    `${FREE}; delete from audit_log;
     insert into audit_log (${COLUMNS}) overriding system value select ${COLUMNS} from kept; ${BOUND}`,
  ),
)
afterAll(() => app?.close())

/** Creates one block. Rows wait for older transactions, including those in other databases of the server. */
async function sealEverything(): Promise<void> {
  const isOver = async () => {
    const [row] = await app.kernel.db.query<{ over: boolean }>(
      'select pg_snapshot_xmin(pg_current_snapshot())::text::bigint > max(tx) as over from audit_log',
    )
    return row?.over
  }
  await vi.waitFor(async () => expect(await isOver()).toBe(true), { timeout: 50_000 })
  await app.modules.audit.seals.add()
}

// The owner of the database can disable the trigger. The seals reveal the change.
const FREE = 'alter table audit_log disable trigger audit_log_append_only'
const BOUND = 'alter table audit_log enable trigger audit_log_append_only'

describe('the seals of the audit log', () => {
  it('[OPS-04] the seals of the audit log match the stored rows', async () => {
    expect(await app.modules.audit.seals.verify()).toEqual({
      isUnchanged: true,
      rows: 9,
      sealedBlocks: 3,
      broken: [],
      newest: expect.anything(),
      expected: null,
    })
  })

  it.each([
    ['an edited reason', `update audit_log set reason = 'by mistake' where id = 2`],
    ['another actor', `update audit_log set actor = null where id = 5`],
    ['another time', `update audit_log set created_at = created_at + interval '1 microsecond' where id = 5`],
    ['another record time', `update audit_log set recorded_at = recorded_at - interval '1 hour' where id = 5`],
    ['another address', `update audit_log set address = '203.0.113.9' where id = 9`],
    ['a changed state before', `update audit_log set before = '{"status": "active"}' where id = 2`],
    ['a removed row', `delete from audit_log where id = 4`],
    ['the removed last row', `delete from audit_log where id = 9`],
    [
      'an inserted row',
      `insert into audit_log (id, tx, actor, address, action, subject, created_at, recorded_at) overriding system value
       select 1000, tx, actor, address, action, subject, created_at, recorded_at from audit_log where id = 4`,
    ],
    [
      'two swapped rows',
      `update audit_log l set action = o.action, tx = o.tx, before = o.before, after = o.after
         from audit_log o where (l.id, o.id) in ((5, 6), (6, 5))`,
    ],
  ])('[OPS-04] the seals of the audit log detect %s', async (_what, tampering) => {
    await app.asOwner(`${FREE}; ${tampering}; ${BOUND}`)
    const { isUnchanged, broken } = await app.modules.audit.seals.verify()
    expect([isUnchanged, broken.length]).toEqual([false, 1])
  })

  it('[OPS-04] a deleted audit log is detected by comparing the seals with a published block', async () => {
    const { newest } = await app.modules.audit.seals.verify()
    if (newest === null) throw new Error('the log has blocks')
    expect(await app.modules.audit.seals.verify(newest)).toMatchObject({ isUnchanged: true })
    expect(await app.modules.audit.seals.verify({ ...newest, hash: 'ab'.repeat(32) })).toMatchObject({
      isUnchanged: false,
      broken: [{ block: newest.block, detail: 'does not have the published hash' }],
    })
    const missing = { block: newest.block + 1n, hash: newest.hash }
    expect((await app.modules.audit.seals.verify(missing)).broken).toEqual([
      { block: missing.block, detail: 'is published but missing' },
    ])
  })

  it.each(['id', 'tx', 'recorded_at'])(
    '[OPS-04] the server’s database role cannot set the column %s of an audit entry, so the seals cover every entry',
    async (column) => {
      const rest = COLUMNS.split(', ').filter((name) => !['id', 'tx', 'recorded_at'].includes(name))
      const forged = `insert into audit_log (${column}, ${rest.join(', ')}) overriding system value
                    select ${column === 'recorded_at' ? 'now()' : '0'}, ${rest.join(', ')} from audit_log where id = 4`
      await expect(app.kernel.db.change(forged)).rejects.toThrow(/permission denied/)
    },
  )

  it.each(['update audit_seals set rows = 0', 'delete from audit_seals', 'truncate audit_seals'])(
    '[OPS-04] the database rejects the statement "%s" on audit seals',
    async (statement) => {
      await expect(app.kernel.db.change(statement)).rejects.toThrow(/permission denied/)
      await expect(app.asOwner(statement)).rejects.toThrow(/never changed/)
    },
  )
})
