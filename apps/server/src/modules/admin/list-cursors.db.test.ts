import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../kernel/ids.ts'
import { type AdminFixture, adminFixture } from '../../testing/admin-fixture.ts'

const ROWS = 9
const MICROSECONDS = `timestamptz '2026-11-20 10:00:00.0001Z' + k * interval '1 microsecond'`

let app: AdminFixture

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
})
afterAll(() => app?.close())

it.each(['users', 'games', 'fixtures', 'notices', 'chat/conversations'])(
  '[ADMX-06] the list of %s shows every row once, also rows of one millisecond, while rows arrive',
  async (list) => {
    const shown: string[] = []
    for (let cursor: unknown = undefined, page = 1; cursor !== null; page++) {
      const place = cursor === undefined ? '' : `&cursor=${encodeURIComponent(String(cursor))}`
      const { body } = await app.get(`/api/admin/${list}?page=${page}&pageSize=2${place}`)
      shown.push(...body.items.map(({ id, userId }) => String(userId ?? id)))
      cursor = body['nextCursor']
      await arrival[list as keyof typeof arrival]()
    }
    expect(new Set(shown).size).toBe(shown.length)
    expect(shown.length).toBeGreaterThanOrEqual(ROWS)
  },
)

/** A new row at the top of each list. */
const arrival = {
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
