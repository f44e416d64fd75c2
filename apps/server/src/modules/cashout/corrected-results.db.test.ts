import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import { untilLockWaits } from '../../kernel/db/test-lock-waits.ts'
import type { GameRow } from '../catalogue/index.ts'
import { type CashoutFixture, cashoutFixture } from './testing/cashout-fixture.ts'

let app: CashoutFixture

beforeAll(async () => {
  app = await cashoutFixture()
})
afterAll(() => app?.close())

const HOME_WON = { kind: 'result', score: { home: 1, away: 0 } } as const
const AWAY_WON = { kind: 'result', score: { home: 0, away: 1 } } as const

/** A ticket on two home wins: the first game has ended, the other is live or tomorrow. */
async function halfWon(state: 'tomorrow' | 'live'): Promise<{ ticket: Ticket; won: GameRow; open: GameRow }> {
  const won = await app.game()
  const open = await app.game()
  if (state === 'tomorrow') {
    await app.changeGame(open.id, { startTime: new Date(app.clock.now().getTime() + 86_400_000) })
  }
  const ticket = await app.place(await app.player(), [won.id, '1x2', '1'], [open.id, '1x2', '1'])
  await app.wait(7_200)
  await app.enterResult(won.id, HOME_WON)
  await app.settleTickets(won.id, 1, 0)
  if (state === 'live') {
    await app.play(open.id, 70, 1, 0, { goalEvents: [{ team: 'home', minute: 12, scorer: 'A' }] })
    await app.wait(20, open.id)
  }
  return { ticket, won, open }
}

describe('a ticket with a leg whose result is corrected', () => {
  it('[TICK-40] [SETL-44] a ticket has no cash-out offer between the correction of a leg’s result and its settlement', async () => {
    const { ticket, won } = await halfWon('tomorrow')
    // The leg is decided on the current result, so there is an offer even while other tickets of the game are open.
    const seen = await app.cashoutOf(ticket)
    expect(seen).toMatchObject({ state: 'offered' })
    await app.markSettled(won.id, 1)
    await app.enterResult(won.id, AWAY_WON)
    expect(await app.cashoutOf(ticket)).toMatchObject({ state: 'unavailable', offer: null, reason: 'BEING_DECIDED' })
    const refused = { error: 'CASHOUT_UNAVAILABLE', details: { reason: 'BEING_DECIDED' } }
    expect(await app.accept(ticket, seen.offer ?? 0)).toEqual(refused)
    expect(await app.credits(ticket)).toEqual([])
    expect((await app.ticket(ticket)).status).toBe('pending')
  })

  it('[TICK-40] [SETL-44] a ticket has a cash-out offer again if the corrected result leaves the leg’s outcome unchanged', async () => {
    const { ticket, won } = await halfWon('tomorrow')
    const seen = await app.cashoutOf(ticket)
    await app.markSettled(won.id, 1)
    await app.enterResult(won.id, { kind: 'result', score: { home: 2, away: 0 } })
    expect(await app.cashoutOf(ticket)).toMatchObject({ reason: 'BEING_DECIDED' })
    await app.markSettled(won.id, 2)
    expect(await app.cashoutOf(ticket)).toMatchObject({ state: 'offered', offer: seen.offer })
    expect(await app.accept(ticket, seen.offer ?? 0)).toMatchObject({ status: 200, cashout: { state: 'paid' } })
    expect(await app.isLedgerClean()).toBe(true)
  })

  it('[TICK-40] [SETL-44] a ticket has no cash-out offer while a late feed result differs, until staff confirms a result', async () => {
    const { ticket, won } = await halfWon('tomorrow')
    await app.markSettled(won.id, 1)
    await app.changeGame(won.id, { reportedResult: { home: 0, away: 1, halfTime: null } })
    expect(await app.cashoutOf(ticket)).toMatchObject({ offer: null, reason: 'BEING_DECIDED' })
    await app.enterResult(won.id, HOME_WON)
    expect(await app.cashoutOf(ticket)).toMatchObject({ state: 'offered' })
  })

  it('[TICK-46] [SETL-44] a result correction and a cash-out of the same ticket run one after the other', async () => {
    const { ticket, won } = await halfWon('tomorrow')
    await app.markSettled(won.id, 1)
    const { offer } = await app.cashoutOf(ticket)
    const order: string[] = []
    const both = await app.kernel.db.transaction(async (tx) => {
      await tx.query('select from accounts where id = $1 for no key update', [ticket.userId])
      const accepted = app.accept(ticket, offer ?? 0).then((answer) => (order.push('paid'), answer))
      await untilLockWaits(app.kernel.workerDb)
      const entered = app.enterResult(won.id, AWAY_WON).then(() => order.push('corrected'))
      await Promise.race([entered, untilLockWaits(app.kernel.workerDb, 2)])
      return { accepted, entered }
    })
    expect(await both.accepted).toMatchObject({ status: 200, cashout: { state: 'paid' } })
    await both.entered
    expect(order).toEqual(['paid', 'corrected'])
  })

  it('[TICK-48] [SETL-44] an accepted cash-out whose check is still running when the result is corrected is not paid', async () => {
    const { ticket, won, open } = await halfWon('live')
    await app.markSettled(won.id, 1)
    const { offer } = await app.cashoutOf(ticket)
    expect(await app.accept(ticket, offer ?? 0)).toMatchObject({ status: 202, cashout: { state: 'checking' } })
    await app.enterResult(won.id, AWAY_WON)
    await app.wait(10, open.id)
    await app.acceptances.decideDue()
    expect(await app.cashoutOf(ticket)).toMatchObject({ refused: { why: 'CASHOUT_UNAVAILABLE' } })
    expect(await app.credits(ticket)).toEqual([])
  })
})
