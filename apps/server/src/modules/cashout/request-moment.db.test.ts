import { afterAll, beforeAll, expect, it } from 'vitest'
import { acrossMidnight, MIDNIGHTS, momentAfter } from '../../testing/test-midnights.ts'
import { type CashoutFixture, cashoutFixture } from './testing/cashout-fixture.ts'

let app: CashoutFixture
beforeAll(async () => {
  app = await cashoutFixture()
})
afterAll(() => app?.close())

it('[TICK-45] [TICK-48] [PLAY-02] cash-outs that wait for locks across midnight belong to the new day', async () => {
  for (const [night, midnight] of MIDNIGHTS.entries()) {
    const isChecked = night % 2 === 1
    app.clock.set(new Date(midnight.getTime() - 60_000))
    const player = await app.player()
    const game = await app.game()
    await app.changeGame(game.id, { startTime: new Date(midnight.getTime() + 7_200_000) })
    const ticket = await app.place(player, [game.id, '1x2', '1'])
    if (isChecked) {
      await app.play(game.id, 70, 1, 0, LED)
      await app.wait(30, game.id)
      const { offer } = await app.cashoutOf(ticket)
      expect(await app.accept(ticket, offer ?? 0)).toMatchObject({ status: 202, cashout: { state: 'checking' } })
      await app.wait(15, game.id)
      await acrossMidnight(app, midnight, [player.id], () => app.acceptances.decideDue())
    } else {
      const paid = await acrossMidnight(app, midnight, [player.id], () => app.accept(ticket, 100_000))
      expect(paid).toMatchObject({ status: 200, cashout: { state: 'paid' } })
    }
    const [times] = await app.kernel.db.query(
      `select c.decided_at as decided, t.settled_at as settled, p.created_at as posted
         from cashouts c join tickets t on t.id = c.ticket_id join postings p on p.reference = t.id and p.kind = 'cashout'
        where t.id = $1`,
      [ticket.id],
    )
    const now = momentAfter(midnight)
    expect(times).toEqual({ decided: now, settled: now, posted: now })
  }
  expect(await app.isLedgerClean()).toBe(true)
}, 300_000)

const LED = {
  halfTimeHomeScore: 1,
  halfTimeAwayScore: 0,
  goalEvents: [{ team: 'home' as const, minute: 12, scorer: 'A' }],
}
