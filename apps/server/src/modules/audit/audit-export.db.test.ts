import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordExport } from './record-export.ts'
import { type AdminFixture, adminFixture } from '../../testing/admin-fixture.ts'

let app: AdminFixture

beforeAll(async () => {
  app = await adminFixture()
})
afterAll(() => app?.close())

const linesOf = (text: string) => text.trimEnd().split('\r\n')

it('[OPS-04] the export of the audit log contains the filtered entries with names, and is itself recorded in the audit log', async () => {
  const player = await app.player({ firstName: 'Zziwa', lastName: 'Nakato' })
  await app.staff.post(`/api/admin/users/${player.id}/status`, { newStatus: 'suspended', reason: '=1+1' })
  const file = await app.staff.get(`/api/admin/audit/export?q=user:${player.id}`)
  const [, name = ''] = /filename="(audit-log-[\d-]+\.csv)"/.exec(String(file.headers['content-disposition'])) ?? []
  const [heading, ...lines] = linesOf(file.text)
  expect(heading).toBe(
    '\uFEFFWhen (EAT),Who,What,Subject,Subject code,Before (times in EAT),After (times in EAT),Reason,Code,IP address',
  )
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(`,Account suspended,Zziwa Nakato,user:${player.id},`)
  expect(lines[0]).toContain(`"{""status"":""suspended""}",'=1+1,`)
  expect((await app.staffActions(`file:${name}`)).at(-1)).toMatchObject({
    actor: app.staff.id,
    action: 'audit.export',
    after: { q: `user:${player.id}`, rows: 1 },
  })
})

it('[OPS-04] an export that is aborted is recorded as aborted, with the number of rows that were sent', async () => {
  async function* rows(): AsyncGenerator<number> {
    yield* [1, 2, 3, 4]
  }
  const call = { actor: { kind: 'admin', userId: app.staff.id }, address: '10.0.0.9', query: { q: 'x' } } as never
  const parts = { db: app.kernel.db, clock: app.clock, audit: app.modules.audit.commands }
  const recordRows = await recordExport(parts, call, { action: 'user.export', subject: 'file:aborted.csv' })
  for await (const row of recordRows(rows())) if (row === 3) break
  const states = async () => (await app.staffActions('file:aborted.csv')).map(({ after }) => after)
  expect(await states()).toEqual([
    { q: 'x', started: true },
    { q: 'x', rows: 2, aborted: true },
  ])
})

it('[OPS-04] the export of the audit log contains every entry once, even if there are more entries than one database read returns', async () => {
  await app.asOwner(
    `insert into audit_log (actor, address, action, subject, reason, created_at)
     select null, '', 'night.watch', 'night:' || k, '', timestamptz '2026-01-01' + k % 7 * interval '1 second'
       from generate_series(1, 2100) k`,
  )
  const lines = linesOf((await app.staff.get('/api/admin/audit/export?action=night')).text).slice(1)
  expect(lines).toHaveLength(2_100)
  expect(new Set(lines).size).toBe(2_100)
})

it('[OPS-04] exporting the audit log is refused for accounts without the right, and for a search with too many matches', async () => {
  const player = await app.player()
  expect((await player.get('/api/admin/audit/export')).status).toBe(403)
  await app.asOwner(
    `insert into audit_log (actor, address, action, subject, reason, created_at)
     select null, '', 'night.watch', 'night:' || k, 'everywhere', now() from generate_series(1, 1001) k`,
  )
  expect((await app.staff.get('/api/admin/audit/export?q=everywhere')).body.code).toBe('LOG_SEARCH_TOO_WIDE')
})
