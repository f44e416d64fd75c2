import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { payoutOf } from '@mupiira/domain/aviator/outcome.ts'
import { ugxFromShillings } from '@mupiira/domain/money/ugx.ts'
import { clear, codeOf, flight, openPlane, type Plane } from './test-plane.ts'

let plane: Plane
beforeAll(async () => {
  plane = await openPlane()
})
afterAll(() => plane?.close())

describe('the end of a round', () => {
  it('[AVI-25] [AVI-27] pays every target at or below the crash, and loses the rest', async () => {
    const bets: { player: string; target: number | null; id: string }[] = []
    const { flying, crash } = await flight(plane, 200, 300, async (no) => {
      const at = plane.crashAt((await plane.round(no))?.link ?? 0)
      for (const target of [111, at - 1, at, at + 1, null]) {
        const player = await plane.player(10_000)
        bets.push({ player, target, id: await plane.place(player, 10_000, target) })
      }
    })
    await plane.settle(await plane.crash(flying))
    for (const { player, target, id } of bets) {
      const wins = target !== null && target <= crash
      expect([target, (await plane.bet(id)).state]).toEqual([target, wins ? 'cashed-out' : 'lost'])
      expect(await plane.balance(player)).toBe(wins ? Number(payoutOf(ugxFromShillings(10_000), target)) / 100 : 0)
    }
    // Settled twice is settled once.
    await plane.settle((await plane.round(flying.no)) as NonNullable<Awaited<ReturnType<Plane['round']>>>)
    expect((await plane.ledger()).ok).toBe(true)
  })

  it.each([
    ['after its crash', 2_500, 'crashed'],
    ['in mid-flight', 1_200, 'interrupted'],
  ])('of a server that was last heard of %s divides by the heartbeat', async (_, heartbeatMs, state) => {
    const [manually, reached, beyond, none] = await Promise.all([1, 2, 3, 4].map(() => plane.player(10_000)))
    const ids: string[] = []
    const { flying, after } = await flight(plane, 180, 190, async () => {
      ids.push(await plane.place(manually as string))
      ids.push(await plane.place(reached as string, 10_000, 120))
      ids.push(await plane.place(beyond as string, 10_000, 170))
      ids.push(await plane.place(none as string))
    })
    plane.clock.set(after(600))
    expect(codeOf(await plane.cashOut(ids[0] as string, manually as string))).toMatch(/^paid/)
    plane.clock.set(after(heartbeatMs))
    await plane.beat(flying.no)
    plane.clock.forward(4_000)
    await plane.takeOver()
    const states = await Promise.all(ids.map(async (id) => (await plane.bet(id)).state))
    expect((await plane.round(flying.no))?.state).toBe(state)
    expect(states).toEqual(
      state === 'crashed'
        ? ['cashed-out', 'cashed-out', 'cashed-out', 'lost']
        : ['cashed-out', 'cashed-out', 'refunded', 'refunded'],
    )
    expect(await plane.balance(none as string)).toBe(state === 'crashed' ? 0 : 10_000)
    expect((await plane.ledger()).ok).toBe(true)
  })

  it('that never started refunds every bet whole; bets that wait for a later one stay', async () => {
    await clear(plane)
    const open = await plane.openRound()
    const player = await plane.player(10_000)
    const id = await plane.place(player, 10_000, 150)
    await plane.takeOver()
    expect((await plane.round(open.no))?.state).toBe('void')
    expect((await plane.bet(id)).state).toBe('refunded')
    expect(await plane.balance(player)).toBe(10_000)
    expect(codeOf(await plane.cashOut(id, player))).toBe('AVIATOR_REFUNDED')
  })

  it('is final: neither a round nor a bet can be changed after it, whatever the code says', async () => {
    const player = await plane.player()
    let id = ''
    const { flying } = await flight(plane, 150, 1_000, async () => void (id = await plane.place(player, 10_000, 111)))
    await plane.settle(await plane.crash(flying))
    const { db } = plane.kernel
    await expect(db.change(`update aviator_round set state = 'flying' where no = $1`, [flying.no])).rejects.toThrow(
      /cannot become/,
    )
    await expect(db.change(`update aviator_bet set payout = payout + 1 where id = $1`, [id])).rejects.toThrow(
      /cashed-out/,
    )
    await expect(db.change(`update aviator_chain set commitment = $1`, [Buffer.alloc(32)])).rejects.toThrow(/published/)
    await expect(db.change(`delete from aviator_bet`)).rejects.toThrow(/permission denied/)
  })
})
