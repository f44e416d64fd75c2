import { DAY_MS, HOUR_MS, MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lockName } from './kernel/db/locks.ts'
import type { Tx } from './kernel/db/sql.ts'
import { newId } from './kernel/ids.ts'
import { lockRecipient } from './modules/identity/recovery/recovery.repository.ts'
import { type AdminFixture, adminFixture } from './testing/admin-fixture.ts'
import { TEST_PASSWORD, type TestAccount } from './testing/test-accounts.ts'
import type { TestResponse } from './testing/test-client.ts'
import { lockedAcrossMidnight, MIDNIGHTS, momentAfter } from './testing/test-midnights.ts'
import { createManualGame } from './testing/test-manual-games.ts'

const MIDNIGHT = MIDNIGHTS[0] ?? new Date(0)

let app: AdminFixture
beforeAll(async () => {
  app = await adminFixture()
  // A second approver, so that large actions wait for an approval.
  await app.admin({ firstName: 'Ruth' })
  await app.set('four_eyes_threshold', 150_000)
})
afterAll(() => app?.close())

/** A request, the lock that it waits for, and queries for the times that it records. */
type Waiting = {
  readonly lock: (tx: Tx) => Promise<unknown>
  readonly send: () => ReturnType<TestAccount['post']>
  readonly times: readonly (readonly [sql: string, value: string])[]
}

const rowOf = (table: string, column: string, value: string) => (tx: Tx) =>
  tx.query(`select from ${table} where ${column} = $1 for update`, [value])
const accountOf = (id: string) => (tx: Tx) => app.modules.wallet.accounts.lock(tx, [id])
const gameRow = (id: string) => (tx: Tx) => app.modules.catalogue.games.lock(tx, id)
const bets = (id: string) => (tx: Tx) => app.modules.catalogue.games.lockOffers(tx, [id], 'shared')
const staffActions = (tx: Tx) => lockName(tx, `actions of ${app.staff.id}`)

const loggedAt = (subject: string) =>
  ['select created_at as at from audit_log where subject = $1 order by id desc limit 1', subject] as const
const requestedAt = (subject: string) =>
  ['select requested_at as at from approvals where subject = $1', subject] as const

const idIn = ({ body, text }: TestResponse): string => {
  if (typeof body['id'] !== 'string') throw new Error(text)
  return body['id']
}

/** A deposit that its network never confirmed. */
async function depositInReview(player: TestAccount): Promise<string> {
  const id = newId()
  await app.kernel.db.change(
    `insert into transactions (id, user_id, type, amount, phone_number, payment_method, description, provider, reference,
                               stage, created_at, updated_at)
     values ($1, $2, 'deposit', 500000000, $3, 'MTN', 'Deposit', 'relworx', $5, 'review', $4, $4)`,
    [id, player.id, player.phone, app.clock.now(), id],
  )
  return id
}

async function walletCase(): Promise<string> {
  const id = newId()
  await app.kernel.db.change(
    `insert into reconciliation_cases (id, provider, kind, subject, day, amount, detail, found_at, seen_at)
     values ($1, 'relworx', 'wallet', 'wallet', '2027-04-30', 50000, 'Interest', $2, $2)`,
    [id, app.clock.now()],
  )
  return id
}

/** A bet of 200,000 on a game that has started. */
async function betOnStartedGame(player: TestAccount) {
  const game = await app.game()
  const ticket = await app.placeBet(player, { stake: 200_000, selections: [await app.pick(game.id)] })
  app.clock.forward(3 * HOUR_MS)
  await app.changeGame(game.id, { status: 'live' })
  return { game, ticket }
}

it.each<[string, (player: TestAccount) => Promise<Waiting>]>([
  [
    '[PLAY-04] a new interval of reality checks',
    async (player) => ({
      lock: accountOf(player.id),
      send: () => player.put('/api/protection/reality-check', { minutes: 30 }),
      times: [
        ['select created_at as at from protection_changes where user_id = $1', player.id],
        ['select updated_at as at from player_protection where user_id = $1', player.id],
      ],
    }),
  ],
  [
    '[WALT-20] a repaired balance',
    async (player) => ({
      lock: accountOf(player.id),
      send: () => player.post('/api/wallet/repair'),
      times: [['select created_at as at from balance_repairs where user_id = $1', player.id]],
    }),
  ],
  [
    'a new password',
    async (player) => ({
      lock: rowOf('credentials', 'user_id', player.id),
      send: () =>
        player.post('/api/auth/password/change', { currentPassword: TEST_PASSWORD, newPassword: 'matooke-5521' }),
      times: [['select changed_at as at from credentials where user_id = $1', player.id]],
    }),
  ],
  [
    'a login',
    async (player) => ({
      lock: rowOf('credentials', 'user_id', player.id),
      send: () => app.browser().post('/api/auth/login', { phoneNumber: player.phone, password: TEST_PASSWORD }),
      times: [
        ['select last_login_at as at from credentials where user_id = $1', player.id],
        ['select created_at as at from sessions where user_id = $1 order by created_at desc limit 1', player.id],
      ],
    }),
  ],
  [
    'a login code',
    async ({ phone }) => ({
      lock: (tx) => lockRecipient(tx, phone),
      send: () => app.browser().post('/api/auth/login/code', { phoneNumber: phone }),
      times: [['select created_at as at from recovery_requests where recipient = $1', phone]],
    }),
  ],
  [
    '[AUTH-37] a recovery code',
    async ({ phone }) => ({
      lock: (tx) => lockRecipient(tx, phone),
      send: () => app.browser().post('/api/auth/password/forgot', { emailOrPhone: phone }),
      times: [['select created_at as at from recovery_requests where recipient = $1', phone]],
    }),
  ],
  [
    '[CHAT-02] a chat message',
    async (player) => {
      await player.post('/api/chat/messages', { content: 'Hello' })
      return {
        lock: rowOf('chat_conversations', 'user_id', player.id),
        send: () => player.post('/api/chat/messages', { content: 'My deposit is missing' }),
        times: [
          ['select created_at as at from customer_care_chat where user_id = $1 and no = 2', player.id],
          ['select last_at as at from chat_conversations where user_id = $1', player.id],
        ],
      }
    },
  ],
  [
    '[CHAT-17] a reply of staff',
    async (player) => {
      await player.post('/api/chat/messages', { content: 'Hello' })
      return {
        lock: rowOf('chat_conversations', 'user_id', player.id),
        send: () => app.post(`/api/admin/chat/${player.id}/messages`, { content: 'Which number did you pay from?' }),
        times: [
          ['select created_at as at from customer_care_chat where user_id = $1 and no = 2', player.id],
          loggedAt(`user:${player.id}`),
        ],
      }
    },
  ],
  [
    '[CHAT-16] a changed quick reply',
    async () => {
      const text = { title: `Deposits ${newId()}`, content: 'Deposits arrive within five minutes.' }
      const id = idIn(await app.post('/api/admin/quick-replies', text))
      return {
        lock: rowOf('chat_quick_replies', 'id', id),
        send: () => app.put(`/api/admin/quick-replies/${id}`, { ...text, content: 'Please wait five minutes.' }),
        times: [loggedAt(`quick-reply:${id}`), ['select changed_at as at from chat_quick_replies where id = $1', id]],
      }
    },
  ],
  [
    '[OPS-04] changed search names of a club',
    async () => {
      const created = await app.post('/api/admin/search-names', { kind: 'team', name: 'KCCA FC', aliases: ['kcca'] })
      const [id, seen] = [idIn(created), created.body['updatedAt']]
      return {
        lock: rowOf('search_names', 'id', id),
        send: () => app.put(`/api/admin/search-names/${id}`, { aliases: ['kasasiro'], seen }),
        times: [loggedAt(`search-name:${id}`), ['select updated_at as at from search_names where id = $1', id]],
      }
    },
  ],
  [
    '[ADMF-15] a published fixture',
    async () => {
      const match = { homeTeam: 'BUL FC', awayTeam: 'Maroons FC', date: '2027-05-09', time: '16:00' }
      const id = idIn(await app.post('/api/admin/fixtures', { tournament: 'Cup', matches: [match] }))
      return {
        lock: rowOf('fixtures', 'id', id),
        send: () => app.post(`/api/admin/fixtures/${id}/publish`),
        times: [
          loggedAt(`fixture:${id}`),
          ['select updated_at as at from fixtures where id = $1', id],
          [
            'select g.created_at as at from games g join fixture_matches m on m.game_id = g.id where fixture_id = $1',
            id,
          ],
        ],
      }
    },
  ],
  [
    '[OPS-04] the end of a player’s sessions by staff',
    async ({ id }) => ({
      lock: rowOf('profiles', 'id', id),
      send: () => app.post(`/api/admin/users/${id}/sessions/end`, { reason: 'Lost phone' }),
      times: [loggedAt(`user:${id}`)],
    }),
  ],
  [
    '[OPS-04] a note of staff',
    async ({ id }) => ({
      lock: rowOf('profiles', 'id', id),
      send: () => app.post(`/api/admin/users/${id}/notes`, { note: 'Called about a deposit' }),
      times: [loggedAt(`user:${id}`), ['select created_at as at from staff_notes where user_id = $1', id]],
    }),
  ],
  [
    '[ADMS-05] a changed setting',
    async () => ({
      lock: (tx) => tx.query('select from admin_settings for update'),
      send: () =>
        app.put('/api/admin/settings', { changes: [{ key: 'max_daily_bets', value: '47' }], reason: 'A test' }),
      times: [
        loggedAt('setting:max_daily_bets'),
        ['select updated_at as at from admin_settings where setting_key = $1', 'max_daily_bets'],
      ],
    }),
  ],
  [
    '[ADMX-27] a request to decide a payment',
    async (player) => {
      const id = await depositInReview(player)
      return {
        lock: rowOf('transactions', 'id', id),
        send: () =>
          app.post(`/api/admin/transactions/${id}/resolve`, { ending: 'success', note: 'seen at the network' }),
        times: [loggedAt(`payment:${id}`), requestedAt(`payment:${id}`)],
      }
    },
  ],
  [
    '[OPS-05] a closed reconciliation case',
    async () => {
      const id = await walletCase()
      return {
        lock: rowOf('reconciliation_cases', 'id', id),
        send: () =>
          app.post(`/api/admin/reconciliation/cases/${id}/close`, { note: 'Interest', booked: true, amount: 500 }),
        times: [
          loggedAt(`case:${id}`),
          ['select closed_at as at from reconciliation_cases where id = $1', id],
          ['select created_at as at from postings where reference = $1', id],
        ],
      }
    },
  ],
  [
    '[ADMT-07] a request to cancel a bet on a game that has started',
    async (player) => {
      const { ticket } = await betOnStartedGame(player)
      return {
        lock: staffActions,
        send: () => app.post(`/api/admin/bets/${ticket.id}/cancel`, { reason: 'Wrong price' }),
        times: [loggedAt(`bet:${ticket.id}`), requestedAt(`bet:${ticket.id}`)],
      }
    },
  ],
  [
    '[ADMT-30] a result that needs a second approver',
    async (player) => {
      const { game } = await betOnStartedGame(player)
      const result = { kind: 'result', home: 1, away: 0 }
      const preview = await app.post(`/api/admin/games/${game.id}/result/preview`, result)
      const confirmed = { amount: preview.body['amount'], seen: preview.body['seen'], reason: 'Final score' }
      return {
        lock: bets(game.id),
        send: () => app.post(`/api/admin/games/${game.id}/result`, { result, confirmed }),
        times: [loggedAt(`game:${game.id}`), requestedAt(`game:${game.id}`)],
      }
    },
  ],
  [
    '[ADMG-05] an edited game',
    async () => {
      const { id } = await createManualGame(app)
      return {
        lock: gameRow(id),
        send: () => app.put(`/api/admin/games/${id}`, { league: 'Cup' }),
        times: [loggedAt(`game:${id}`), ['select updated_at as at from games where id = $1', id]],
      }
    },
  ],
  [
    '[ADMG-13] a game with changed teams',
    async () => {
      const { id } = await createManualGame(app)
      return {
        lock: bets(id),
        send: () => app.put(`/api/admin/games/${id}`, { homeTeam: 'Mbarara City', awayTeam: 'Busoga United' }),
        times: [loggedAt(`game:${id}`), ['select updated_at as at from games where id = $1', id]],
      }
    },
  ],
])('%s belongs to the new day if its request waits for a lock across midnight', async (_title, prepare) => {
  app.clock.set(new Date(MIDNIGHT.getTime() - DAY_MS))
  const player = await app.player({ balanceUgx: 1_000_000 })
  const { lock, send, times } = await prepare(player)
  app.clock.set(new Date(MIDNIGHT.getTime() - MINUTE_MS))
  await Promise.all([player.signIn(), app.staff.signIn()])
  const response = await lockedAcrossMidnight(app, MIDNIGHT, lock, send)
  expect(response.status, response.text).toBeLessThan(300)
  for (const [sql, value] of times)
    expect(await app.kernel.db.query(sql, [value]), sql).toEqual([{ at: momentAfter(MIDNIGHT) }])
})
