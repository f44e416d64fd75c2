import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ERRORS } from '@mupiira/contract/errors.ts'
import { type AdminFixture, adminFixture } from '../../../testing/admin-fixture.ts'
import { type TestAccount } from '../../../testing/test-accounts.ts'

let app: AdminFixture
let amina: TestAccount
let brian: TestAccount

beforeAll(async () => {
  app = await adminFixture()
  amina = await app.wealthyPlayer()
  brian = await app.wealthyPlayer()
})
afterAll(() => app?.close())

describe('cancelling a ticket', () => {
  it('[ADMT-07] [ADMT-08] [ADMT-09] cancelling a ticket refunds the stake once, notifies the player and writes an audit entry', async () => {
    const ticket = await app.bet(brian, [await app.pick((await app.game()).id)], 53_000)
    const before = await app.balance(brian)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => app.post(`/api/admin/bets/${ticket.id}/cancel`, { reason: '  asked for  ' })),
    )
    expect(answers.filter(({ status }) => status === 200).map(({ body }) => body)).toEqual([
      { success: true, refundAmount: 53_000, approvalId: null },
    ])
    expect(answers.filter(({ body }) => body['code'] === 'TICKET_NOT_PENDING')).toHaveLength(4)
    expect(await app.balance(brian)).toBe(before + 53_000)
    expect(await app.staffActions(`bet:${ticket.id}`)).toEqual([
      {
        actor: app.staff.id,
        action: 'bet.cancel',
        reason: 'asked for',
        after: { status: 'cancelled', refund: 53_000 },
      },
    ])
    const response = await app.kernel.db.query<{ data: object }>(
      `select e->'data' as data from outbox, json_array_elements(events) e
        where e->>'type' = 'ticket-settled' and e->'data'->>'ticketId' = $1`,
      [ticket.id],
    )
    expect(response).toMatchObject([{ data: { status: 'cancelled', payout: 53_000, reason: 'asked for' } }])
  })

  it('[ADMT-06] cancelling a ticket stores the trimmed reason, or the default reason', async () => {
    for (const [body, kept] of [
      [{}, 'Admin cancelled ticket'],
      [{ reason: '   ' }, 'Admin cancelled ticket'],
      [{ reason: ' twice placed ' }, 'twice placed'],
    ] as const) {
      const ticket = await app.bet(amina, [await app.pick((await app.game()).id)])
      await app.post(`/api/admin/bets/${ticket.id}/cancel`, body)
      expect((await app.get(`/api/admin/bets/${ticket.id}`)).body['cancellation']).toMatchObject({
        reason: kept,
      })
    }
  })

  it('[ADMT-04] [ADMT-09] [ADMX-06] cancelling a ticket is refused for decided and unknown tickets, and for anyone except staff', async () => {
    const game = await app.game()
    const [home, away] = [await app.pick(game.id), await app.pick(game.id, '1x2', '2')]
    const [lost, pending] = [
      await app.bet(amina, [home]),
      await app.bet(brian, [away, await app.pick((await app.game()).id)]),
    ]
    app.clock.forward(2 * 3_600_000)
    await app.changeGame(game.id, { status: 'finished', homeScore: 0, awayScore: 1 })
    await app.settle()
    const over = await app.post(`/api/admin/bets/${lost.id}/cancel`, { reason: 'please' })
    expect([over.status, over.body['detail']]).toEqual([409, ERRORS.TICKET_NOT_PENDING.text])
    expect((await app.post('/api/admin/bets/x/cancel', {})).body['code']).toBe('TICKET_NOT_FOUND')
    expect((await amina.post(`/api/admin/bets/${pending.id}/cancel`, {})).status).toBe(403)
    expect((await app.browser().post(`/api/admin/bets/${pending.id}/cancel`, {})).status).toBe(401)
  })

  it('[ADMT-30] cancelling a ticket needs a second approver above the threshold once one of its games has started', async () => {
    await app.set('four_eyes_threshold', 50_000)
    const started = await app.game()
    const [large, small, third] = [
      await app.bet(brian, [await app.pick(started.id)], 80_000),
      await app.bet(brian, [await app.pick(started.id)], 40_000),
      await app.bet(brian, [await app.pick(started.id)], 20_000),
    ]
    app.clock.forward(2 * 3_600_000)
    const cancel = (id: string) => app.post(`/api/admin/bets/${id}/cancel`, { reason: 'the line was wrong' })
    // With a single admin the action is done and flagged.
    const before = await app.balance(brian)
    expect((await cancel(small.id)).status).toBe(200)
    const other = await app.admin({ firstName: 'Peter' })
    // Two small amounts count as a large one.
    expect((await cancel(third.id)).status).toBe(202)
    const requested = await cancel(large.id)
    expect([requested.status, requested.body]).toMatchObject([202, { refundAmount: 0 }])
    // Two concurrent repetitions after a lost response create one request.
    const again = await Promise.all([cancel(large.id), cancel(large.id)])
    expect(again.map(({ body }) => body)).toEqual([requested.body, requested.body])
    expect(await app.balance(brian)).toBe(before + 40_000)
    const approve = (who: TestAccount) =>
      who.post(`/api/admin/approvals/${String(requested.body['approvalId'])}`, { decision: 'approve' })
    expect((await approve(app.staff)).body['code']).toBe('APPROVAL_OWN')
    expect((await approve(other)).status).toBe(200)
    expect(await app.balance(brian)).toBe(before + 120_000)
    expect(await app.staffActions(`bet:${large.id}`)).toMatchObject([
      ...Array.from({ length: 3 }, () => ({ actor: app.staff.id, after: { waits: true } })),
      { actor: other.id, after: { status: 'cancelled', refund: 80_000, requestedBy: app.staff.id } },
    ])
    await app.asOwner(`update profiles set role = 'user' where id = '${other.id}'`)
    const alone = await app.bet(amina, [await app.pick((await app.game()).id)], 90_000)
    app.clock.forward(2 * 3_600_000)
    expect((await cancel(alone.id)).status).toBe(200)
    expect(await app.staffActions(`bet:${alone.id}`)).toMatchObject([
      { after: { flag: 'above the four-eyes threshold, without approval' } },
    ])
    await app.set('four_eyes_threshold', 1_000_000)
  })

  it('[ADMT-30] cancelling a ticket counts a match as started if it was already in play before its postponement', async () => {
    await app.set('four_eyes_threshold', 50_000)
    await app.admin({ firstName: 'Sarah' })
    const game = await app.game()
    const ticket = await app.bet(brian, [await app.pick(game.id)], 80_000)
    app.clock.forward(2 * 3_600_000)
    const startTime = new Date(app.clock.now().getTime() + 3_600_000)
    for (const change of [{ status: 'live' }, { status: 'postponed' }, { startTime }, { status: 'upcoming' }] as const)
      await app.changeGame(game.id, change)
    expect(await app.modules.catalogue.games.byId(game.id)).toMatchObject({ status: 'upcoming', startTime })
    const requested = await app.post(`/api/admin/bets/${ticket.id}/cancel`, { reason: 'not started' })
    expect([requested.status, requested.body]).toMatchObject([202, { refundAmount: 0 }])
    await app.set('four_eyes_threshold', 1_000_000)
  })

  it('[OPS-05] after tickets were cancelled, every ledger posting belongs to a ticket', async () => {
    const { differences } = await app.modules.wallet.ledger.check()
    expect(differences).toEqual([])
  })
})
