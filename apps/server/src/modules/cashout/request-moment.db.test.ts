import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import { untilLockWaits } from '../../kernel/db/test-lock-waits.ts'
import { type CashoutFixture, cashoutFixture } from './testing/cashout-fixture.ts'

let app: CashoutFixture
beforeAll(async () => {
  app = await cashoutFixture()
})
afterAll(() => app?.close())

/** Runs work that waits for the player's account while the clock passes an edge. */
async function acrossEdge<T>(edge: Date, userId: string, work: () => Promise<T>): Promise<T> {
  const { waiting } = await app.kernel.db.transaction(async (tx) => {
    await app.modules.wallet.lockAccounts(tx, [userId])
    const waiting = work()
    await untilLockWaits(app.kernel.workerDb)
    app.clock.set(new Date(edge.getTime() + 1))
    return { waiting }
  })
  return waiting
}

// 200 midnights in a row: 28 of them end a week, 6 a month.
it('[TICK-45] [TICK-48] [PLAY-02] cash-outs that wait across 200 midnights belong to the new day', async () => {
  const first = new Date('2027-05-01T21:00:00Z').getTime()
  for (let night = 0; night < 200; night++) {
    const edge = new Date(first + night * DAY_MS)
    const isChecked = night % 2 === 1
    app.clock.set(new Date(edge.getTime() - 60_000))
    const player = await app.player()
    const game = await app.game()
    await app.changeGame(game.id, { startTime: new Date(edge.getTime() + 7_200_000) })
    const ticket = await app.place(player, [game.id, '1x2', '1'])
    if (isChecked) {
      await app.play(game.id, 70, 1, 0, LED)
      await app.wait(30, game.id)
      const { offer } = await app.cashoutOf(ticket)
      expect(await app.accept(ticket, offer ?? 0)).toMatchObject({ status: 202, cashout: { state: 'checking' } })
      await app.wait(15, game.id)
      await acrossEdge(edge, player.id, () => app.cashout.decideDue())
    } else {
      const paid = await acrossEdge(edge, player.id, () => app.accept(ticket, 100_000))
      expect(paid).toMatchObject({ status: 200, cashout: { state: 'paid' } })
    }
    const [times] = await app.kernel.db.query(
      `select c.decided_at as decided, t.settled_at as settled, p.created_at as posted
         from cashouts c join tickets t on t.id = c.ticket_id join postings p on p.reference = t.id and p.kind = 'cashout'
        where t.id = $1`,
      [ticket.id],
    )
    const now = new Date(edge.getTime() + 1)
    expect(times).toEqual({ decided: now, settled: now, posted: now })
  }
  expect(await app.isLedgerClean()).toBe(true)
}, 300_000)

const LED = {
  halfTimeHomeScore: 1,
  halfTimeAwayScore: 0,
  goalEvents: [{ team: 'home' as const, minute: 12, scorer: 'A' }],
}
