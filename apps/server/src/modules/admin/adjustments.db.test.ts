import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { type BackOffice, type Person, TEST_PASSWORD, testBackOffice } from './test-back-office.ts'

let backOffice: BackOffice
let colleague: Person

beforeAll(async () => {
  backOffice = await testBackOffice()
})
afterAll(() => backOffice?.stop())

const adjust = (how: 'top-up' | 'deduct', who: Person, body: object, as?: Person) =>
  backOffice.ask('POST', `/api/admin/users/${who.userId}/${how}`, body, as)
const balanceOf = async ({ userId }: Person) => Number((await backOffice.wallet.balance(userId)).balance) / 100
const staffActions = async ({ userId }: Person) =>
  (await backOffice.ask('GET', `/api/admin/audit?action=money&q=user:${userId}`)).body.items
const entriesOf = async ({ userId }: Person) =>
  (await backOffice.ask('GET', `/api/admin/users/${userId}/ledger`)).body.items.map((entry) => [
    entry['type'],
    entry['amount'],
    entry['newBalance'],
    entry['description'],
  ])

describe('top-up and deduction', () => {
  it('[ADMU-11] [ADMU-12] [ADMU-16] [ADMU-17] moves the balance in one step with its ledger entry and its row of the log', async () => {
    const one = await backOffice.person({ shillings: 10_000 })
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
      ['deposit', 10_000, 10_000, 'for the test'],
    ])
    const older = (await backOffice.ask('GET', `/api/admin/users/${one.userId}/ledger?page=2&pageSize=2`)).body
    expect(older.items.map((entry) => entry['newBalance'])).toEqual([0, 12_500.5])
    const [, , second, first] = await staffActions(one)
    expect(first).toMatchObject({
      action: 'money.top-up',
      actorId: backOffice.admin.userId,
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
  ] as const)('[ADMU-10] [ADMU-14] [ADMU-15] a %s of %j is refused', async (how, body, code, text) => {
    const one = await backOffice.person({ shillings: 10_000 })
    const told = await adjust(how, one, body)
    expect([told.body.code ?? told.body['error'], told.body['detail']]).toEqual([code, text])
    expect([await balanceOf(one), await staffActions(one)]).toEqual([10_000, []])
  })

  it('[ADMU-12] [ADMU-17] nothing larger than the largest payout is moved at once', async () => {
    const one = await backOffice.person({ shillings: 10_000 })
    const foreseen = (amount: number) => backOffice.ask('GET', `/api/admin/adjustments/foreseen?amount=${amount}`)
    for (const told of [await adjust('top-up', one, { amount: 500_000_000.01 }), await foreseen(999_999_999_999)]) {
      expect([told.status, told.body.code, told.body['detail']]).toEqual([
        422,
        'ADJUSTMENT_TOO_LARGE',
        'At most UGX 500,000,000 can be moved at once, as much as a ticket can pay.',
      ])
    }
    // What is above the balance is said first (ADMU-15).
    expect((await adjust('deduct', one, { amount: 999_999_999_999 })).body.code).toBe('ADJUSTMENT_ABOVE_BALANCE')
    expect(await balanceOf(one)).toBe(10_000)
  })

  it('[ADMU-17] what is foreseen of an amount is what becomes of it', async () => {
    const admin = await backOffice.person({ role: 'admin' })
    const one = await backOffice.person()
    const foreseen = async (amount: number) =>
      (await backOffice.ask('GET', `/api/admin/adjustments/foreseen?amount=${amount}`, undefined, admin)).body
    expect(await foreseen(1_000_000)).toEqual({ judgement: 'do', threshold: 1_000_000, movedBefore: 0 })
    expect((await adjust('top-up', one, { amount: 400_000 }, admin)).status).toBe(200)
    expect(await foreseen(700_000)).toEqual({ judgement: 'wait', threshold: 1_000_000, movedBefore: 400_000 })
    const { status, body } = await adjust('top-up', one, { amount: 700_000 }, admin)
    expect(status).toBe(202)
    await backOffice.ask('POST', `/api/admin/approvals/${String(body['approvalId'])}`, { decision: 'decline' }, admin)
  })

  it('[WALT-12] [NOTE-18] the player reads on his statement who moved his money and why, and is told of it', async () => {
    const one = await backOffice.person({ shillings: 10_000 })
    await adjust('top-up', one, { amount: 500, description: 'won in the raffle' })
    await adjust('deduct', one, { amount: 300, description: 'paid twice' })
    const statement = (await backOffice.ask('GET', '/api/wallet/statement', undefined, one)).body.items
    expect(statement.slice(0, 2).map((entry) => entry['description'])).toEqual([
      'Correction by Mupiira: paid twice',
      'Top-up by Mupiira: won in the raffle',
    ])
    const told = async () => {
      const { events } = await backOffice.kernel.outbox.readAfter(0, 10_000)
      return events.filter(({ type, userId }) => type === 'balance-adjusted' && userId === one.userId)
    }
    expect((await told()).map(({ data }) => data)).toEqual([
      { kind: 'top-up', amount: 500, reason: 'won in the raffle' },
      { kind: 'deduction', amount: 300, reason: 'paid twice' },
    ])
  })

  it('[ADMU-17] happens once, however often its request arrives', async () => {
    const one = await backOffice.person({ shillings: 10_000 })
    const answers = await Promise.all(Array.from({ length: 8 }, () => backOffice.again('the same request', one)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
    expect([await balanceOf(one), (await staffActions(one)).length]).toEqual([10_700, 1])
  })

  it('[ADMU-17] never takes more than is there, however many deduct at once', async () => {
    const one = await backOffice.person({ shillings: 10_000 })
    const told = await Promise.all(Array.from({ length: 6 }, () => adjust('deduct', one, { amount: 3_000 })))
    expect(told.filter(({ status }) => status === 200).length).toBe(3)
    expect(await balanceOf(one)).toBe(1_000)
  })

  it('[ADMU-17] also for an account that is suspended', async () => {
    const one = await backOffice.person({ shillings: 10_000 })
    await backOffice.ask('POST', `/api/admin/users/${one.userId}/status`, {
      newStatus: 'suspended',
      reason: 'is looked at',
    })
    expect((await adjust('deduct', one, { amount: 4_000 })).body).toMatchObject({ newBalance: 6_000 })
  })

  it('[ADMS-05] asks again who sits there when the last proof is ten minutes old', async () => {
    const one = await backOffice.person({ shillings: 10_000 })
    const admin = await backOffice.person({ role: 'admin' })
    const code = async () => (await adjust('top-up', one, { amount: 1_000 }, admin)).body.code
    expect(await code()).toBeUndefined()
    backOffice.clock.forward(10 * MINUTE_MS)
    expect(await code()).toBe('CONFIRMATION_NEEDED')
    expect((await backOffice.ask('POST', '/api/admin/confirm', { password: 'guessed' }, admin)).body.code).toBe(
      'CURRENT_PASSWORD_WRONG',
    )
    expect(await code()).toBe('CONFIRMATION_NEEDED')
    expect((await backOffice.ask('POST', '/api/admin/confirm', { password: TEST_PASSWORD }, admin)).status).toBe(200)
    expect(await code()).toBeUndefined()
    expect(await balanceOf(one)).toBe(12_000)
  })
})

describe('four eyes', () => {
  const waiting = async (as: Person) => (await backOffice.ask('GET', '/api/admin/approvals', undefined, as)).body.items

  it('[ADMT-30] with one admin only, what is above the threshold is done, and flagged in the log', async () => {
    backOffice.clock.forward(DAY_MS)
    await backOffice.asOwner(
      `update profiles set account_status = 'banned' where role = 'admin' and id <> '${backOffice.admin.userId}'`,
    )
    const admin = await backOffice.enter(backOffice.admin)
    const one = await backOffice.person()
    expect((await adjust('top-up', one, { amount: 1_000_000 }, admin)).status).toBe(200)
    backOffice.clock.forward(DAY_MS)
    const again = await backOffice.enter(backOffice.admin)
    expect((await adjust('top-up', one, { amount: 1_000_000.01 }, again)).status).toBe(200)
    // A small one of the same day is above it by the large one, and says so.
    expect((await adjust('top-up', one, { amount: 5_000 }, again)).status).toBe(200)
    const flags = (await backOffice.ask('GET', `/api/admin/audit?q=user:${one.userId}`, undefined, again)).body.items
    expect(flags.map(({ after }) => (after as { flag?: string }).flag)).toEqual([
      'above the four-eyes threshold with what was moved alone within 24 hours, with one admin only',
      'above the four-eyes threshold, with one admin only',
      undefined,
    ])
    const alone = (await backOffice.ask('GET', '/api/admin/audit?alone=true', undefined, again)).body.items
    expect(alone.map(({ action, subject }) => [action, subject])).toEqual(
      Array(2).fill(['money.top-up', `user:${one.userId}`]),
    )
  })

  it('[ADMT-30] else it waits for a second one, who is not the first', async () => {
    const admin = await backOffice.enter(backOffice.admin)
    colleague = await backOffice.person({ role: 'admin', firstName: 'Ruth' })
    const one = await backOffice.person({ shillings: 7_000 })
    const told = await adjust('top-up', one, { amount: 1_000_000.01, description: 'won in the raffle' }, admin)
    expect([told.status, told.body]).toEqual([
      202,
      { success: true, newBalance: 7_000, approvalId: expect.any(String) },
    ])
    expect(await balanceOf(one)).toBe(7_000)
    const [found] = await waiting(colleague)
    expect(found).toMatchObject({
      kind: 'top-up',
      subject: `user:${one.userId}`,
      subjectName: 'Amina Nakato',
      amount: 1_000_000.01,
      reason: 'won in the raffle',
      askedBy: 'Joel Nakato',
      isOwn: false,
    })
    const decide = async (as: Person, decision: string) => {
      const { status, body } = await backOffice.ask('POST', `/api/admin/approvals/${found?.id}`, { decision }, as)
      return body.code ?? status
    }
    expect(await decide(admin, 'approve')).toBe('APPROVAL_OWN')
    const both = await Promise.all([decide(colleague, 'approve'), decide(colleague, 'approve')])
    expect(both.sort()).toEqual([200, 'APPROVAL_DECIDED'])
    expect([await balanceOf(one), await waiting(colleague)]).toEqual([1_007_000.01, []])
    const log = (await backOffice.ask('GET', `/api/admin/audit?q=user:${one.userId}`, undefined, colleague)).body.items
    expect(log).toMatchObject([
      { actorId: colleague.userId, after: { askedBy: admin.userId, amount: 1_000_000.01 } },
      { actorId: admin.userId, after: { waits: true } },
    ])
  })

  it('[ADMT-30] may be taken back or declined, and is refused when the balance is gone meanwhile', async () => {
    const admin = await backOffice.enter(backOffice.admin)
    const one = await backOffice.person({ shillings: 3_000_000 })
    const ask = () => adjust('deduct', one, { amount: 2_000_000 }, admin)
    const decide = async (as: Person, decision: string, id: unknown) =>
      (await backOffice.ask('POST', `/api/admin/approvals/${String(id)}`, { decision, note: 'see the call' }, as)).body
    const [first, second, third] = [await ask(), await ask(), await ask()].map(({ body }) => body['approvalId'])
    expect(await decide(admin, 'decline', first)).toMatchObject({ success: true })
    expect(await decide(colleague, 'approve', second)).toMatchObject({ success: true })
    expect((await decide(colleague, 'approve', third)).code).toBe('ADJUSTMENT_ABOVE_BALANCE')
    expect((await decide(colleague, 'approve', 'nothing')).code).toBe('APPROVAL_NOT_FOUND')
    expect([await balanceOf(one), (await waiting(colleague)).length]).toEqual([1_000_000, 1])
  })

  it('many small ones of a day are one large one, and no account of staff is among them', async () => {
    backOffice.clock.forward(DAY_MS)
    const admin = await backOffice.enter(backOffice.admin)
    const one = await backOffice.person()
    const statuses = []
    for (const amount of [600_000, 400_000, 0.01])
      statuses.push((await adjust('top-up', one, { amount }, admin)).status)
    expect(statuses).toEqual([200, 200, 202])
    for (const staff of [backOffice.admin, await backOffice.person({ role: 'admin' })])
      expect((await adjust('top-up', staff, { amount: 1 }, admin)).body.code).toBe('STAFF_ACCOUNT')
  })

  it('[ADMT-30] many at once are one large one as well, whoever they are for', async () => {
    backOffice.clock.forward(DAY_MS)
    const admin = await backOffice.enter(backOffice.admin)
    const players = await Promise.all(Array.from({ length: 6 }, () => backOffice.person()))
    const told = await Promise.all(players.map((one) => adjust('top-up', one, { amount: 400_000 }, admin)))
    expect(told.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 202, 202, 202, 202])
  })

  it('[ADMT-30] who locks his colleagues out is not alone by that: what they would look at waits for a week', async () => {
    backOffice.clock.forward(DAY_MS)
    await backOffice.asOwner(
      `update profiles set account_status = 'banned'
        where role = 'admin' and id not in ('${backOffice.admin.userId}', '${colleague.userId}')`,
    )
    const one = await backOffice.person()
    const newStatus = { newStatus: 'banned', reason: 'is in the way' }
    const locked = await backOffice.ask(
      'POST',
      `/api/admin/users/${colleague.userId}/status`,
      newStatus,
      await backOffice.enter(backOffice.admin),
    )
    expect(locked.status).toBe(200)
    const topUp = async () =>
      (await adjust('top-up', one, { amount: 1_000_001 }, await backOffice.enter(backOffice.admin))).status
    expect(await topUp()).toBe(202)
    backOffice.clock.forward(6 * DAY_MS)
    expect(await topUp()).toBe(202)
    backOffice.clock.forward(DAY_MS)
    expect([await topUp(), await balanceOf(one)]).toEqual([200, 1_000_001])
  })

  it('[OPS-05] the ledger explains every one of them', async () => {
    const report = await backOffice.wallet.checkLedger()
    expect(report.differences).toEqual([])
    expect(report.unexplainedKinds.map(({ kind }) => kind)).toEqual(['deposit'])
  })
})

describe('the file of an account', () => {
  it('[ADMU-09] [PLAY-08] tells its sessions, limits and notes, and logs it out everywhere', async () => {
    const admin = await backOffice.enter(backOffice.admin)
    const one = await backOffice.person({ shillings: 1_000 })
    await backOffice.enter(one)
    const file = async () => (await backOffice.ask('GET', `/api/admin/users/${one.userId}`, undefined, admin)).body
    const note = { note: 'Asked for a higher limit by phone.' }
    expect((await backOffice.ask('POST', `/api/admin/users/${one.userId}/notes`, note, admin)).status).toBe(200)
    const before = await file()
    expect(before).toMatchObject({
      user: { id: one.userId, balance: 1_000 },
      held: 0,
      location: 'Kampala',
      notes: [{ by: 'Joel Nakato', note: note.note }],
      exclusion: null,
    })
    expect([(before['sessions'] as unknown[]).length, (before['limits'] as unknown[]).length]).toEqual([2, 9])
    const reason = { reason: 'the phone was stolen' }
    const told = await backOffice.ask('POST', `/api/admin/users/${one.userId}/sessions/end`, reason, admin)
    expect(told.body).toEqual({ ended: 2 })
    await expect.poll(async () => (await backOffice.ask('GET', '/api/auth/sessions', undefined, one)).status).toBe(401)
    expect((await file())['sessions']).toEqual([])
    for (const path of ['', '/ledger'])
      expect((await backOffice.ask('GET', `/api/admin/users/nobody${path}`, undefined, admin)).body.code).toBe(
        'USER_NOT_FOUND',
      )
  })
})
