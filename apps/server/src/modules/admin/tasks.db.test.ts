import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Task } from '@mupiira/contract/admin-tasks.ts'
import { capabilitiesOfRole, includesAll, STAFF_ROLE_NAMES } from '@mupiira/domain/access/staff-roles.ts'
import { TASK_KIND_NAMES, TASK_KINDS, type TaskKind } from '@mupiira/domain/access/task-kinds.ts'
import { adminFixture, type AdminFixture } from '../../testing/admin-fixture.ts'
import type { TestAccount } from '../../testing/test-accounts.ts'

/** The operation of the list that a task opens. */
const LISTS: { readonly [path: string]: string } = {
  '/admin/alerts': '/api/admin/alerts',
  '/admin/approvals': '/api/admin/approvals',
  '/admin/transactions': '/api/admin/transactions',
  '/admin/transactions/withdrawals': '/api/admin/withdrawal-reviews',
  '/admin/transactions/reconciliation': '/api/admin/reconciliation/cases',
  '/admin/games': '/api/admin/games',
  '/admin/risk': '/api/admin/risk/prices',
  '/admin/users': '/api/admin/users',
  '/admin/chat': '/api/admin/chat/conversations',
  '/admin/jobs': '/api/admin/jobs',
}
/** Different primes, so that no count is mistaken for another. */
const EXPECTED: { readonly [kind in TaskKind]: number } = {
  alerts: 2,
  approvals: 2,
  withdrawals: 3,
  payments: 5,
  unconfirmed: 7,
  games: 1,
  feeds: 2,
  odds: 1,
  debts: 3,
  chats: 2,
  cases: 5,
  charges: 1,
  jobs: 2,
}

let app: AdminFixture

beforeAll(async () => {
  app = await adminFixture()
  const [player, ...debtors] = [await app.player(), await app.player(), await app.player(), await app.player()]
  const now = app.kernel.clock.now().toISOString()
  const payments = (stage: string, count: number, columns: { readonly [column: string]: string }) => {
    const [names, values] = [Object.keys(columns), Object.values(columns)]
    return app.asOwner(
      `insert into transactions (id, user_id, amount, created_at, phone_number, payment_method, description, provider,
                                 reference, stage, updated_at, ${names.join(', ')})
       select gen_random_uuid(), '${player?.id}', 4000000, '${now}', '${player?.phone}', 'MTN', '', 'relworx',
              gen_random_uuid()::text, '${stage}', '${now}', ${values.join(', ')} from generate_series(1, ${count})`,
    )
  }
  const withdrawal = { type: `'withdrawal'`, status: `'pending'` }
  await payments('held', EXPECTED.withdrawals, { ...withdrawal, review_due_at: 'now()' })
  await payments('review', EXPECTED.payments, withdrawal)
  const checking = { ...withdrawal, next_at: 'now()' }
  await payments('checking', EXPECTED.unconfirmed, {
    ...checking,
    unknown_since: `timestamptz '${now}' - interval '3 hours'`,
  })
  // Unknown for less than an hour.
  await payments('checking', 2, { ...checking, unknown_since: `timestamptz '${now}' - interval '50 minutes'` })

  const cases = (kind: string, count: number, closed: string) =>
    app.asOwner(
      `insert into reconciliation_cases (id, provider, kind, subject, day, amount, detail, found_at, seen_at, closed_at)
       select gen_random_uuid(), 'relworx', '${kind}', 'subject ' || no, current_date, 100, '', '${now}', '${now}', ${closed}
         from generate_series(1, ${count}) no`,
    )
  await cases('ledger', EXPECTED.cases, 'null')
  await cases('wallet', EXPECTED.charges, 'null')
  await cases('unknown-here', 3, 'now()')

  for (const { id } of debtors) {
    await app.credit(id, 1_000)
    await app.asOwner(
      `set mupiira.correction = 'on';
       update accounts set balance = -50000 where id = '${id}';
       insert into postings (source, destination, amount, player, balance_after, kind, reference, created_at)
         values ('${id}', '00000000-0000-7000-8000-000000000005', 150000, '${id}', -50000, 'deduction', gen_random_uuid(),
                 timestamptz '${now}' - interval '2 hours')`,
    )
  }
  // This player was in debt.
  await app.asOwner(
    `insert into postings (source, destination, amount, player, balance_after, kind, reference, created_at)
       values ('${player?.id}', '00000000-0000-7000-8000-000000000005', 100, '${player?.id}', -100, 'deduction', gen_random_uuid(), '${now}'),
              ('00000000-0000-7000-8000-000000000005', '${player?.id}', 100, '${player?.id}', 0, 'top-up', gen_random_uuid(), '${now}')`,
  )

  for (const { id } of debtors.slice(0, EXPECTED.chats)) {
    await app.asOwner(
      `insert into chat_conversations (user_id, last_no, last_at, user_last_no, waiting_since, is_open)
         values ('${id}', 1, '${now}', 1, timestamptz '${now}' - interval '20 minutes', true)`,
    )
  }

  const game = await app.game({ homeTeam: 'Busoga United' })
  const controlled = await app.put(`/api/admin/games/${game.id}/markets/1x2`, {
    odds: { '1': 3.4 },
    confirmedOdds: { '1': 3.4 },
    reason: 'as we see it',
  })
  if (controlled.status !== 200) throw new Error('the odds were not set')
  const [held, ...disputed] = [await app.game(), await app.game(), await app.game()]
  await app.kernel.db.change('update game_results set held = true where game_id = $1', [held?.id])
  for (const { id } of disputed)
    await app.kernel.db.change('update game_results set score_disputed = true where game_id = $1', [id])

  await app.asOwner(
    `insert into alerts (id, kind, subject, name, link, value, threshold, created_at, seen_at, closed_at)
     select gen_random_uuid(), 'large_win', 'ticket ' || no, 'Ticket', '/admin/bets', 100, 100, '${now}', '${now}',
            case when no > ${EXPECTED.alerts} then timestamptz '${now}' end from generate_series(1, ${EXPECTED.alerts + 3}) no`,
  )

  const colleague = await app.admin({ permissions: { role: 'finance' } })
  const approvals = (requestedBy: string, count: number) =>
    app.asOwner(
      `insert into approvals (id, kind, subject, amount, request, reason, requested_by, requested_at)
       select gen_random_uuid(), 'top-up', 'user:${player?.id}', 5000000, '{}', 'as agreed', '${requestedBy}', '${now}'
         from generate_series(1, ${count})`,
    )
  await approvals(colleague.id, EXPECTED.approvals)
  // Own requests do not wait for the requester.
  await approvals(app.staff.id, 3)

  await app.asOwner(
    `insert into failing_jobs values ('prune-outbox', 1, '${app.clock.now().toISOString()}'),
                                     ('settle', 3, '${app.clock.now().toISOString()}'),
                                     ('removed', 3, '2026-01-01')`,
  )
}, 60_000)
afterAll(() => app?.close())

async function tasksOf(account: Pick<TestAccount, 'get'>): Promise<readonly Task[]> {
  const { status, body } = await account.get('/api/admin/tasks')
  expect(status).toBe(200)
  return (body as unknown as { items: Task[] }).items
}

it('every kind of waiting work is counted, with the age of the oldest', async () => {
  const tasks = await tasksOf(app)
  expect(Object.fromEntries(tasks.map(({ kind, count }) => [kind, count]))).toEqual(EXPECTED)
  const now = app.kernel.clock.now().getTime()
  const ages = Object.fromEntries(
    tasks.map(({ kind, oldestAt }) => [kind, oldestAt && Math.round((now - Date.parse(oldestAt)) / 60_000)]),
  )
  expect(ages).toMatchObject({ unconfirmed: 180, debts: 120, chats: 20, feeds: null, odds: null })
})

it.each(TASK_KIND_NAMES)('the list that the work “%s” opens has exactly the counted rows', async (kind) => {
  const [path = '', search = ''] = TASK_KINDS[kind].href.split('?')
  const query = path === '/admin/risk' ? '' : `?${search}`
  const { status, body } = await app.get(`${LISTS[path]}${query}`)
  const { total, items } = body as unknown as { total?: number; items: unknown[] }
  expect([status, total ?? items.length]).toEqual([200, EXPECTED[kind]])
})

it('[ADMX-06] each role sees the work that it may read and do, and no other', async () => {
  for (const role of STAFF_ROLE_NAMES) {
    const member = await app.admin({ permissions: { role } })
    const shown = TASK_KIND_NAMES.filter((kind) => includesAll(capabilitiesOfRole(role), TASK_KINDS[kind].needs))
    expect([role, (await tasksOf(member)).map(({ kind }) => kind)]).toEqual([role, shown])
  }
  expect((await (await app.player()).get('/api/admin/tasks')).status).toBe(403)
})

it('more than a hundred of a kind are not counted', async () => {
  await app.asOwner(
    `insert into reconciliation_cases (id, provider, kind, subject, day, amount, detail, found_at, seen_at)
     select gen_random_uuid(), 'mtn', 'ledger', 'subject ' || no, current_date, 100, '', now(), now() from generate_series(1, 200) no`,
  )
  expect((await tasksOf(app)).find(({ kind }) => kind === 'cases')).toMatchObject({ count: 100, isCapped: true })
})
