import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../kernel/ids.ts'
import { type AdminFixture, adminFixture } from '../../testing/admin-fixture.ts'
import type { TestAccount } from '../../testing/test-accounts.ts'

const ROWS = 9
const MICROSECONDS = `timestamptz '2026-11-20 10:00:00.0001Z' + k * interval '1 microsecond'`

let app: AdminFixture
let player: TestAccount
let gameId: string

/** Rows of each list, all within one millisecond. */
beforeAll(async () => {
  app = await adminFixture()
  await app.asOwner(`
    insert into profiles (id, username, email, phone_number, role, first_name, last_name, location, nationality, created_at)
     select gen_random_uuid(), 'player' || k, 'player' || k, '+25670000000' || k, 'user', 'Amina', 'Nakato', 'Jinja', 'Uganda',
            ${MICROSECONDS} from generate_series(1, ${ROWS}) k;
     insert into fixtures (id, tournament, season, created_at, updated_at)
     select gen_random_uuid(), 'Cup ' || k, '', ${MICROSECONDS}, now() from generate_series(1, ${ROWS}) k;
     insert into notifications (id, type, message, priority, created_at)
     select gen_random_uuid(), 'system', 'Notice ' || k, 'low', ${MICROSECONDS} from generate_series(1, ${ROWS}) k;
     insert into chat_conversations (user_id, last_at, last_no, user_last_no)
     select id, created_at, 1, 1 from profiles where username like 'player%';
     insert into customer_care_chat (id, user_id, no, sender, author_id, content, send_key, created_at)
     select gen_random_uuid(), user_id, 1, 'user', user_id, 'Hello', gen_random_uuid(), last_at from chat_conversations`)
  for (let no = 0; no < ROWS; no++) await app.game()
  await app.asOwner(
    `update games set created_at = ${MICROSECONDS} from (select id, row_number() over () as k from games) numbered
      where numbered.id = games.id`,
  )
  player = await app.wealthyPlayer()
  gameId = (await app.game()).id
  await app.asOwner(`
    insert into transactions (id, user_id, type, amount, fee, status, payment_method, provider, phone_number, reference,
      stage, description, created_at, completed_at, updated_at)
     select gen_random_uuid(), '${player.id}', 'withdrawal', (k * 7 % ${ROWS} + 1) * 100000, (k * 5 % ${ROWS}) * 100,
            'failed', 'MTN', 'simulator', '+256772000001', 'SORTED-' || k, 'done', '', ${MICROSECONDS}, now(), now()
       from generate_series(1, ${ROWS}) k`)
  for (let k = 0; k < ROWS; k++) {
    await addNewRow.bets()
    await addNewRow.audit()
  }
})
afterAll(() => app?.close())

it.each(['users', 'games', 'fixtures', 'notices', 'chat/conversations', 'bets', 'transactions', 'audit'])(
  '[ADMX-06] paging through the console list %s returns every row once, even if rows have the same millisecond or are added during the paging',
  async (list) => {
    const shown: string[] = []
    for (let cursor: unknown = undefined, page = 1; cursor !== null; page++) {
      const place = cursor === undefined ? '' : `&cursor=${encodeURIComponent(String(cursor))}`
      const { body } = await app.get(`/api/admin/${list}?page=${page}&pageSize=2${place}`)
      shown.push(...body.items.map(({ id, userId }) => String(id ?? userId)))
      cursor = body['nextCursor']
      await addNewRow[list as keyof typeof addNewRow]()
    }
    expect(new Set(shown).size).toBe(shown.length)
    expect(shown.length).toBeGreaterThanOrEqual(ROWS)
  },
)

it('[ADMX-06] each console list can be sorted by its columns in both directions, across all pages', async () => {
  const openGame = await app.game()
  for (const stake of [31_000, 25_000, 29_000, 43_000, 37_000]) {
    await app.bet(player, [await app.pick(openGame.id)], stake)
  }
  for (const [list, figures] of Object.entries(SORTED)) {
    for (const [sort, figureOf] of Object.entries(figures)) {
      const ascending = (await everyPage(list, sort)).map(figureOf)
      const descending = (await everyPage(list, `-${sort}`)).map(figureOf)
      expect(ascending.length, `${list} by ${sort}`).toBeGreaterThan(2)
      expect(ascending, `${list} by ${sort}`).toEqual(ascending.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
      expect(descending, `${list} by -${sort}`).toEqual(ascending.toReversed())
    }
  }
})

type Item = { readonly [field: string]: string | number }
const dateOf = ({ createdAt }: Item) => createdAt ?? ''
/** The value of each row by sort column. */
const SORTED: { readonly [list: string]: { readonly [sort: string]: (item: Item) => string | number } } = {
  users: {
    date: dateOf,
    balance: ({ balance }) => balance ?? 0,
    first: ({ firstName }) => String(firstName).toLowerCase(),
    last: ({ lastName }) => String(lastName).toLowerCase(),
    username: ({ username }) => String(username).toLowerCase(),
    status: ({ accountStatus }) => accountStatus ?? '',
  },
  bets: {
    date: dateOf,
    stake: ({ totalStake }) => totalStake ?? 0,
    odds: ({ totalOdds }) => totalOdds ?? 0,
    win: ({ potentialWin }) => potentialWin ?? 0,
    payout: ({ payout, cashedOut }) => Number(payout ?? 0) + Number(cashedOut ?? 0),
    status: ({ status }) => status ?? '',
    changed: ({ updatedAt }) => updatedAt ?? '',
  },
  transactions: {
    date: dateOf,
    amount: ({ amount }) => amount ?? 0,
    fee: ({ fee }) => fee ?? 0,
    type: ({ type }) => type ?? '',
    status: ({ status }) => status ?? '',
    method: ({ paymentMethod }) => paymentMethod ?? '',
    provider: ({ provider }) => provider ?? '',
  },
  games: { date: dateOf, start: ({ startTime }) => startTime ?? '' },
  // Ids are created in order of time.
  notices: { date: ({ id }) => id ?? '' },
}

async function everyPage(list: string, sort: string): Promise<readonly Item[]> {
  const found: Item[] = []
  for (let page = 1, cursor: unknown = undefined; ; page++) {
    const place = typeof cursor === 'string' ? `&cursor=${encodeURIComponent(cursor)}` : ''
    const { body } = await app.get(`/api/admin/${list}?page=${page}&pageSize=4&sort=${sort}${place}`)
    found.push(...(body.items as readonly Item[]))
    if (body['hasMore'] !== true) return found
    cursor = body['nextCursor']
  }
}

/** Adds a new row at the top of each list. */
const addNewRow = {
  bets: async () => void (await app.bet(player, [await app.pick(gameId)])),
  transactions: () =>
    app.asOwner(`
      insert into transactions (id, user_id, type, amount, fee, status, payment_method, provider, phone_number, reference,
        stage, description, created_at, completed_at, updated_at)
       values (gen_random_uuid(), '${player.id}', 'deposit', 100, 0, 'failed', 'MTN', 'simulator', '+256772000001',
         gen_random_uuid()::text, 'done', '', now(), now(), now())`),
  async audit() {
    const { id } = await app.player()
    await app.post(`/api/admin/users/${id}/status`, { newStatus: 'suspended', reason: 'for a row' })
  },
  users: () => app.player(),
  games: () => app.game(),
  fixtures: () =>
    app.asOwner(`insert into fixtures (id, tournament, season, created_at, updated_at) values
      (gen_random_uuid(), 'New', '', now(), now())`),
  notices: () =>
    app.asOwner(`insert into notifications (id, type, message, priority, created_at) values
      ('${newId()}', 'system', 'New', 'low', now())`),
  'chat/conversations': async () => {
    const { id } = await app.player()
    await app.asOwner(
      `insert into chat_conversations (user_id, last_at, last_no, user_last_no) values ('${id}', now(), 1, 1)`,
    )
  },
}
