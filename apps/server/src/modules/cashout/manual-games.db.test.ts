import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import type { ManualStep } from '@mupiira/domain/match/manual-run.ts'
import { type CashoutFixture, cashoutFixture } from './testing/cashout-fixture.ts'

let app: CashoutFixture

beforeAll(async () => {
  app = await cashoutFixture()
})
afterAll(() => app?.close())

const goal = (team: 'home' | 'away', minute: number): ManualStep => ({ kind: 'goal', goal: { team, minute } })
const AT_85: ManualStep = { kind: 'minute', minute: 85 }
const minutes = (count: number) => app.wait(count * 60)

/** A ticket on a home win of a manual match that has just begun, with these goals entered in advance. */
async function begun(...goals: readonly ManualStep[]): Promise<{ ticket: Ticket; id: string }> {
  const { id } = await app.manualGame()
  const ticket = await app.place(await app.player(), [id, '1x2', '1'])
  await app.step(id, ...goals, { kind: 'start' })
  return { ticket, id }
}

const offerOf = async (ticket: Ticket): Promise<number> => (await app.cashoutOf(ticket)).offer ?? 0

describe('a manual match whose clock staff moves forward', () => {
  it('[TICK-38] a manual match has the same cash-out offer as a feed match at the same minute and score', async () => {
    const [set, slow] = [await begun(), await begun()]
    await minutes(20)
    const before = await offerOf(set.ticket)
    await app.step(set.id, AT_85, goal('away', 85))
    await app.wait(11)
    const behind = await offerOf(set.ticket)
    expect(behind).toBeLessThan(before / 5)
    // 85 minutes of play and 10 of break, minus the 20 minutes and 11 seconds that have passed.
    await app.wait(75 * 60 - 11)
    await app.step(slow.id, goal('away', 85))
    await app.wait(11)
    // The two tickets were placed at different price steps.
    const parts = behind / set.ticket.potentialWin
    expect((await offerOf(slow.ticket)) / slow.ticket.potentialWin).toBeCloseTo(parts, 6)
  })

  it('[TICK-42] there is no cash-out offer for ten seconds after the match clock reaches the minute of a goal entered in advance', async () => {
    const { ticket, id } = await begun(goal('home', 86))
    await minutes(20)
    await app.step(id, AT_85)
    await app.wait(59)
    expect((await app.cashoutOf(ticket)).reason).toBe(null)
    await app.wait(1)
    expect((await app.cashoutOf(ticket)).reason).toBe('GOAL')
    await app.wait(10)
    expect(await offerOf(ticket)).toBeGreaterThan(ticket.totalStake)
  })

  it('[TICK-48] an accepted cash-out is refused once the match clock reaches the minute of a goal entered in advance', async () => {
    const { ticket, id } = await begun(goal('away', 86))
    await minutes(20)
    await app.step(id, AT_85)
    await app.wait(55)
    const offer = await offerOf(ticket)
    expect(await app.accept(ticket, offer)).toMatchObject({ status: 202 })
    await app.wait(10)
    await app.acceptances.decideDue()
    expect((await app.cashoutOf(ticket)).refused).toMatchObject({ offer })
    expect(await app.credits(ticket)).toEqual([])
  })

  it('[TICK-48] an accepted cash-out is paid if staff sets the match clock back to the minute of an earlier goal', async () => {
    const { ticket, id } = await begun(goal('home', 20))
    await minutes(20)
    await app.runClock()
    await app.wait(70)
    const offer = await offerOf(ticket)
    expect(await app.accept(ticket, offer)).toMatchObject({ status: 202 })
    await app.step(id, { kind: 'minute', minute: 20 })
    await app.wait(10)
    await app.acceptances.decideDue()
    const { state, offer: paid } = await app.cashoutOf(ticket)
    expect(state).toBe('paid')
    // The cash-out pays the lower of the seen offer and the current offer.
    expect(paid).toBeGreaterThanOrEqual(offer * 0.99)
    expect(paid).toBeLessThanOrEqual(offer)
  })
})
