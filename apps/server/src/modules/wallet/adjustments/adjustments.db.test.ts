import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { type AdminFixture, adminFixture } from '../../../testing/admin-fixture.ts'
import { type TestAccount, TEST_PASSWORD } from '../../../testing/test-accounts.ts'

let app: AdminFixture
let colleague: TestAccount

beforeAll(async () => {
  app = await adminFixture({ background: true, session: 'manual' })
})
afterAll(() => app?.close())

const adjust = (how: 'top-up' | 'deduct', who: TestAccount, body: object, as: TestAccount = app.staff) =>
  as.post(`/api/admin/users/${who.id}/${how}`, body)
const balanceOf = async ({ id: userId }: TestAccount) =>
  Number((await app.modules.wallet.accounts.balance(userId)).balance) / 100
const staffActions = async ({ id: userId }: TestAccount) =>
  (await app.staff.get(`/api/admin/audit?action=money&q=user:${userId}`)).body.items
const entriesOf = async ({ id: userId }: TestAccount) =>
  (await app.staff.get(`/api/admin/users/${userId}/ledger`)).body.items.map((entry) => [
    entry['type'],
    entry['amount'],
    entry['newBalance'],
    entry['description'],
  ])

describe('top-up and deduction', () => {
  it('[ADMU-11] [ADMU-12] [ADMU-16] [ADMU-17] a top-up or deduction changes the balance in one step with a ledger entry and an audit entry', async () => {
    const one = await app.player({ balanceUgx: 10_000 })
    expect(await adjust('top-up', one, { amount: 2_500.5 })).toMatchObject({
      status: 200,
      body: { success: true, newBalance: 12_500.5 },
    })
    expect(await adjust('deduct', one, { amount: 12_500.5, description: ' as agreed ' })).toMatchObject({
      status: 200,
      body: { success: true, newBalance: 0 },
    })
    expect(await adjust('deduct', one, { amount: 0.01 })).toMatchObject({ status: 422 })
    expect(await adjust('top-up', one, { amount: 0.01 })).toMatchObject({ body: { newBalance: 0.01 } })
    expect(await adjust('deduct', one, { amount: 0.01 })).toMatchObject({ body: { newBalance: 0 } })
    expect(await entriesOf(one)).toEqual([
      ['deduction', -0.01, 0, 'Admin balance deduction'],
      ['top-up', 0.01, 0.01, 'Admin balance top-up'],
      ['deduction', -12_500.5, 0, 'Correction by Mupiira: as agreed'],
      ['top-up', 2_500.5, 12_500.5, 'Admin balance top-up'],
      ['top-up', 10_000, 10_000, 'Opening balance'],
    ])
    const older = (await app.staff.get(`/api/admin/users/${one.id}/ledger?page=2&pageSize=2`)).body
    expect(older.items.map((entry) => entry['newBalance'])).toEqual([0, 12_500.5])
    const [, , second, first] = await staffActions(one)
    expect(first).toMatchObject({
      action: 'money.top-up',
      actorId: app.staff.id,
      before: { balance: 10_000 },
      after: { balance: 12_500.5, amount: 2_500.5 },
      reason: 'Admin balance top-up',
    })
    expect(second).toMatchObject({
      action: 'money.deduct',
      after: { balance: 0, amount: 12_500.5 },
      reason: 'as agreed',
    })
  })

  it.each([
    ['top-up', { amount: 0 }, 'ADJUSTMENT_INVALID', 'Please enter a valid positive amount'],
    ['top-up', { amount: -5 }, 'ADJUSTMENT_INVALID', 'Please enter a valid positive amount'],
    ['top-up', { amount: 0.001 }, 'ADJUSTMENT_INVALID', 'Please enter a valid positive amount'],
    ['deduct', { amount: 0 }, 'ADJUSTMENT_INVALID', 'Please enter a valid positive amount'],
    ['deduct', { amount: 10_000.01 }, 'ADJUSTMENT_ABOVE_BALANCE', 'Amount exceeds available balance'],
    ['top-up', { amount: 'much' }, 'INVALID_FIELDS', 'Please check the marked fields.'],
  ] as const)('[ADMU-10] [ADMU-14] [ADMU-15] an adjustment (%s) with %j is refused', async (how, body, code, text) => {
    const one = await app.player({ balanceUgx: 10_000 })
    const response = await adjust(how, one, body)
    expect([response.body.code ?? response.body['error'], response.body['detail']]).toEqual([code, text])
    expect([await balanceOf(one), await staffActions(one)]).toEqual([10_000, []])
  })

  it('[ADMU-12] [ADMU-17] a top-up or deduction above the maximum payout is refused', async () => {
    const one = await app.player({ balanceUgx: 10_000 })
    const previewed = (amount: number) => app.staff.get(`/api/admin/adjustments/foreseen?amount=${amount}`)
    for (const response of [
      await adjust('top-up', one, { amount: 500_000_000.01 }),
      await previewed(999_999_999_999),
    ]) {
      expect([response.status, response.body.code, response.body['detail']]).toEqual([
        422,
        'ADJUSTMENT_TOO_LARGE',
        'You can adjust at most UGX 500,000,000 at once. That is the maximum payout of a ticket.',
      ])
    }
    // The balance is checked first.
    expect((await adjust('deduct', one, { amount: 999_999_999_999 })).body.code).toBe('ADJUSTMENT_ABOVE_BALANCE')
    expect(await balanceOf(one)).toBe(10_000)
  })

  it('[ADMU-17] the form of a top-up or deduction shows whether an amount needs a second approver', async () => {
    const admin = await app.admin({ session: 'manual' })
    const one = await app.player()
    const previewed = async (amount: number) =>
      (await admin.get(`/api/admin/adjustments/foreseen?amount=${amount}`)).body
    expect(await previewed(1_000_000)).toEqual({ judgement: 'do', threshold: 1_000_000, movedBefore: 0 })
    expect((await adjust('top-up', one, { amount: 400_000 }, admin)).status).toBe(200)
    expect(await previewed(700_000)).toEqual({ judgement: 'wait', threshold: 1_000_000, movedBefore: 400_000 })
    const { status, body } = await adjust('top-up', one, { amount: 700_000 }, admin)
    expect(status).toBe(202)
    await admin.post(`/api/admin/approvals/${String(body['approvalId'])}`, { decision: 'decline' })
  })

  it('[WALT-12] [NOTE-18] a top-up or deduction shows the reason on the player’s statement and notifies the player', async () => {
    const one = await app.player({ balanceUgx: 10_000 })
    await adjust('top-up', one, { amount: 500, description: 'won in the raffle' })
    await adjust('deduct', one, { amount: 300, description: 'paid twice' })
    const statement = (await one.get('/api/wallet/statement')).body.items
    expect(statement.slice(0, 2).map((entry) => entry['description'])).toEqual([
      'Correction by Mupiira: paid twice',
      'Top-up by Mupiira: won in the raffle',
    ])
    const response = async () => (await app.eventsOf(one)).filter(({ type }) => type === 'balance-adjusted')
    expect((await response()).map(({ data }) => data)).toEqual([
      { kind: 'top-up', amount: 500, reason: 'won in the raffle' },
      { kind: 'deduction', amount: 300, reason: 'paid twice' },
    ])
  })

  it('[ADMU-17] a top-up or deduction is applied once, even if its request is repeated', async () => {
    const one = await app.player({ balanceUgx: 10_000 })
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        app.post(`/api/admin/users/${one.id}/top-up`, { amount: 700 }, { key: 'the-same-request' }),
      ),
    )
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
    expect([await balanceOf(one), (await staffActions(one)).length]).toEqual([10_700, 1])
  })

  it('[ADMU-17] a top-up or deduction never deducts more than the balance, also with concurrent deductions', async () => {
    const one = await app.player({ balanceUgx: 10_000 })
    const response = await Promise.all(Array.from({ length: 6 }, () => adjust('deduct', one, { amount: 3_000 })))
    expect(response.filter(({ status }) => status === 200).length).toBe(3)
    expect(await balanceOf(one)).toBe(1_000)
  })

  it('[ADMU-17] a top-up or deduction also works for a suspended account', async () => {
    const one = await app.player({ balanceUgx: 10_000 })
    await app.staff.post(`/api/admin/users/${one.id}/status`, {
      newStatus: 'suspended',
      reason: 'is looked at',
    })
    expect((await adjust('deduct', one, { amount: 4_000 })).body).toMatchObject({ newBalance: 6_000 })
  })

  it('[ADMS-05] a top-up or deduction requires a new confirmation ten minutes after the last one', async () => {
    const one = await app.player({ balanceUgx: 10_000 })
    const admin = await app.admin({ session: 'manual' })
    const code = async () => (await adjust('top-up', one, { amount: 1_000 }, admin)).body.code
    expect(await code()).toBeUndefined()
    app.clock.forward(10 * MINUTE_MS)
    expect(await code()).toBe('CONFIRMATION_NEEDED')
    expect((await admin.post('/api/admin/confirm', { password: 'guessed' })).body.code).toBe('CURRENT_PASSWORD_WRONG')
    expect(await code()).toBe('CONFIRMATION_NEEDED')
    expect((await admin.post('/api/admin/confirm', { password: TEST_PASSWORD })).status).toBe(200)
    expect(await code()).toBeUndefined()
    expect(await balanceOf(one)).toBe(12_000)
  })
})

describe('four-eyes approval', () => {
  const waiting = async (as: TestAccount) => (await as.get('/api/admin/approvals')).body.items

  it('[ADMT-30] an adjustment above the threshold by the only admin is executed and flagged in the audit log', async () => {
    app.clock.forward(DAY_MS)
    await app.asOwner(`update profiles set account_status = 'banned' where role = 'admin' and id <> '${app.staff.id}'`)
    const admin = await app.staff.anotherBrowser()
    const one = await app.player()
    expect((await adjust('top-up', one, { amount: 1_000_000 }, admin)).status).toBe(200)
    app.clock.forward(DAY_MS)
    const again = await app.staff.anotherBrowser()
    expect((await adjust('top-up', one, { amount: 1_000_000.01 }, again)).status).toBe(200)
    // Together with the large one, a small one of the same day exceeds the threshold and is flagged.
    expect((await adjust('top-up', one, { amount: 5_000 }, again)).status).toBe(200)
    const flags = (await again.get(`/api/admin/audit?q=user:${one.id}`)).body.items
    expect(flags.map(({ after }) => (after as { flag?: string }).flag)).toEqual([
      'daily total above the four-eyes threshold, without approval',
      'above the four-eyes threshold, without approval',
      undefined,
    ])
    const alone = (await again.get('/api/admin/audit?alone=true')).body.items
    expect(alone.map(({ action, subject }) => [action, subject])).toEqual(
      Array(2).fill(['money.top-up', `user:${one.id}`]),
    )
  })

  it('[ADMT-30] an adjustment above the threshold requires approval by a second admin, not by the first', async () => {
    const admin = await app.staff.anotherBrowser()
    colleague = await app.admin({ firstName: 'Ruth', session: 'manual' })
    const one = await app.player({ balanceUgx: 7_000 })
    const response = await adjust('top-up', one, { amount: 1_000_000.01, description: 'won in the raffle' }, admin)
    expect([response.status, response.body]).toEqual([
      202,
      { success: true, newBalance: 7_000, approvalId: expect.any(String) },
    ])
    expect(await balanceOf(one)).toBe(7_000)
    const [found] = await waiting(colleague)
    expect(found).toMatchObject({
      kind: 'top-up',
      subject: `user:${one.id}`,
      subjectName: 'Grace Nakato',
      amount: 1_000_000.01,
      reason: 'won in the raffle',
      askedBy: 'Sarah Nakato',
      isOwn: false,
    })
    const decide = async (as: TestAccount, decision: string) => {
      const { status, body } = await as.post(`/api/admin/approvals/${found?.id}`, { decision })
      return body.code ?? status
    }
    expect(await decide(admin, 'approve')).toBe('APPROVAL_OWN')
    const both = await Promise.all([decide(colleague, 'approve'), decide(colleague, 'approve')])
    expect(both.sort()).toEqual([200, 'APPROVAL_DECIDED'])
    expect([await balanceOf(one), await waiting(colleague)]).toEqual([1_007_000.01, []])
    const log = (await colleague.get(`/api/admin/audit?q=user:${one.id}`)).body.items
    expect(log).toMatchObject([
      { actorId: colleague.id, after: { requestedBy: admin.id, amount: 1_000_000.01 } },
      { actorId: admin.id, after: { waits: true } },
    ])
  })

  it('[ADMT-30] a requested adjustment can be withdrawn or declined, and its approval is refused if the balance has since fallen', async () => {
    const admin = await app.staff.anotherBrowser()
    const one = await app.player({ balanceUgx: 3_000_000 })
    const deduct = () => adjust('deduct', one, { amount: 2_000_000 }, admin)
    const decide = async (as: TestAccount, decision: string, id: unknown) =>
      (await as.post(`/api/admin/approvals/${String(id)}`, { decision, note: 'see the call' })).body
    const [first, second, third] = [await deduct(), await deduct(), await deduct()].map(
      ({ body }) => body['approvalId'],
    )
    expect(await decide(admin, 'decline', first)).toMatchObject({ success: true })
    expect(await decide(colleague, 'approve', second)).toMatchObject({ success: true })
    expect((await decide(colleague, 'approve', third)).code).toBe('ADJUSTMENT_ABOVE_BALANCE')
    expect((await decide(colleague, 'approve', 'nothing')).code).toBe('APPROVAL_NOT_FOUND')
    expect([await balanceOf(one), (await waiting(colleague)).length]).toEqual([1_000_000, 1])
  })

  it('[ADMT-30] the approval of an adjustment is refused if the maximum payout has since been lowered below the amount', async () => {
    const admin = await app.staff.anotherBrowser()
    const one = await app.player()
    const { max_payout: before } = app.modules.settings.reads.current()
    const { approvalId } = (await adjust('top-up', one, { amount: 400_000_000 }, admin)).body
    await app.set('max_payout', 300_000_000)
    const approve = () => colleague.post(`/api/admin/approvals/${String(approvalId)}`, { decision: 'approve' })
    const refused = await approve()
    expect([refused.status, refused.body.code]).toEqual([422, 'ADJUSTMENT_TOO_LARGE'])
    expect(refused.body['detail']).toMatch(/^You can adjust at most UGX 300,000,000 at once/)
    expect(await balanceOf(one)).toBe(0)
    await app.set('max_payout', before)
    expect((await approve()).status).toBe(200)
  })

  it('small adjustments of a day count together towards the threshold, and staff accounts cannot be adjusted', async () => {
    app.clock.forward(DAY_MS)
    const admin = await app.staff.anotherBrowser()
    const one = await app.player()
    const statuses = []
    for (const amount of [600_000, 400_000, 0.01])
      statuses.push((await adjust('top-up', one, { amount }, admin)).status)
    expect(statuses).toEqual([200, 200, 202])
    for (const staff of [app.staff, await app.admin({ session: 'manual' })])
      expect((await adjust('top-up', staff, { amount: 1 }, admin)).body.code).toBe('STAFF_ACCOUNT')
  })

  it('[ADMT-30] concurrent small adjustments for different players count together towards the threshold', async () => {
    app.clock.forward(DAY_MS)
    const admin = await app.staff.anotherBrowser()
    const players = await Promise.all(Array.from({ length: 6 }, () => app.player()))
    const response = await Promise.all(players.map((one) => adjust('top-up', one, { amount: 400_000 }, admin)))
    expect(response.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 202, 202, 202, 202])
  })

  it('[ADMT-30] four-eyes approval is still required for a week after the admin has banned the colleagues', async () => {
    app.clock.forward(DAY_MS)
    await app.asOwner(
      `update profiles set account_status = 'banned'
        where role = 'admin' and id not in ('${app.staff.id}', '${colleague.id}')`,
    )
    const one = await app.player()
    const newStatus = { newStatus: 'banned', reason: 'is in the way' }
    const locked = await (await app.staff.anotherBrowser()).post(`/api/admin/users/${colleague.id}/status`, newStatus)
    expect(locked.status).toBe(200)
    const topUp = async () =>
      (await adjust('top-up', one, { amount: 1_000_001 }, await app.staff.anotherBrowser())).status
    expect(await topUp()).toBe(202)
    app.clock.forward(6 * DAY_MS)
    expect(await topUp()).toBe(202)
    app.clock.forward(DAY_MS)
    expect([await topUp(), await balanceOf(one)]).toEqual([200, 1_000_001])
  })

  it('[OPS-05] after the four-eyes tests, the ledger check finds no difference', async () => {
    const report = await app.modules.wallet.ledger.check()
    expect(report.differences).toEqual([])
    expect(report.unexplainedKinds.map(({ kind }) => kind)).toEqual([])
  })
})

describe('the details of an account', () => {
  it('[ADMU-09] [PLAY-08] staff can read the sessions, limits and notes of an account, and can end all its sessions', async () => {
    const admin = await app.staff.anotherBrowser()
    const one = await app.player({ balanceUgx: 1_000 })
    await one.anotherBrowser()
    const file = async () => (await admin.get(`/api/admin/users/${one.id}`)).body
    const note = { note: 'Asked for a higher limit by phone.' }
    expect((await admin.post(`/api/admin/users/${one.id}/notes`, note)).status).toBe(200)
    const before = await file()
    expect(before).toMatchObject({
      user: { id: one.id, balance: 1_000 },
      held: 0,
      location: 'Jinja',
      notes: [{ by: 'Sarah Nakato', note: note.note }],
      exclusion: null,
    })
    expect([(before['sessions'] as unknown[]).length, (before['limits'] as unknown[]).length]).toEqual([2, 9])
    const reason = { reason: 'the phone was stolen' }
    const response = await admin.post(`/api/admin/users/${one.id}/sessions/end`, reason)
    expect(response.body).toEqual({ ended: 2 })
    await expect.poll(async () => (await one.get('/api/auth/sessions')).status).toBe(401)
    expect((await file())['sessions']).toEqual([])
    for (const path of ['', '/ledger'])
      expect((await admin.get(`/api/admin/users/unknown${path}`)).body.code).toBe('USER_NOT_FOUND')
  })
})
