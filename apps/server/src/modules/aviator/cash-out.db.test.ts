import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reachedAfterMs } from '@mupiira/domain/aviator/growth.ts'
import { newId } from '../../kernel/ids.ts'
import { codeOf, flight, openPlane, type Plane } from './test-plane.ts'

let plane: Plane
beforeAll(async () => {
  plane = await openPlane()
})
afterAll(() => plane?.close())

describe('a cash-out', () => {
  it('[AVI-26] [AVI-29] [AVI-18] by hand pays stake × the multiplier of its receipt, once', async () => {
    const player = await plane.player(10_000)
    let id = ''
    const { flying, after } = await flight(plane, 300, 1_000, async () => void (id = await plane.place(player)))
    plane.clock.set(after(2_400))
    await plane.beat(flying.no)
    const key = newId()
    const answers = [
      await plane.cashOut(id, player, after(reachedAfterMs(250)), key),
      await plane.cashOut(id, player, after(reachedAfterMs(250)), key),
      await plane.cashOut(id, player, after(reachedAfterMs(260))),
    ]
    expect(answers.map(codeOf)).toEqual(['paid 2.5', 'again 200', 'paid 2.5'])
    expect(answers[0]).toMatchObject({ body: { balance: 25_000, bet: { payout: 25_000 } } })
    expect(await plane.balance(player)).toBe(25_000)
    const [win] = await plane.kernel.db.query(
      `select type, amount from balance_history where user_id = $1 order by id desc limit 1`,
      [player],
    )
    expect(win).toEqual({ type: 'win', amount: 2_500_000n })
  })

  it('[AVI-28] is decided by its receipt, whenever it is written', async () => {
    const players = await Promise.all(Array.from({ length: 5 }, () => plane.player(10_000)))
    const ids: string[] = []
    const { flying, crash, after } = await flight(plane, 200, 400, async () => {
      for (const player of players) ids.push(await plane.place(player))
    })
    const [early, lowest, last, late] = ids as [string, string, string, string]
    const moment = reachedAfterMs(crash)
    const ask = (at: number, id: string, ms: number) => plane.cashOut(id, players[at] as string, after(ms))
    await plane.beat(flying.no)
    expect(codeOf(await ask(0, early, 290))).toBe('AVIATOR_TOO_EARLY')
    expect(codeOf(await ask(1, lowest, 291))).toBe('paid 1.11')
    await plane.settle(await plane.crash(flying))
    expect((await plane.bet(last)).state).toBe('lost')
    // Received before the crash, written after the round was settled.
    expect(codeOf(await ask(2, last, moment - 1))).toBe(`paid ${(crash - 1) / 100}`)
    const refused = await ask(3, late, moment + 7)
    expect(refused).toMatchObject({ error: 'AVIATOR_TOO_LATE', details: { lateMs: 7 } })
    expect(codeOf(await ask(3, late, moment))).toBe('AVIATOR_TOO_LATE')
    expect((await plane.ledger()).ok).toBe(true)
  })

  it('of another player’s bet, or of none, is not found', async () => {
    const [owner, stranger] = [await plane.player(), await plane.player()]
    let id = ''
    const { after } = await flight(plane, 200, 1_000, async () => void (id = await plane.place(owner)))
    expect(codeOf(await plane.cashOut(id, stranger, after(800)))).toBe('AVIATOR_BET_NOT_FOUND')
    expect(codeOf(await plane.cashOut(newId(), stranger, after(800)))).toBe('AVIATOR_BET_NOT_FOUND')
  })

  it('[AVI-29] [AVI-18] under a second key in the same batch tells the balance with the win in it', async () => {
    const player = await plane.player(10_000)
    let id = ''
    const { after } = await flight(plane, 300, 1_000, async () => void (id = await plane.place(player)))
    const at = after(reachedAfterMs(200))
    const outcomes = await plane.cashOutTogether([
      plane.cashOutRequest(id, player, at),
      plane.cashOutRequest(id, player, at),
    ])
    expect(outcomes.map((each) => ('body' in each ? each.body.balance : codeOf(each)))).toEqual([20_000, 20_000])
  })

  it('[AVI-29] of one bet by many at once pays once', async () => {
    const player = await plane.player(20_000)
    const ids: string[] = []
    const { after } = await flight(plane, 200, 1_000, async () => {
      ids.push(await plane.place(player), await plane.place(player))
    })
    const batch = () => ids.flatMap((id) => [0, 1].map((at) => plane.cashOutRequest(id, player, after(700 + at))))
    const outcomes = (await Promise.all([batch(), batch(), batch()].map((each) => plane.cashOutTogether(each)))).flat()
    expect(new Set(outcomes.map(codeOf)).size).toBeLessThanOrEqual(2)
    const paid = await Promise.all(ids.map((id) => plane.bet(id)))
    expect(await plane.balance(player)).toBe(paid.reduce((sum, bet) => sum + Number(bet.payout) / 100, 0))
    expect((await plane.ledger()).ok).toBe(true)
  })

  it('during a silence of whoever runs the round is not taken', async () => {
    const player = await plane.player()
    let id = ''
    const { after } = await flight(plane, 500, 1_000, async () => void (id = await plane.place(player)))
    expect(codeOf(await plane.cashOut(id, player, after(2_001)))).toBe('AVIATOR_PAUSED')
  })
})
