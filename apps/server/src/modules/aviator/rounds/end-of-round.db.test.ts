import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { payoutOf } from '@mupiira/domain/aviator/outcome.ts'
import { ugxFromShillings } from '@mupiira/domain/money/ugx.ts'
import { endRunningRound, codeOf, runningRound, roundFixture, type RoundFixture } from '../testing/round-fixture.ts'

let app: RoundFixture
beforeAll(async () => {
  app = await roundFixture()
})
afterAll(() => app?.close())

describe('the end of a round', () => {
  it('[AVI-25] [AVI-27] the end of a round pays every bet with a target at or below the crash point, and the other bets are lost', async () => {
    const bets: { player: string; target: number | null; id: string }[] = []
    const { flying, crash } = await runningRound(app, 200, 300, async (no) => {
      const at = app.crashAt((await app.round(no))?.link ?? 0)
      for (const target of [111, at - 1, at, at + 1, null]) {
        const player = await app.player(10_000)
        bets.push({ player, target, id: await app.place(player, 10_000, target) })
      }
    })
    await app.settleRound(await app.crash(flying))
    for (const { player, target, id } of bets) {
      const wins = target !== null && target <= crash
      expect([target, (await app.bet(id)).state]).toEqual([target, wins ? 'cashed-out' : 'lost'])
      expect(await app.balance(player)).toBe(wins ? Number(payoutOf(ugxFromShillings(10_000), target)) / 100 : 0)
    }
    // Settling again changes nothing.
    await app.settleRound((await app.round(flying.no)) as NonNullable<Awaited<ReturnType<RoundFixture['round']>>>)
    expect((await app.checkLedger()).ok).toBe(true)
  })

  it.each([
    ['after the crash', 2_500, 'crashed'],
    ['during the round', 1_200, 'interrupted'],
  ])('a round whose server stopped $0 ends as $2, according to its last heartbeat', async (_, heartbeatMs, state) => {
    const [manually, reached, beyond, none] = await Promise.all([1, 2, 3, 4].map(() => app.player(10_000)))
    const ids: string[] = []
    const { flying, after } = await runningRound(app, 180, 190, async () => {
      ids.push(await app.place(manually as string))
      ids.push(await app.place(reached as string, 10_000, 120))
      ids.push(await app.place(beyond as string, 10_000, 170))
      ids.push(await app.place(none as string))
    })
    app.clock.set(after(600))
    expect(codeOf(await app.cashOut(ids[0] as string, manually as string))).toMatch(/^paid/)
    app.clock.set(after(heartbeatMs))
    await app.beat(flying.no)
    app.clock.forward(4_000)
    await app.takeOver()
    const states = await Promise.all(ids.map(async (id) => (await app.bet(id)).state))
    expect((await app.round(flying.no))?.state).toBe(state)
    expect(states).toEqual(
      state === 'crashed'
        ? ['cashed-out', 'cashed-out', 'cashed-out', 'lost']
        : ['cashed-out', 'cashed-out', 'refunded', 'refunded'],
    )
    expect(await app.balance(none as string)).toBe(state === 'crashed' ? 0 : 10_000)
    expect((await app.checkLedger()).ok).toBe(true)
  })

  it('every bet of a round that never started is refunded', async () => {
    await endRunningRound(app)
    const open = await app.openRound()
    const player = await app.player(10_000)
    const id = await app.place(player, 10_000, 150)
    await app.takeOver()
    expect((await app.round(open.no))?.state).toBe('void')
    expect((await app.bet(id)).state).toBe('refunded')
    expect(await app.balance(player)).toBe(10_000)
    expect(codeOf(await app.cashOut(id, player))).toBe('AVIATOR_REFUNDED')
  })

  it('the database rejects changes to a round and its bets after the end of the round', async () => {
    const player = await app.player()
    let id = ''
    const { flying } = await runningRound(app, 150, 1_000, async () => void (id = await app.place(player, 10_000, 111)))
    await app.settleRound(await app.crash(flying))
    const { db } = app.kernel
    await expect(db.change(`update aviator_rounds set state = 'flying' where no = $1`, [flying.no])).rejects.toThrow(
      /cannot become/,
    )
    await expect(db.change(`update aviator_bets set payout = payout + 1 where id = $1`, [id])).rejects.toThrow(
      /cashed-out/,
    )
    await expect(db.change(`update aviator_chains set commitment = $1`, [Buffer.alloc(32)])).rejects.toThrow(
      /published/,
    )
    await expect(db.change(`delete from aviator_bets`)).rejects.toThrow(/permission denied/)
  })
})
