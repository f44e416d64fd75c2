import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Ticket } from '@mupiira/contract/bets.ts'
import type { ManualStep } from '@mupiira/domain/match/manual-run.ts'
import { openTill, type Till } from './test-till.ts'

let till: Till

beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till?.close())

const goal = (team: 'home' | 'away', minute: number): ManualStep => ({ kind: 'goal', goal: { team, minute } })
const AT_85: ManualStep = { kind: 'minute', minute: 85 }
const minutes = (count: number) => till.wait(count * 60)

/** A home win on a match by hand that has just begun, of which these goals were listed beforehand. */
async function begun(...goals: readonly ManualStep[]): Promise<{ ticket: Ticket; id: string }> {
  const { id } = await till.manualGame()
  const ticket = await till.place(await till.player(), [id, '1x2', '1'])
  await till.step(id, ...goals, { kind: 'start' })
  return { ticket, id }
}

const offerOf = async (ticket: Ticket): Promise<number> => (await till.look(ticket)).offer ?? 0

describe('a match that is run by hand, its clock put on by the operator', () => {
  it('[TICK-38] is offered what the same minute and score are worth where the clock came there by itself', async () => {
    const [set, slow] = [await begun(), await begun()]
    await minutes(20)
    const before = await offerOf(set.ticket)
    await till.step(set.id, AT_85, goal('away', 85))
    await till.wait(11)
    const behind = await offerOf(set.ticket)
    expect(behind).toBeLessThan(before / 5)
    // 85 minutes and the break, less the 20 and the seconds that have passed.
    await till.wait(75 * 60 - 11)
    await till.step(slow.id, goal('away', 85))
    await till.wait(11)
    // The two were taken at the odds of their own moment.
    const parts = behind / set.ticket.potentialWin
    expect((await offerOf(slow.ticket)) / slow.ticket.potentialWin).toBeCloseTo(parts, 6)
  })

  it('[TICK-42] has no offer for ten seconds after a listed goal that the clock reaches', async () => {
    const { ticket, id } = await begun(goal('home', 86))
    await minutes(20)
    await till.step(id, AT_85)
    await till.wait(59)
    expect((await till.look(ticket)).reason).toBe(null)
    await till.wait(1)
    expect((await till.look(ticket)).reason).toBe('GOAL')
    await till.wait(10)
    expect(await offerOf(ticket)).toBeGreaterThan(ticket.totalStake)
  })

  it('[TICK-48] refuses an accepted offer after a listed goal that the clock reaches', async () => {
    const { ticket, id } = await begun(goal('away', 86))
    await minutes(20)
    await till.step(id, AT_85)
    await till.wait(55)
    const offer = await offerOf(ticket)
    expect(await till.accept(ticket, offer)).toMatchObject({ status: 202 })
    await till.wait(10)
    await till.cashout.decideDue()
    expect((await till.look(ticket)).refused).toMatchObject({ offer })
    expect(await till.credits(ticket)).toEqual([])
  })

  it('[TICK-48] pays an accepted offer where he puts the clock back by a minute, to that of a goal long counted', async () => {
    const { ticket, id } = await begun(goal('home', 20))
    await minutes(20)
    await till.runClock()
    await till.wait(70)
    const offer = await offerOf(ticket)
    expect(await till.accept(ticket, offer)).toMatchObject({ status: 202 })
    await till.step(id, { kind: 'minute', minute: 20 })
    await till.wait(10)
    await till.cashout.decideDue()
    expect(await till.look(ticket)).toMatchObject({ state: 'paid', offer })
  })
})
