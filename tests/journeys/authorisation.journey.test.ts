import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { OPERATIONS, type OperationKey } from '@mupiira/contract/operations.ts'
import { type RequestInput, type Client, operation, type Reply } from '../support/client.ts'
import { type Player, registerPlayer } from '../support/player.ts'
import { queryDatabase } from '../support/query-database.ts'
import { makeStaff } from '../support/staff.ts'
import { accessFixture, type AccessFixture, VALID_REQUESTS } from './access-fixture.ts'
import { testStaffRoles } from './staff-role-tests.ts'
import { finalState, stateWithoutJobs } from './access-state.ts'

// Access rules of every operation. An operation without a row does not compile.

/** `own`: the operation works on the session's own data, so it cannot address another player's. */
type Row = {
  /** The status without a session. */
  readonly visitor: number
  /** The status with an account that is suspended while its session is still open. */
  readonly suspended: number
  /** The status with another player's session, for the owner's object. */
  readonly otherPlayer: number | 'own' | 'public'
  /** The status with the owner's session. */
  readonly owner: number
  /** The status with a staff session that has passed its second factor, if the account has one. */
  readonly admin: number
}

const open = { visitor: 200, suspended: 200, otherPlayer: 'public', owner: 200, admin: 200 } as const
const own = { visitor: 401, suspended: 403, otherPlayer: 'own', owner: 200, admin: 200 } as const
const object = { visitor: 401, suspended: 403, otherPlayer: 404, owner: 200, admin: 404 } as const
const sealed = { visitor: 401, suspended: 401, otherPlayer: 'public', owner: 401, admin: 401 } as const

/** Staff only. The owner in this test is a player. */
const staff = { visitor: 401, suspended: 403, otherPlayer: 403, owner: 403, admin: 200 } as const

const EXPECTED_STATUSES: { readonly [K in OperationKey]: Row } = {
  'POST /api/auth/register': { ...open, visitor: 201, suspended: 201, owner: 201, admin: 201 },
  'POST /api/auth/login': open,
  'POST /api/auth/login/code': { ...open, visitor: 202, suspended: 202, otherPlayer: 'public', owner: 202, admin: 202 },
  'POST /api/auth/logout': open,
  // A suspended player receives the reason, so that the app can show why the session ended.
  'GET /api/auth/session': { ...open, suspended: 403 },
  'GET /api/auth/sessions': own,
  'DELETE /api/auth/sessions/{id}': object,
  'POST /api/auth/sessions/end-others': own,
  'GET /api/auth/email': own,
  'POST /api/auth/email': { ...own, owner: 202, admin: 422 },
  'DELETE /api/auth/email/waiting': own,
  'POST /api/auth/email/remove': { ...own, admin: 422 },
  'POST /api/auth/email/confirm': { ...open, visitor: 422, suspended: 422, owner: 422, admin: 422 },
  'POST /api/account/erasure': { ...own, owner: 409, admin: 422 },
  'POST /api/account/export': { ...own, admin: 422 },
  'POST /api/auth/password/change': { ...own, admin: 422 },
  'POST /api/auth/profile': own,
  'POST /api/auth/password/forgot': { ...open, visitor: 202, suspended: 202, owner: 202, admin: 202 },
  // The browser has not requested a code, so there is nothing to confirm.
  'POST /api/auth/password/reset': { ...open, visitor: 422, suspended: 422, owner: 422, admin: 422 },
  // No round runs in this fixture. Aviator has separate journeys.
  'GET /api/aviator/state': open,
  'GET /api/aviator/clock': open,
  'POST /api/aviator/bets': { ...own, owner: 409, admin: 403 },
  'POST /api/aviator/bets/{id}/cashout': { ...object, owner: 404 },
  'POST /api/aviator/bets/{id}/cancel': { ...object, owner: 404 },
  'GET /api/aviator/bets': own,
  'GET /api/aviator/rounds': open,
  'GET /api/aviator/rounds/{id}/proof': { ...open, visitor: 404, suspended: 404, owner: 404, admin: 404 },
  'GET /api/aviator/chains': open,
  'GET /api/aviator/top': open,
  'GET /api/admin/aviator/chains': staff,
  'POST /api/admin/aviator/chains': { ...staff, admin: 201 },
  'POST /api/admin/aviator/chains/{id}/salt': { ...staff, admin: 404 },
  'POST /api/bets': { ...own, owner: 201, admin: 403 },
  'POST /api/bets/quote': open,
  'GET /api/bets': own,
  'GET /api/bets/counts': own,
  'GET /api/delayed-bets': own,
  // The fixture has no live game, so no bet waits.
  'GET /api/delayed-bets/{id}': { ...object, owner: 404 },
  'GET /api/bets/{id}': object,
  'POST /api/booking-codes': { ...open, visitor: 201, suspended: 201, owner: 201, admin: 201 },
  // Without a session, another player's code does not exist.
  'GET /api/booking-codes/{code}': { visitor: 404, suspended: 404, otherPlayer: 403, owner: 200, admin: 403 },
  'GET /api/cashouts': own,
  'GET /api/bets/{id}/cashout': object,
  'GET /api/bets/{id}/cashout/history': object,
  'PUT /api/bets/{id}/cashout/automatic': { ...object, admin: 403 },
  'DELETE /api/bets/{id}/cashout/automatic': object,
  'POST /api/bets/{id}/cashout': { ...object, admin: 403 },
  // This row comes first, because reading sets the cookie that sending requires.
  'POST /api/visitor-chat/messages': { ...open, visitor: 422, suspended: 422, owner: 422, admin: 422 },
  'GET /api/visitor-chat/messages': open,
  'DELETE /api/visitor-chat': open,
  'GET /api/chat/messages': own,
  'POST /api/chat/messages': { ...own, owner: 201, admin: 403 },
  'POST /api/chat/read': own,
  // Only the two sides of a conversation can read its images.
  'GET /api/chat/images/{name}': { ...object, admin: 200 },
  'GET /api/admin/chat/conversations': staff,
  'GET /api/admin/chat/conversations/export': staff,
  'GET /api/admin/chat/{userId}/messages': staff,
  'POST /api/admin/chat/{userId}/messages': { ...staff, admin: 201 },
  'POST /api/admin/chat/{userId}/read': staff,
  'PUT /api/admin/chat/{userId}/state': staff,
  'GET /api/admin/chat/staff': staff,
  'GET /api/admin/chat/report': staff,
  'GET /api/admin/chat/{userId}/card': staff,
  'GET /api/admin/users/{id}/lifetime': staff,
  'GET /api/admin/users/{id}/timeline': staff,
  'GET /api/admin/user-tags': staff,
  'POST /api/admin/users/{id}/tags': staff,
  'GET /api/admin/users/{id}/related': staff,
  'POST /api/admin/users/{id}/export': staff,
  // The player has a balance.
  'POST /api/admin/users/{id}/erasure': { ...staff, admin: 409 },
  'GET /api/admin/quick-replies': staff,
  'POST /api/admin/quick-replies': { ...staff, admin: 201 },
  'PUT /api/admin/quick-replies/{id}': { ...staff, admin: 404 },
  'DELETE /api/admin/quick-replies/{id}': { ...staff, admin: 404 },
  'GET /api/casino/games': open,
  'GET /api/jackpot': open,
  'GET /api/games': open,
  'GET /api/games/{id}': open,
  'GET /api/games/{id}/markets': open,
  'GET /api/games/{id}/statistics': open,
  'GET /api/games/{id}/head-to-head': open,
  'GET /api/games/{id}/standings': open,
  'GET /api/games/{id}/timeline': open,
  'GET /api/games/{id}/lineups': open,
  'POST /api/games/refresh-scores': open,
  'GET /api/sports': open,
  'GET /api/goal-prices': open,
  'GET /api/developer': own,
  'POST /api/developer/notifications': { ...own, owner: 201, admin: 201 },
  'GET /api/notifications': own,
  'POST /api/notifications/arrival': own,
  'POST /api/notifications/{id}/read': object,
  'POST /api/notifications/read-all': own,
  'DELETE /api/notifications/{id}': object,
  'GET /api/push': own,
  'PUT /api/push': own,
  'DELETE /api/push': own,
  'POST /api/payments/deposits': { ...own, owner: 202, admin: 403 },
  'POST /api/payments/withdrawals': { ...own, owner: 202, admin: 403 },
  'GET /api/payments': own,
  'GET /api/payments/{id}': object,
  'POST /api/payments/{id}/cancel': { ...object, owner: 409 },
  'GET /api/payer/own-number': own,
  'POST /api/payer/own-number/code': { ...own, owner: 202, admin: 202 },
  'POST /api/payer/own-number/confirm': { ...own, owner: 422, admin: 422 },
  'POST /api/payer/opt-out/code': { ...open, visitor: 202, suspended: 202, owner: 202, admin: 202 },
  'POST /api/payer/opt-out/confirm': { ...open, visitor: 422, suspended: 422, owner: 422, admin: 422 },
  // Only a provider's signature grants access.
  'POST /api/webhooks/{provider}': sealed,
  'POST /api/webhooks/{provider}/{seal}': sealed,
  'PUT /api/webhooks/{provider}/{seal}': sealed,
  'GET /api/settings': open,
  'GET /api/stream': open,
  'GET /api/admin/me': staff,
  'POST /api/admin/second-factor': staff,
  'POST /api/admin/second-factor/enable': { ...staff, admin: 422 },
  'POST /api/admin/confirm': { ...staff, admin: 422 },
  'GET /api/admin/audit': staff,
  'GET /api/admin/audit/export': staff,
  'GET /api/admin/search': staff,
  'GET /api/admin/tasks': staff,
  'GET /api/admin/jobs': staff,
  'GET /api/admin/users': staff,
  'GET /api/admin/users/counts': staff,
  'GET /api/admin/users/export': staff,
  'POST /api/admin/users/{id}/status': staff,
  'GET /api/admin/adjustments/foreseen': staff,
  'POST /api/admin/users/{id}/top-up': staff,
  'POST /api/admin/users/{id}/deduct': staff,
  'GET /api/admin/users/{id}': staff,
  'GET /api/admin/users/{id}/ledger': staff,
  'GET /api/admin/users/{id}/ledger/export': staff,
  'GET /api/admin/users/{id}/tickets': staff,
  'POST /api/admin/users/{id}/sessions/end': staff,
  'POST /api/admin/users/{id}/notes': staff,
  'GET /api/admin/settings': staff,
  'PUT /api/admin/settings': staff,
  'POST /api/admin/settings/preview': staff,
  'GET /api/admin/approvals': staff,
  'GET /api/admin/approvals/export': staff,
  'POST /api/admin/approvals/{id}': { ...staff, admin: 404 },
  'GET /api/admin/ledger/check': staff,
  'POST /api/admin/transactions/{id}/ask': { ...staff, admin: 409 },
  'POST /api/admin/transactions/{id}/resolve': { ...staff, admin: 409 },
  'GET /api/admin/withdrawal-reviews': staff,
  'GET /api/admin/withdrawal-reviews/export': staff,
  'POST /api/admin/withdrawal-reviews/{id}/approve': { ...staff, admin: 404 },
  'POST /api/admin/withdrawal-reviews/{id}/reject': { ...staff, admin: 404 },
  'POST /api/admin/reconciliation': staff,
  'GET /api/admin/reconciliation/cases': staff,
  'GET /api/admin/reconciliation/cases/export': staff,
  'POST /api/admin/reconciliation/cases/{id}/close': { ...staff, admin: 404 },
  'GET /api/admin/games': staff,
  'GET /api/admin/games/export': staff,
  'GET /api/admin/games/{id}': staff,
  'GET /api/admin/offer': staff,
  'POST /api/admin/games': { ...staff, admin: 201 },
  'PUT /api/admin/games/{id}': { ...staff, admin: 409 },
  'DELETE /api/admin/games/{id}': { ...staff, admin: 404 },
  'POST /api/admin/games/{id}/step': { ...staff, admin: 409 },
  'POST /api/admin/games/{id}/goals': { ...staff, admin: 409 },
  'POST /api/admin/games/{id}/suspend': staff,
  'POST /api/admin/games/{id}/control': staff,
  'POST /api/admin/games/{id}/show': staff,
  'POST /api/admin/games/sync-scores': staff,
  'POST /api/admin/games/{id}/result/preview': { ...staff, admin: 409 },
  'POST /api/admin/games/{id}/result': { ...staff, admin: 409 },
  'GET /api/admin/games/{id}/markets': staff,
  'PUT /api/admin/games/{id}/markets/{market}': staff,
  'GET /api/admin/trading': staff,
  'POST /api/admin/trading/suspend': { ...staff, admin: 409 },
  'POST /api/admin/trading/end': { ...staff, admin: 409 },
  'GET /api/admin/notices': staff,
  'GET /api/admin/notices/export': staff,
  'POST /api/admin/notices': { ...staff, admin: 201 },
  'DELETE /api/admin/notices/{id}': { ...staff, admin: 404 },
  'GET /api/admin/search-names': staff,
  'GET /api/admin/search-names/export': staff,
  'POST /api/admin/search-names': { ...staff, admin: 201 },
  'PUT /api/admin/search-names/{id}': { ...staff, admin: 404 },
  'DELETE /api/admin/search-names/{id}': { ...staff, admin: 404 },
  'GET /api/admin/fixtures': staff,
  'GET /api/admin/fixtures/export': staff,
  'POST /api/admin/fixtures': { ...staff, admin: 201 },
  'PUT /api/admin/fixtures/{id}': { ...staff, admin: 404 },
  'DELETE /api/admin/fixtures/{id}': { ...staff, admin: 404 },
  'POST /api/admin/fixtures/{id}/publish': { ...staff, admin: 404 },
  'GET /api/admin/report': staff,
  'GET /api/admin/report.csv': staff,
  'GET /api/admin/profit-and-loss': staff,
  'GET /api/admin/profit-and-loss.csv': staff,
  'GET /api/admin/figures/rows': staff,
  'GET /api/admin/figures/rows/export': staff,
  'GET /api/admin/in-play': staff,
  'GET /api/admin/in-play/leagues': staff,
  'GET /api/admin/delayed-bets': staff,
  'GET /api/admin/delayed-bets/counts': staff,
  'GET /api/admin/delayed-bets/export': staff,
  'GET /api/admin/in-play/courtsiding': staff,
  'PUT /api/admin/users/{id}/in-play-restriction': staff,
  'GET /api/admin/risk': staff,
  'GET /api/admin/risk/open-bets': staff,
  'GET /api/admin/risk/prices': staff,
  'GET /api/admin/games/{id}/scores': staff,
  'GET /api/admin/charts/money': staff,
  'GET /api/admin/charts/desk': staff,
  'GET /api/admin/stats': staff,
  'GET /api/admin/months': staff,
  'GET /api/admin/months/{month}': staff,
  'GET /api/admin/months/export': staff,
  'POST /api/admin/months/{month}/close': { ...staff, admin: 422 },
  'GET /api/admin/alerts': staff,
  'GET /api/admin/alerts/export': staff,
  'POST /api/admin/alerts/{id}/acknowledge': { ...staff, admin: 404 },
  'GET /api/admin/saved-filters': staff,
  'POST /api/admin/saved-filters': { ...staff, admin: 201 },
  'PUT /api/admin/saved-filters/{id}': { ...staff, admin: 404 },
  'DELETE /api/admin/saved-filters/{id}': { ...staff, admin: 404 },
  'GET /api/admin/staff': staff,
  'GET /api/admin/staff/export': staff,
  'POST /api/admin/staff': { ...staff, admin: 201 },
  'POST /api/admin/staff/{id}/permissions': { ...staff, admin: 404 },
  'POST /api/admin/staff/{id}/second-factor/reset': { ...staff, admin: 404 },
  'POST /api/admin/staff/{id}/leave': { ...staff, admin: 404 },
  'POST /api/admin/risk/suspensions': staff,
  'PUT /api/admin/users/{id}/stake-limit': staff,
  'POST /api/admin/users/{id}/restrictions': staff,
  // The player has no restriction.
  'POST /api/admin/users/{id}/restrictions/lift': { ...staff, admin: 409 },
  'GET /api/admin/bets': staff,
  'GET /api/admin/bets/export': staff,
  'GET /api/admin/bets/totals': staff,
  'GET /api/admin/bets/{id}': staff,
  'POST /api/admin/bets/{id}/cancel': { ...staff, admin: 409 },
  'GET /api/admin/transactions': staff,
  'GET /api/admin/transactions/totals': staff,
  'GET /api/admin/transactions/export': staff,
  'GET /api/admin/transactions/{id}': staff,
  'PUT /api/account/settings': own,
  'GET /api/protection': own,
  'GET /api/protection/limits': own,
  'PUT /api/protection/limits': own,
  // No pending limit increase to confirm.
  'POST /api/protection/limits/confirm': { ...own, owner: 409, admin: 409 },
  'PUT /api/protection/reality-check': own,
  'GET /api/protection/net-result': own,
  // An exclusion blocks stakes and deposits, so this operation runs after all operations that need them.
  'POST /api/protection/exclusion': own,
  'GET /api/wallet': own,
  'GET /api/wallet/statement': own,
  'GET /api/wallet/statement/totals': own,
  'GET /api/wallet/statement.csv': own,
  'POST /api/wallet/repair': own,
}
const keys = Object.keys(EXPECTED_STATUSES) as OperationKey[]
/** Operations that end or change their session: they run last, with separate sessions. */
const ENDS_SESSION: readonly OperationKey[] = [
  'POST /api/auth/register',
  'POST /api/auth/login',
  'POST /api/auth/logout',
]

/** Staff operations without an audit entry: an unconfirmed second-factor secret, a read marker, a preview, own filters. */
const WITHOUT_AUDIT_ENTRY: readonly OperationKey[] = [
  'POST /api/admin/chat/{userId}/read',
  'POST /api/admin/second-factor',
  'POST /api/admin/settings/preview',
  'POST /api/admin/saved-filters',
]

const OWES_SECOND_FACTOR = `insert into second_factors (user_id, encrypted_secret, created_at, enabled_at)
  values ($1, 'sealed', now(), now())`

let fixture: AccessFixture
let suspended: Player
let admin: Client
/** Second factor enabled, but not yet verified in this session. */
let withoutSecondFactor: Client

beforeAll(async () => {
  fixture = await accessFixture()
  suspended = await suspendedPlayer('774300010')
  admin = await memberOfStaff('774300020')
  withoutSecondFactor = await memberOfStaff('774300030', OWES_SECOND_FACTOR)
})
afterAll(() => fixture?.product.close())

/** Registers an account and suspends it before its next request. */
async function suspendedPlayer(phone: string): Promise<Player> {
  const player = await registerPlayer(fixture.product, phone)
  await queryDatabase(fixture.product, `update profiles set account_status = 'suspended' where id = $1`, [
    player.userId,
  ])
  return player
}

async function rowsOfTheLog(): Promise<number> {
  const [row] = await queryDatabase(fixture.product, 'select count(*)::int as rows from audit_log')
  return Number(row?.['rows'])
}

/** Grants the staff role and signs in, after all other changes to the account. */
async function memberOfStaff(phone: string, statement?: string, role?: string): Promise<Client> {
  const { userId, password } = await registerPlayer(fixture.product, phone)
  await makeStaff(fixture.product, userId, role)
  if (statement !== undefined) await queryDatabase(fixture.product, statement, [userId])
  const client = fixture.product.client()
  await client.must('POST /api/auth/login', { body: { phoneNumber: phone, password } })
  return client
}

/**
 * The status of the owner's valid request with another session. The event stream never ends, so its headers suffice.
 */
async function statusFor(key: OperationKey, client: Client): Promise<number> {
  const request = VALID_REQUESTS[key](fixture) as RequestInput<typeof key>
  if (key === 'GET /api/stream') return streamStatus(client, 'games')
  const reply: Reply<OperationKey> = await client.call(key, request)
  return reply.status
}

async function streamStatus(client: Client, topics: string): Promise<number> {
  const leaving = new AbortController()
  const answer = await fetch(`${fixture.product.url}/api/stream?topics=${topics}`, {
    headers: client.headers(),
    signal: leaving.signal,
  })
  leaving.abort()
  return answer.status
}

describe('access rules', () => {
  it('[OPS-02] the access table of this test has one row per operation', () => {
    expect(new Set(keys)).toEqual(new Set(OPERATIONS.map(({ method, path }) => `${method} ${path}`)))
    for (const key of keys) {
      const { access } = operation(key)
      if (access === 'player')
        expect([key, EXPECTED_STATUSES[key]]).toMatchObject([key, { visitor: 401, suspended: 403 }])
    }
  })

  it.each(['execute_sql', 'ensure_numeric_balance_column'])(
    '[DATA-32] no client, not even an admin, can call %s',
    async (command) => {
      const admin = await registerPlayer(fixture.product, `77431${command.length}`.padEnd(9, '0'))
      await makeStaff(fixture.product, admin.userId)
      for (const path of [
        `/rest/v1/rpc/${command}`,
        `/api/rpc/${command}`,
        `/api/admin/${command}`,
        `/api/${command}`,
      ]) {
        const answer = await fetch(fixture.product.url + path, {
          method: 'POST',
          headers: { ...admin.client.headers(), 'content-type': 'application/json' },
          body: JSON.stringify({ query: 'select 1', sql: 'select 1' }),
        })
        expect([path, answer.status]).toEqual([path, 404])
      }
    },
  )

  it.each<[string, OperationKey, string]>([
    ['[SLIP-61]', 'POST /api/bets', 'You need to be logged in to place a bet.'],
    ['[TICK-29]', 'GET /api/bets/{id}', 'Authentication required. Please log in to view bet details.'],
    ['[AVI-12]', 'POST /api/aviator/bets', 'Please log in to play Aviator'],
    ['[DEP-05]', 'POST /api/payments/deposits', 'Please log in to deposit funds.'],
    ['[OPS-02]', 'GET /api/wallet', 'You need to be logged in.'],
  ])('%s a visitor who sends %s receives "%s"', async (_, key, text) => {
    const reply = await fixture.product.client().call(key, VALID_REQUESTS[key](fixture) as RequestInput<typeof key>)
    expect(reply).toMatchObject({ status: 401, problem: { code: 'NOT_AUTHENTICATED', detail: text } })
  })

  describe('while no job runs', () => {
    let before: unknown
    beforeEach(async () => {
      before = await stateWithoutJobs(fixture)
    })
    afterEach(async () => {
      await fixture.product.terminate()
      await fixture.product.restart()
    })

    it('[APP-19] [OPS-02] [AUTH-74] a request without permission changes no data, whether sent by the app or directly', async () => {
      const found: [OperationKey, Record<string, number>][] = []
      const wanted: [OperationKey, Record<string, number>][] = []
      for (const key of keys.filter((each) => operation(each).access !== 'public')) {
        const row = EXPECTED_STATUSES[key]
        const seen: Record<string, number> = {
          visitor: await statusFor(key, fixture.product.client()),
          suspended: await statusFor(key, suspended.client),
        }
        const expected: Record<string, number> = { visitor: row.visitor, suspended: row.suspended }
        if (typeof row.otherPlayer === 'number') {
          seen['otherPlayer'] = await statusFor(key, fixture.otherPlayer.client)
          expected['otherPlayer'] = row.otherPlayer
        }
        found.push([key, seen])
        wanted.push([key, expected])
      }
      expect(found).toEqual(wanted)
      expect(await finalState(fixture)).toEqual(before)
    })

    it('[OPS-02] [ADMX-06] staff who have not passed the second factor can only enter the code, and cannot use the console or their account', async () => {
      const found: unknown[] = []
      const wanted: unknown[] = []
      const guarded = keys.filter((each) => operation(each).access === 'admin' || operation(each).guardsAccount)
      for (const key of guarded) {
        const reply: Reply<OperationKey> = await withoutSecondFactor.call(
          key,
          VALID_REQUESTS[key](fixture) as RequestInput<typeof key>,
        )
        const { beforeSecondFactor } = operation(key)
        found.push([key, reply.ok ? 'let in' : reply.problem.code])
        wanted.push([key, beforeSecondFactor ? (reply.ok ? 'let in' : reply.problem.code) : 'SECOND_FACTOR_NEEDED'])
      }
      expect(found).toEqual(wanted)
      expect(await finalState(fixture)).toEqual(before)
    })
  })

  testStaffRoles({
    keys,
    request: (key) => VALID_REQUESTS[key](fixture) as RequestInput<typeof key>,
    statusFor,
    statusForManager: (key) => EXPECTED_STATUSES[key].admin,
    signIn: (phone, role, owes) =>
      memberOfStaff(phone, owes === 'owes second factor' ? OWES_SECOND_FACTOR : undefined, role),
  })

  it.each(keys.filter((key) => operation(key).access === 'public' && !ENDS_SESSION.includes(key)))(
    '[OPS-02] the operation %s is public',
    async (key) => {
      const row = EXPECTED_STATUSES[key]
      expect({
        visitor: await statusFor(key, fixture.product.client()),
        suspended: await statusFor(key, suspended.client),
        owner: await statusFor(key, fixture.owner.client),
      }).toEqual({ visitor: row.visitor, suspended: row.suspended, owner: row.owner })
    },
  )

  it('[AUTH-73] [AUTH-74] a suspended account loses its session, cannot log in, and receives no private events', async () => {
    const session = await suspended.client.call('GET /api/auth/session', {})
    expect(session.ok ? 'has one' : session.problem.code).toBe('ACCOUNT_SUSPENDED')
    expect(await fixture.product.client().must('GET /api/auth/session', {})).toEqual({ user: null })
    const { phone, password } = suspended
    const login = await suspended.client.call('POST /api/auth/login', { body: { phoneNumber: phone, password } })
    expect(login.ok ? 'signed in' : login.problem.code).toBe('ACCOUNT_SUSPENDED')
    expect(await streamStatus(suspended.client, 'me')).toBe(403)
    expect(await streamStatus(fixture.product.client(), 'me')).toBe(401)
    expect(await streamStatus(fixture.owner.client, 'me')).toBe(200)
    for (const topic of ['operators', 'conversations']) {
      expect(await streamStatus(fixture.owner.client, topic)).toBe(403)
      expect(await streamStatus(fixture.product.client(), topic)).toBe(401)
    }
  })

  it('[LIVE-15] no request of a visitor or player can change a game’s status', async () => {
    const { product, gameId, owner } = fixture
    const { status: before } = await owner.client.must('GET /api/games/{id}', { params: { id: gameId } })
    const change = { id: gameId, gameId, status: 'finished', minutesPassed: 90, homeScore: 3 }
    const places = [`/api/games/${gameId}`, `/api/games/${gameId}/status`, '/api/games', '/rest/v1/games']
    for (const client of [product.client(), owner.client]) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        for (const path of places) {
          const answer = await fetch(product.url + path, {
            method,
            headers: { ...client.headers(), 'content-type': 'application/json' },
            body: JSON.stringify(change),
          })
          expect([404, 405], `${method} ${path}`).toContain(answer.status)
        }
      }
      // The only public request that refers to games polls the feed and accepts no input.
      await fetch(`${product.url}/api/games/refresh-scores`, {
        method: 'POST',
        headers: { ...client.headers(), 'content-type': 'application/json' },
        body: JSON.stringify(change),
      })
    }
    const writes = OPERATIONS.filter(
      ({ method, path, access }) => method !== 'GET' && /game/.test(path) && access !== 'admin',
    )
    expect(writes.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /api/games/refresh-scores'])
    expect((await owner.client.must('GET /api/games/{id}', { params: { id: gameId } })).status).toBe(before)
  })

  it('[TICK-08] [WALT-12] lists of tickets and ledger entries contain only the player’s own rows', async () => {
    const { client } = fixture.otherPlayer
    const { items: tickets } = await client.must('GET /api/bets', {})
    const { items: payments } = await client.must('GET /api/payments', {})
    const { items: notifications } = await client.must('GET /api/notifications', {})
    const { items: entries } = await client.must('GET /api/wallet/statement', {})
    expect(tickets).toEqual([])
    expect(payments.map((payment) => payment.userId)).toEqual([fixture.otherPlayer.userId])
    expect(notifications.map((notification) => notification.id)).not.toContain(fixture.notificationId)
    expect(entries.map((entry) => entry.referenceId)).toEqual(payments.map((payment) => payment.id))
  })

  it.each(keys.filter((key) => operation(key).access !== 'public'))(
    '[OPS-02] the operation %s returns the owner the status that the access table states',
    async (key) => {
      expect(await statusFor(key, fixture.owner.client)).toBe(EXPECTED_STATUSES[key].owner)
    },
  )

  it.each(ENDS_SESSION)('[OPS-02] the operation %s is public', async (key) => {
    const row = EXPECTED_STATUSES[key]
    const other = await suspendedPlayer(`77431${ENDS_SESSION.indexOf(key)}010`)
    expect({
      visitor: await statusFor(key, fixture.product.client()),
      suspended: await statusFor(key, other.client),
      owner: await statusFor(key, fixture.owner.client),
    }).toEqual({ visitor: row.visitor, suspended: row.suspended, owner: row.owner })
  })

  it('[OPS-02] [OPS-04] [ADMX-06] [ADMX-28] staff can use the operations of the access table, and each action is in the audit log', async () => {
    const found: Record<string, number> = {}
    const unwritten: OperationKey[] = []
    for (const key of keys.filter((each) => !ENDS_SESSION.includes(each))) {
      const before = await rowsOfTheLog()
      found[key] = await statusFor(key, admin)
      const isStaffAction = operation(key).access === 'admin' && operation(key).method !== 'GET' && found[key] < 300
      if (isStaffAction && (await rowsOfTheLog()) === before) unwritten.push(key)
    }
    for (const key of ENDS_SESSION) found[key] = await statusFor(key, admin)
    expect(new Set(unwritten)).toEqual(new Set(WITHOUT_AUDIT_ENTRY))
    expect(found).toEqual(Object.fromEntries(keys.map((key) => [key, EXPECTED_STATUSES[key].admin])))
  })
})
