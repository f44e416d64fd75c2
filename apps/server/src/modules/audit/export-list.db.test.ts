import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BET_LIST } from '@mupiira/contract/list-columns.ts'
import { OPERATIONS } from '@mupiira/contract/operations.ts'
import { asKampalaClock } from '@mupiira/domain/time/kampala.ts'
import { type AdminFixture, adminFixture } from '../../testing/admin-fixture.ts'
import type { TestAccount } from '../../testing/test-accounts.ts'

let app: AdminFixture
let player: TestAccount

/** Three bets of a player whose name looks like a formula. */
beforeAll(async () => {
  app = await adminFixture()
  player = await app.wealthyPlayer('=Brian')
  const game = await app.game({})
  for (const stake of [31_000, 43_000, 29_000]) await app.bet(player, [await app.pick(game.id)], stake)
})
afterAll(() => app?.close())

/** The export of a player's own data is a POST and has another format. */
const EXPORTS = OPERATIONS.filter(
  ({ access, method, path }) => access === 'admin' && method === 'GET' && path.endsWith('/export'),
).map(({ path }) => path)
/** The query of an export that needs one. */
const QUERIES: { readonly [path: string]: string } = {
  '/api/admin/figures/rows/export': 'figure=turnover&from=2026-11-01&to=2026-11-21',
  '/api/admin/months/export': 'month=2026-10',
}

const linesOf = (text: string) => text.replace('\uFEFF', '').trimEnd().split('\r\n')

/** The cells of the first sheet of a workbook. */
async function cellsOf(path: string): Promise<readonly (readonly unknown[])[]> {
  const { sheets } = await readXlsx((await app.get(path)).bytes())
  return sheets[0]?.rows ?? []
}

describe('the export of a list', () => {
  it.each(EXPORTS)(
    '[OPS-04] %s is a CSV file and an XLSX file with the same headings, and each is recorded',
    async (path) => {
      const address = `${path.replace('{id}', player.id)}?${QUERIES[path] ?? ''}`
      const entriesBefore = await recordedExports()
      const csv = await app.get(address)
      const xlsx = await app.get(`${address}&format=xlsx`)
      expect([csv.status, xlsx.status]).toEqual([200, 200])
      expect(csv.headers['content-disposition']).toMatch(/^attachment; filename="[a-z\d-]+-\d{4}-\d\d-\d\d\.csv"$/)
      expect(xlsx.headers['content-disposition']).toMatch(/^attachment; filename="[a-z\d-]+-\d{4}-\d\d-\d\d\.xlsx"$/)
      const { sheets } = await readXlsx(xlsx.bytes())
      const headings = linesOf(csv.text)[0]?.split(',')
      expect(sheets[0]?.rows[0]).toEqual(headings)
      expect(headings?.length).toBeGreaterThan(3)
      // Each export has an entry at its start and one at its end.
      expect((await recordedExports()) - entriesBefore).toBe(4)
      expect((await player.get(address)).status).toBe(403)
      expect((await app.get(`${address}&format=pdf`)).status).toBe(400)
    },
  )

  it('[ADMT-29] an XLSX file has numbers as numbers, times in Kampala as times, and a text like a formula as text', async () => {
    const [headings = [], ...rows] = await cellsOf(`/api/admin/bets/export?format=xlsx&user=${player.id}`)
    const { items } = (await app.get(`/api/admin/bets?user=${player.id}`)).body
    expect(headings).toHaveLength(Object.keys(BET_LIST).length)
    const newest = Object.fromEntries(headings.map((heading, at) => [heading, rows[0]?.[at]]))
    expect(newest).toMatchObject({
      'Booking Code': items[0]?.['bookingCode'],
      User: '=Brian',
      'Stake (UGX)': 29_000,
      'Created At': asKampalaClock(new Date(String(items[0]?.['createdAt']))),
    })
    expect(newest['Odds']).toBe(items[0]?.['totalOdds'])
  })

  it.each([
    ['-stake', [43_000, 31_000, 29_000]],
    ['stake', [29_000, 31_000, 43_000]],
    ['date', [31_000, 43_000, 29_000]],
    ['-date', [29_000, 43_000, 31_000]],
  ])('[ADMT-23] a file sorted by %s has the rows in the order of the list', async (sort, stakes) => {
    const { text } = await app.get(`/api/admin/bets/export?user=${player.id}&sort=${sort}`)
    expect(
      linesOf(text)
        .slice(1)
        .map((line) => Number(line.split(',')[3])),
    ).toEqual(stakes)
  })

  it('[ADMT-23] a sorted file of more than 10,000 rows has every row once, newest first', async () => {
    await app.asOwner(
      `insert into search_names (id, kind, name, country, aliases, importance, created_at, updated_at)
       select gen_random_uuid(), 'team', 'Club ' || lpad((k * 7919 % 10501)::text, 5, '0'), '', array['many ' || k], 0,
              timestamptz '2026-01-01' + k * interval '1 second', now()
         from generate_series(1, 10500) k`,
    )
    const { text } = await app.get('/api/admin/search-names/export?q=many&sort=name')
    const names = linesOf(text)
      .slice(1)
      .map((line) => line.split(',')[0] ?? '')
    expect(new Set(names).size).toBe(10_500)
    const numberOf = (k: number) => `Club ${String((k * 7_919) % 10_501).padStart(5, '0')}`
    expect(names).toEqual(Array.from({ length: 10_500 }, (_, at) => numberOf(10_500 - at)))
    // A shorter list is in the order of its names.
    const few = linesOf((await app.get('/api/admin/search-names/export?q=many+105&sort=name')).text).slice(1)
    expect(few.length).toBeGreaterThan(10)
    expect(few).toEqual(few.toSorted())
  })
})

async function recordedExports(): Promise<number> {
  const [row] = await app.kernel.db.query<{ n: number }>(
    `select count(*)::int as n from audit_log where action like '%export%'`,
  )
  return row?.n ?? 0
}
