import { afterAll, beforeAll, expect, it } from 'vitest'
import { type IdentityFixture, identityFixture } from '../testing/identity-fixture.ts'

/** One more than the counting limit. */
const COMMON = 10_001
const NEWEST = 1_200

let app: IdentityFixture

/**
 * Accounts from the oldest to the newest. All but the newest have the word `common` in their e-mail addresses, and the
 * older half of those also `old`.
 */
beforeAll(async () => {
  app = await identityFixture()
  await app.asOwner(`
    insert into profiles (id, username, email, phone_number, role, account_status, first_name, last_name, location, nationality, created_at)
    select gen_random_uuid(), 'someone' || k, 'someone' || k || case when k > ${COMMON} then '@new' when k > ${COMMON / 2} then '@common' else '@old-common' end,
           '+256' || (700000000 + k), 'user', case when k % 10 = 0 then 'banned' else 'active' end, 'Amina', 'Nakato', 'Kampala', 'Uganda',
           timestamptz '2026-01-01' + (k / 2) * interval '1 minute'
      from generate_series(1, ${COMMON + NEWEST}) k`)
})
afterAll(() => app?.close())

const numbered = (names: readonly { readonly username: string }[]): number[] =>
  names.map(({ username }) => Number(username.slice('someone'.length)))
const find = (q: string, page: number, status?: 'banned') =>
  app.identity.profiles.list({ q, ...(status === undefined ? {} : { status }) }, { page, pageSize: 10, after: null })

it.each([
  ['that the newest accounts have', 'someone', COMMON + NEWEST],
  ['that all but the newest accounts have', 'common', COMMON],
])(
  '[ADMU-07] a search for a word %s returns pages in order, and counts at most 10,000 accounts',
  async (_which, q, newest) => {
    for (const page of [1, 5, 1_000]) {
      const { items: accounts, ...found } = await find(q, page)
      expect(found).toMatchObject({ total: 10_000, isTotalCapped: true, hasMore: true })
      const times = accounts.map(({ createdAt }) => createdAt.getTime())
      expect(times).toEqual(times.toSorted((a, b) => b - a))
      expect(Math.abs(Math.max(...numbered(accounts)) - (newest - (page - 1) * 10))).toBeLessThanOrEqual(1)
      expect(accounts).toHaveLength(10)
    }
    const pages = await Promise.all([1, 2, 3, 4].map((page) => find(q, page)))
    expect(new Set(pages.flatMap(({ items }) => numbered(items))).size).toBe(40)
    const last = await find(q, Math.ceil(newest / 10))
    expect([last.items.length, last.hasMore]).toEqual([newest % 10 || 10, false])
  },
)

it('[ADMU-07] the account search finds an account by first name, by last name, or by both in any order', async () => {
  await app.asOwner(`
    insert into profiles (id, username, email, phone_number, role, account_status, first_name, last_name, location, nationality, created_at)
    values (gen_random_uuid(), 'joel', 'joel@mail', '+256799000001', 'user', 'active', 'Joel', 'Okello', 'Lira', 'Uganda', now()),
           (gen_random_uuid(), 'ruth', 'ruth@mail', '+256799000002', 'user', 'active', 'Ruth', 'Okello Opio', 'Lira', 'Uganda', now())`)
  const names = async (q: string) => (await find(q, 1)).items.map(({ username }) => username).toSorted()
  expect(await names('okello')).toEqual(['joel', 'ruth'])
  for (const q of ['Joel Okello', 'okello joel', ' OKELLO  jo ', 'joel@mail okello'])
    expect(await names(q)).toEqual(['joel'])
  expect(await names('okello opio')).toEqual(['ruth'])
  expect(await names('0799 000 002')).toEqual(['ruth'])
  expect(await names('joel unknown')).toEqual([])
})

it.each(['namutebi', 'NAMUTÉBI', 'Namute\u0301bi'])(
  '[ADMU-07] the account search finds a name with an accent by %j',
  async (written) => {
    await app.asOwner(`
      insert into profiles (id, username, email, phone_number, role, account_status, first_name, last_name, location, nationality, created_at)
      values (gen_random_uuid(), 'rose', 'rose@mail', '+256799000003', 'user', 'active', 'Rose', 'Namutébi', 'Lira', 'Uganda', now())
      on conflict (phone_number) do nothing`)
    expect((await find(written, 1)).items.map(({ username }) => username)).toEqual(['rose'])
  },
)

it('[ADMU-07] [ADMU-08] a search for a rare word has an exact count and can be combined with the status filter', async () => {
  const old = await find('old-common', 1)
  expect([old.total, old.items.length, old.hasMore]).toEqual([COMMON >> 1, 10, true])
  const banned = await find('common', 100, 'banned')
  expect([banned.total, numbered(banned.items)]).toEqual([(COMMON / 10) | 0, [100, 90, 80, 70, 60, 50, 40, 30, 20, 10]])
  expect(await find('common', 101, 'banned')).toMatchObject({ items: [], total: 1_000, isTotalCapped: false })
})
