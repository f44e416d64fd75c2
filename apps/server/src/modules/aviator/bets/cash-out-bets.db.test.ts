import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reachedAfterMs } from '@mupiira/domain/aviator/growth.ts'
import { newId } from '../../../kernel/ids.ts'
import { codeOf, runningRound, roundFixture, type RoundFixture } from '../testing/round-fixture.ts'

let app: RoundFixture
beforeAll(async () => {
  app = await roundFixture()
})
afterAll(() => app?.close())

describe('a cash-out', () => {
  it('[AVI-26] [AVI-29] [AVI-18] an Aviator cash-out pays stake × multiplier at the time of receipt, once', async () => {
    const player = await app.player(10_000)
    let id = ''
    const { flying, after } = await runningRound(app, 300, 1_000, async () => void (id = await app.place(player)))
    app.clock.set(after(2_400))
    await app.beat(flying.no)
    const key = newId()
    const answers = [
      await app.cashOut(id, player, after(reachedAfterMs(250)), key),
      await app.cashOut(id, player, after(reachedAfterMs(250)), key),
      await app.cashOut(id, player, after(reachedAfterMs(260))),
    ]
    expect(answers.map(codeOf)).toEqual(['paid 2.5', 'again 200', 'paid 2.5'])
    expect(answers[0]).toMatchObject({ body: { balance: 25_000, bet: { payout: 25_000 } } })
    expect(await app.balance(player)).toBe(25_000)
    const [win] = await app.kernel.db.query(
      `select type, amount from balance_history where user_id = $1 order by id desc limit 1`,
      [player],
    )
    expect(win).toEqual({ type: 'win', amount: 2_500_000n })
  })

  it('[AVI-28] an Aviator cash-out is decided by its time of receipt, even if it is stored late', async () => {
    const players = await Promise.all(Array.from({ length: 5 }, () => app.player(10_000)))
    const ids: string[] = []
    const { flying, crash, after } = await runningRound(app, 200, 400, async () => {
      for (const player of players) ids.push(await app.place(player))
    })
    const [early, lowest, last, late] = ids as [string, string, string, string]
    const moment = reachedAfterMs(crash)
    const cashOut = (at: number, id: string, ms: number) => app.cashOut(id, players[at] as string, after(ms))
    await app.beat(flying.no)
    expect(codeOf(await cashOut(0, early, 290))).toBe('AVIATOR_TOO_EARLY')
    expect(codeOf(await cashOut(1, lowest, 291))).toBe('paid 1.11')
    await app.settleRound(await app.crash(flying))
    expect((await app.bet(last)).state).toBe('lost')
    // Received before the crash, written after the round was settled.
    expect(codeOf(await cashOut(2, last, moment - 1))).toBe(`paid ${(crash - 1) / 100}`)
    const refused = await cashOut(3, late, moment + 7)
    expect(refused).toMatchObject({ error: 'AVIATOR_TOO_LATE', details: { lateMs: 7 } })
    expect(codeOf(await cashOut(3, late, moment))).toBe('AVIATOR_TOO_LATE')
    expect((await app.checkLedger()).ok).toBe(true)
  })

  it('an Aviator cash-out is refused for another player’s bet and for an unknown bet', async () => {
    const [owner, other] = [await app.player(), await app.player()]
    let id = ''
    const { after } = await runningRound(app, 200, 1_000, async () => void (id = await app.place(owner)))
    expect(codeOf(await app.cashOut(id, other, after(800)))).toBe('AVIATOR_BET_NOT_FOUND')
    expect(codeOf(await app.cashOut(newId(), other, after(800)))).toBe('AVIATOR_BET_NOT_FOUND')
  })

  it('[AVI-29] [AVI-18] a second cash-out request for one Aviator bet in the same batch returns the balance after the win', async () => {
    const player = await app.player(10_000)
    let id = ''
    const { after } = await runningRound(app, 300, 1_000, async () => void (id = await app.place(player)))
    const at = after(reachedAfterMs(200))
    const outcomes = await app.cashOutTogether([app.cashOutRequest(id, player, at), app.cashOutRequest(id, player, at)])
    expect(outcomes.map((outcome) => ('body' in outcome ? outcome.body.balance : codeOf(outcome)))).toEqual([
      20_000, 20_000,
    ])
  })

  it('[AVI-29] an Aviator bet is cashed out once by any number of concurrent requests', async () => {
    const player = await app.player(20_000)
    const ids: string[] = []
    const { after } = await runningRound(app, 200, 1_000, async () => {
      ids.push(await app.place(player), await app.place(player))
    })
    const batch = () => ids.flatMap((id) => [0, 1].map((at) => app.cashOutRequest(id, player, after(700 + at))))
    const outcomes = (await Promise.all([batch(), batch(), batch()].map((each) => app.cashOutTogether(each)))).flat()
    expect(new Set(outcomes.map(codeOf)).size).toBeLessThanOrEqual(2)
    const paid = await Promise.all(ids.map((id) => app.bet(id)))
    expect(await app.balance(player)).toBe(paid.reduce((sum, bet) => sum + Number(bet.payout) / 100, 0))
    expect((await app.checkLedger()).ok).toBe(true)
  })

  it('an Aviator cash-out is rejected while the node that runs the round sends no heartbeats', async () => {
    const player = await app.player()
    let id = ''
    const { after } = await runningRound(app, 500, 1_000, async () => void (id = await app.place(player)))
    expect(codeOf(await app.cashOut(id, player, after(2_001)))).toBe('AVIATOR_PAUSED')
  })
})
