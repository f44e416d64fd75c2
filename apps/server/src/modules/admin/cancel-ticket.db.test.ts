import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ERRORS } from '@mupiira/contract/errors.ts'
import { type BackOffice, openBackOffice, type Person } from './testing/back-office.ts'
import { testSession } from '../identity/test-session.ts'

let backOffice: BackOffice
let amina: Person
let brian: Person

beforeAll(async () => {
  backOffice = await openBackOffice()
  amina = await backOffice.person()
  brian = await backOffice.person()
})
afterAll(() => backOffice?.close())

describe('cancelling a ticket', () => {
  it('[ADMT-07] [ADMT-08] [ADMT-09] gives the stake back once, tells the player, and is written to the audit log', async () => {
    const ticket = await backOffice.bet(brian, [await backOffice.pick((await backOffice.game()).id)], 53_000)
    const before = await backOffice.balance(brian)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        backOffice.post(`/api/admin/bets/${ticket.id}/cancel`, { reason: '  asked for  ' }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200).map(({ body }) => body)).toEqual([
      { success: true, refundAmount: 53_000, approvalId: null },
    ])
    expect(answers.filter(({ body }) => body['code'] === 'TICKET_NOT_PENDING')).toHaveLength(4)
    expect(await backOffice.balance(brian)).toBe(before + 53_000)
    expect(await backOffice.staffActions(`bet:${ticket.id}`)).toEqual([
      {
        actor: backOffice.staff.userId,
        action: 'bet.cancel',
        reason: 'asked for',
        after: { status: 'cancelled', refund: 53_000 },
      },
    ])
    const told = await backOffice.kernel.db.query<{ data: object }>(
      `select e->'data' as data from outbox, json_array_elements(events) e
        where e->>'type' = 'ticket-settled' and e->'data'->>'ticketId' = $1`,
      [ticket.id],
    )
    expect(told).toMatchObject([{ data: { status: 'cancelled', payout: 53_000, reason: 'asked for' } }])
  })

  it('[ADMT-06] keeps a trimmed reason, and one of its own where it gets none', async () => {
    for (const [body, kept] of [
      [{}, 'Admin cancelled ticket'],
      [{ reason: '   ' }, 'Admin cancelled ticket'],
      [{ reason: ' twice placed ' }, 'twice placed'],
    ] as const) {
      const ticket = await backOffice.bet(amina, [await backOffice.pick((await backOffice.game()).id)])
      await backOffice.post(`/api/admin/bets/${ticket.id}/cancel`, body)
      expect((await backOffice.get(`/api/admin/bets/${ticket.id}`)).body['cancellation']).toMatchObject({
        reason: kept,
      })
    }
  })

  it('[ADMT-04] [ADMT-09] [ADMX-06] refuses what is over, what is not there, and whoever is not of the staff', async () => {
    const game = await backOffice.game()
    const [home, away] = [await backOffice.pick(game.id), await backOffice.pick(game.id, '1x2', '2')]
    const [lost, pending] = [
      await backOffice.bet(amina, [home]),
      await backOffice.bet(brian, [away, await backOffice.pick((await backOffice.game()).id)]),
    ]
    backOffice.clock.forward(2 * 3_600_000)
    await backOffice.changeGame(game.id, { status: 'finished', homeScore: 0, awayScore: 1 })
    await backOffice.deps.settlement.settleNow()
    const over = await backOffice.post(`/api/admin/bets/${lost.id}/cancel`, { reason: 'please' })
    expect([over.status, over.body['detail']]).toEqual([409, ERRORS.TICKET_NOT_PENDING.text])
    expect((await backOffice.post('/api/admin/bets/x/cancel')).body['code']).toBe('TICKET_NOT_FOUND')
    expect((await backOffice.call(amina, 'POST', `/api/admin/bets/${pending.id}/cancel`, {})).status).toBe(403)
    expect((await backOffice.call(null, 'POST', `/api/admin/bets/${pending.id}/cancel`, {})).status).toBe(401)
  })

  it('[ADMT-30] waits for a second member of staff once a game of it has started and it is above the threshold', async () => {
    await backOffice.set('four_eyes_threshold', 50_000)
    const started = await backOffice.game()
    const [large, small, third] = [
      await backOffice.bet(brian, [await backOffice.pick(started.id)], 80_000),
      await backOffice.bet(brian, [await backOffice.pick(started.id)], 40_000),
      await backOffice.bet(brian, [await backOffice.pick(started.id)], 20_000),
    ]
    backOffice.clock.forward(2 * 3_600_000)
    const cancel = (id: string) => backOffice.post(`/api/admin/bets/${id}/cancel`, { reason: 'the line was wrong' })
    // With one admin only it is done, and flagged.
    const before = await backOffice.balance(brian)
    expect((await cancel(small.id)).status).toBe(200)
    const other = await backOffice.person({ role: 'admin', firstName: 'Peter' })
    // Two small ones are a large one.
    expect((await cancel(third.id)).status).toBe(202)
    const asked = await cancel(large.id)
    expect([asked.status, asked.body]).toMatchObject([202, { refundAmount: 0 }])
    // Asked for again after a lost answer, twice at once: one wish waits.
    const again = await Promise.all([cancel(large.id), cancel(large.id)])
    expect(again.map(({ body }) => body)).toEqual([asked.body, asked.body])
    expect(await backOffice.balance(brian)).toBe(before + 40_000)
    const approve = (who: Person) =>
      backOffice.call(who, 'POST', `/api/admin/approvals/${String(asked.body['approvalId'])}`, { decision: 'approve' })
    expect((await approve(backOffice.staff)).body['code']).toBe('APPROVAL_OWN')
    const { token } = await testSession(backOffice.kernel.db, other.userId, backOffice.clock.now())
    expect((await approve({ ...other, token })).status).toBe(200)
    expect(await backOffice.balance(brian)).toBe(before + 120_000)
    expect(await backOffice.staffActions(`bet:${large.id}`)).toMatchObject([
      ...Array.from({ length: 3 }, () => ({ actor: backOffice.staff.userId, after: { waits: true } })),
      { actor: other.userId, after: { status: 'cancelled', refund: 80_000, askedBy: backOffice.staff.userId } },
    ])
    await backOffice.kernel.db.change(`update profiles set role = 'user' where id = $1`, [other.userId])
    const alone = await backOffice.bet(amina, [await backOffice.pick((await backOffice.game()).id)], 90_000)
    backOffice.clock.forward(2 * 3_600_000)
    expect((await cancel(alone.id)).status).toBe(200)
    expect(await backOffice.staffActions(`bet:${alone.id}`)).toMatchObject([
      { after: { flag: 'above the four-eyes threshold, with one admin only' } },
    ])
    await backOffice.set('four_eyes_threshold', 1_000_000)
  })

  it('[ADMT-30] a match that was played, put off and given another start has started for whoever cancels a bet on it', async () => {
    await backOffice.set('four_eyes_threshold', 50_000)
    await backOffice.person({ role: 'admin', firstName: 'Sarah' })
    const game = await backOffice.game()
    const ticket = await backOffice.bet(brian, [await backOffice.pick(game.id)], 80_000)
    backOffice.clock.forward(2 * 3_600_000)
    const startTime = new Date(backOffice.clock.now().getTime() + 3_600_000)
    for (const change of [{ status: 'live' }, { status: 'postponed' }, { startTime }, { status: 'upcoming' }] as const)
      await backOffice.changeGame(game.id, change)
    expect(await backOffice.deps.catalogue.game(game.id)).toMatchObject({ status: 'upcoming', startTime })
    const asked = await backOffice.post(`/api/admin/bets/${ticket.id}/cancel`, { reason: 'not started' })
    expect([asked.status, asked.body]).toMatchObject([202, { refundAmount: 0 }])
    await backOffice.set('four_eyes_threshold', 1_000_000)
  })

  it('[OPS-05] leaves a ledger in which everything is explained', async () => {
    const { differences } = await backOffice.deps.wallet.checkLedger()
    expect(differences).toEqual([])
  })
})
