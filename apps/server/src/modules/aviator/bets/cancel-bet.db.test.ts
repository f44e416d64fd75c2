import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_CANCELLED_BETS } from '@mupiira/domain/aviator/bet-rules.ts'
import { newId } from '../../../kernel/ids.ts'
import { liveBets } from './bets.repository.ts'
import { codeOf, roundFixture, type RoundFixture } from '../testing/round-fixture.ts'

let app: RoundFixture
beforeAll(async () => {
  app = await roundFixture()
})
afterAll(() => app?.close())

/** Opens the only current round for bets. */
async function betting() {
  await app.takeOver()
  return app.openRound((crash) => crash >= 150)
}
const winsOf = async (no: bigint): Promise<bigint> => (await app.round(no))?.wins ?? -1n
const eventTypesOf = (userId: string): Promise<{ type: string }[]> =>
  app.kernel.db.query<{ type: string }>(
    `select e->>'type' as type from outbox, json_array_elements(events) e
      where e->>'userId' = $1 or e->'data'->>'userId' = $1 order by id`,
    [userId],
  )

describe('a bet that is cancelled before the start of the round', () => {
  it('[AVI-16] [AVI-18] cancelling an Aviator bet before the start of the round refunds the stake once and releases its capacity and liability in the round', async () => {
    const open = await betting()
    const player = await app.player(30_000)
    const before = await winsOf(open.no)
    const id = await app.place(player, 10_000, 250)
    await app.place(player, 10_000)
    expect(codeOf(await app.cancel(id, player))).toBe('refunded')
    expect(await app.balance(player)).toBe(20_000)
    expect((await winsOf(open.no)) - before).toBe(10_000_000n)
    // Cancelling again changes nothing, even with another key.
    expect(codeOf(await app.cancel(id, player))).toBe('refunded')
    expect(await app.balance(player)).toBe(20_000)
    expect(codeOf((await app.placeTogether([app.request(player, 10_000, 300)]))[0])).toBe('placed')
    expect(codeOf((await app.placeTogether([app.request(player, 10_000)]))[0])).toBe('AVIATOR_TWO_BETS')
    const [entry] = await app.kernel.db.query(
      `select type, amount, description from balance_history where user_id = $1 and type = 'void-refund'`,
      [player],
    )
    expect(entry).toEqual({
      type: 'void-refund',
      amount: 1_000_000n,
      description: `Aviator round ${open.no}: bet cancelled`,
    })
    // A player who cancels a bet needs no notification about it.
    const types = (await eventTypesOf(player)).map(({ type }) => type)
    expect(types).toContain('aviator-bet')
    expect(types).not.toContain('aviator-refunded')
    expect(await liveBets(app.kernel.db, open.no, 10)).toMatchObject({ bets: 2 })
    expect((await app.checkLedger()).ok).toBe(true)
  })

  it('[AVI-16] an Aviator bet that waits for the next round can be cancelled, and bets of a started round cannot', async () => {
    const open = await betting()
    const player = await app.player()
    const flying = await app.place(player)
    const round = await app.startRound(open.no)
    const waiting = await app.place(player)
    expect(codeOf(await app.cancel(waiting, player))).toBe('refunded')
    expect(codeOf(await app.cancel(flying, player))).toBe('AVIATOR_TAKEN_OFF')
    expect(codeOf(await app.cashOut(waiting, player))).toBe('AVIATOR_TAKEN_BACK')
    await app.settleRound(await app.crash(round))
    expect(codeOf(await app.cancel(flying, player))).toBe('AVIATOR_TAKEN_OFF')
    expect((await app.bet(flying)).state).toBe('lost')
    expect((await app.checkLedger()).ok).toBe(true)
  })

  it('[OPS-02] an Aviator bet can be cancelled by its owner only', async () => {
    await betting()
    const [player, other] = [await app.player(10_000), await app.player(10_000)]
    const id = await app.place(player)
    expect(codeOf(await app.cancel(id, other))).toBe('AVIATOR_BET_NOT_FOUND')
    expect(codeOf(await app.cancel(newId(), player))).toBe('AVIATOR_BET_NOT_FOUND')
    expect((await app.bet(id)).state).toBe('placed')
  })

  it('cancelling an Aviator bet is refused after too many cancellations in a round', async () => {
    await betting()
    const player = await app.player(20_000)
    const second = await app.place(player)
    for (let nth = 0; nth < MAX_CANCELLED_BETS; nth++)
      expect(codeOf(await app.cancel(await app.place(player), player))).toBe('refunded')
    const last = await app.place(player)
    expect(codeOf(await app.cancel(last, player))).toBe('AVIATOR_TAKEN_BACK_OFTEN')
    expect(codeOf(await app.cancel(second, player))).toBe('AVIATOR_TAKEN_BACK_OFTEN')
    expect(codeOf((await app.placeTogether([app.request(player)]))[0])).toBe('AVIATOR_TWO_BETS')
  })

  it('[OPS-05] an Aviator bet is either refunded once or joins the round when many cancellations arrive at the start of the round', async () => {
    for (let round = 0; round < 6; round++) {
      const open = await betting()
      const players = await Promise.all(Array.from({ length: 6 }, () => app.player(10_000)))
      const ids: string[] = []
      for (const player of players) ids.push(await app.place(player))
      const requests = players.flatMap((player, at) => [1, 2].map(() => app.cancel(ids[at] ?? '', player)))
      const [answers] = await Promise.all([Promise.all(requests), app.startRound(open.no)])
      for (const [at, player] of players.entries()) {
        const codes = answers.slice(2 * at, 2 * at + 2).map(codeOf)
        const { state } = await app.bet(ids[at] ?? '')
        expect([state, await app.balance(player)]).toEqual(state === 'refunded' ? ['refunded', 10_000] : ['placed', 0])
        expect(new Set(codes)).toEqual(new Set([state === 'refunded' ? 'refunded' : 'AVIATOR_TAKEN_OFF']))
      }
    }
    expect((await app.checkLedger()).ok).toBe(true)
  })
})
