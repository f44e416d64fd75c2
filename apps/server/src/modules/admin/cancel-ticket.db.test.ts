import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ERRORS } from '@mupiira/contract/errors.ts'
import { type Desk, openDesk, type Person } from './testing/desk.ts'
import { testSession } from '../identity/test-session.ts'

let desk: Desk
let amina: Person
let brian: Person

beforeAll(async () => {
  desk = await openDesk()
  amina = await desk.person()
  brian = await desk.person()
})
afterAll(() => desk?.close())

describe('cancelling a ticket', () => {
  it('[ADMT-07] [ADMT-08] [ADMT-09] gives the stake back once, tells the player, and is written to the audit log', async () => {
    const ticket = await desk.bet(brian, [await desk.pick((await desk.game()).id)], 53_000)
    const before = await desk.balance(brian)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => desk.post(`/api/admin/bets/${ticket.id}/cancel`, { reason: '  asked for  ' })),
    )
    expect(answers.filter(({ status }) => status === 200).map(({ body }) => body)).toEqual([
      { success: true, refundAmount: 53_000, approvalId: null },
    ])
    expect(answers.filter(({ body }) => body['code'] === 'TICKET_NOT_PENDING')).toHaveLength(4)
    expect(await desk.balance(brian)).toBe(before + 53_000)
    expect(await desk.deeds(`bet:${ticket.id}`)).toEqual([
      {
        actor: desk.staff.userId,
        action: 'bet.cancel',
        reason: 'asked for',
        after: { status: 'cancelled', refund: 53_000 },
      },
    ])
    const told = await desk.kernel.db.query<{ data: object }>(
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
      const ticket = await desk.bet(amina, [await desk.pick((await desk.game()).id)])
      await desk.post(`/api/admin/bets/${ticket.id}/cancel`, body)
      expect((await desk.get(`/api/admin/bets/${ticket.id}`)).body['cancellation']).toMatchObject({ reason: kept })
    }
  })

  it('[ADMT-04] [ADMT-09] [ADMX-06] refuses what is over, what is not there, and whoever is not of the staff', async () => {
    const game = await desk.game()
    const [home, away] = [await desk.pick(game.id), await desk.pick(game.id, '1x2', '2')]
    const [lost, pending] = [
      await desk.bet(amina, [home]),
      await desk.bet(brian, [away, await desk.pick((await desk.game()).id)]),
    ]
    desk.clock.forward(2 * 3_600_000)
    await desk.changeGame(game.id, { status: 'finished', homeScore: 0, awayScore: 1 })
    await desk.doors.settlement.settleNow()
    const over = await desk.post(`/api/admin/bets/${lost.id}/cancel`, { reason: 'please' })
    expect([over.status, over.body['detail']]).toEqual([409, ERRORS.TICKET_NOT_PENDING.text])
    expect((await desk.post('/api/admin/bets/x/cancel')).body['code']).toBe('TICKET_NOT_FOUND')
    expect((await desk.call(amina, 'POST', `/api/admin/bets/${pending.id}/cancel`, {})).status).toBe(403)
    expect((await desk.call(null, 'POST', `/api/admin/bets/${pending.id}/cancel`, {})).status).toBe(401)
  })

  it('[ADMT-30] waits for a second member of staff once a game of it has started and it is above the threshold', async () => {
    await desk.set('four_eyes_threshold', 50_000)
    const started = await desk.game()
    const [large, small, third] = [
      await desk.bet(brian, [await desk.pick(started.id)], 80_000),
      await desk.bet(brian, [await desk.pick(started.id)], 40_000),
      await desk.bet(brian, [await desk.pick(started.id)], 20_000),
    ]
    desk.clock.forward(2 * 3_600_000)
    const cancel = (id: string) => desk.post(`/api/admin/bets/${id}/cancel`, { reason: 'the line was wrong' })
    // With one admin only it is done, and flagged.
    const before = await desk.balance(brian)
    expect((await cancel(small.id)).status).toBe(200)
    const other = await desk.person({ role: 'admin', firstName: 'Peter' })
    // Two small ones are a large one.
    expect((await cancel(third.id)).status).toBe(202)
    const asked = await cancel(large.id)
    expect([asked.status, asked.body]).toMatchObject([202, { refundAmount: 0 }])
    // Asked for again after a lost answer, twice at once: one wish waits.
    const again = await Promise.all([cancel(large.id), cancel(large.id)])
    expect(again.map(({ body }) => body)).toEqual([asked.body, asked.body])
    expect(await desk.balance(brian)).toBe(before + 40_000)
    const approve = (who: Person) =>
      desk.call(who, 'POST', `/api/admin/approvals/${String(asked.body['approvalId'])}`, { decision: 'approve' })
    expect((await approve(desk.staff)).body['code']).toBe('APPROVAL_OWN')
    const { token } = await testSession(desk.kernel.db, other.userId, desk.clock.now())
    expect((await approve({ ...other, token })).status).toBe(200)
    expect(await desk.balance(brian)).toBe(before + 120_000)
    expect(await desk.deeds(`bet:${large.id}`)).toMatchObject([
      ...Array.from({ length: 3 }, () => ({ actor: desk.staff.userId, after: { waits: true } })),
      { actor: other.userId, after: { status: 'cancelled', refund: 80_000, askedBy: desk.staff.userId } },
    ])
    await desk.kernel.db.change(`update profiles set role = 'user' where id = $1`, [other.userId])
    const alone = await desk.bet(amina, [await desk.pick((await desk.game()).id)], 90_000)
    desk.clock.forward(2 * 3_600_000)
    expect((await cancel(alone.id)).status).toBe(200)
    expect(await desk.deeds(`bet:${alone.id}`)).toMatchObject([
      { after: { flag: 'above the four-eyes threshold, with one admin only' } },
    ])
    await desk.set('four_eyes_threshold', 1_000_000)
  })

  it('[ADMT-30] a match that was played, put off and given another start has started for whoever cancels a bet on it', async () => {
    await desk.set('four_eyes_threshold', 50_000)
    await desk.person({ role: 'admin', firstName: 'Sarah' })
    const game = await desk.game()
    const ticket = await desk.bet(brian, [await desk.pick(game.id)], 80_000)
    desk.clock.forward(2 * 3_600_000)
    const startTime = new Date(desk.clock.now().getTime() + 3_600_000)
    for (const change of [{ status: 'live' }, { status: 'postponed' }, { startTime }, { status: 'upcoming' }] as const)
      await desk.changeGame(game.id, change)
    expect(await desk.doors.catalogue.game(game.id)).toMatchObject({ status: 'upcoming', startTime })
    const asked = await desk.post(`/api/admin/bets/${ticket.id}/cancel`, { reason: 'not started' })
    expect([asked.status, asked.body]).toMatchObject([202, { refundAmount: 0 }])
    await desk.set('four_eyes_threshold', 1_000_000)
  })

  it('[OPS-05] leaves a ledger in which everything is explained', async () => {
    const { differences } = await desk.doors.wallet.checkLedger()
    expect(differences).toEqual([])
  })
})
