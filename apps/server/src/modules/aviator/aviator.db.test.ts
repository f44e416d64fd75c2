import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reachedAfterMs } from '@mupiira/domain/aviator/growth.ts'
import { payoutOf } from '@mupiira/domain/aviator/outcome.ts'
import { ugxFromShillings, ZERO } from '@mupiira/domain/money/ugx.ts'
import { newId } from '../../kernel/ids.ts'
import { codeOf, openPlane, type Plane } from './test-plane.ts'

let plane: Plane
beforeAll(async () => {
  plane = await openPlane()
})
afterAll(() => plane?.close())

/** Every test begins with a house in which no round is under way. */
async function clear(): Promise<void> {
  await plane.takeOver()
  const rows = await plane.kernel.db.query<{ no: bigint }>(`select no from aviator_round where state = 'scheduled'`)
  expect(rows.length).toBeLessThanOrEqual(1)
}

/** A round in flight that crashes between the multipliers, with bets placed by `before`. */
async function flight(from: number, to: number, before: (no: bigint) => Promise<void> = async () => {}) {
  await clear()
  const open = await plane.openRound((crash) => crash >= from && crash <= to)
  await before(open.no)
  const flying = await plane.takeOff(open.no)
  const after = (ms: number): Date => new Date(flying.fliesAt.getTime() + ms)
  return { flying, crash: plane.crashAt(flying.link), after }
}

describe('a bet', () => {
  it('[AVI-16] [AVI-18] debits its stake at once, writes a balance-history entry of type bet, and is announced', async () => {
    await clear()
    await plane.openRound()
    const player = await plane.player(50_000)
    const id = await plane.place(player, 12_000)
    expect(await plane.balance(player)).toBe(38_000)
    const history = await plane.kernel.db.query(
      `select type, amount, new_balance, reference_id from balance_history where user_id = $1 order by id desc limit 1`,
      [player],
    )
    expect(history).toEqual([{ type: 'bet', amount: -1_200_000n, new_balance: 3_800_000n, reference_id: id }])
    const [event] = await plane.kernel.db.query<{ events: { type: string }[] }>(
      `select events from outbox where events::jsonb @> $1::jsonb`,
      [JSON.stringify([{ type: 'aviator-bet', userId: player }])],
    )
    expect(event?.events.map(({ type }) => type)).toEqual(['balance-changed', 'aviator-bet'])
  })

  it('[AVI-13] [AVI-14] [AVI-36] [AVI-37] [PLAY-02] is refused by each rule on its own, its neighbours placed', async () => {
    await clear()
    await plane.openRound()
    const [rich, poor] = [await plane.player(60_000_000), await plane.player(15_000)]
    const debtor = await plane.player(0)
    await plane.kernel.db.transaction((tx) =>
      plane.wallet.correct(
        tx,
        [
          {
            source: debtor,
            destination: '00000000-0000-7000-8000-000000000005',
            amount: ugxFromShillings(500),
            kind: 'top-up',
            reference: newId(),
            description: 'a correction',
          },
        ],
        plane.clock.now(),
      ),
    )
    const held = await plane.player()
    plane.stakeLimits.set(held, ugxFromShillings(12_000))
    const outcomes = await plane.placeTogether([
      plane.request(held, 12_001),
      plane.request(held, 12_000),
      plane.request(rich, 9_999),
      plane.request(rich, 5_000_001),
      plane.request(poor, 10_000),
      plane.request(poor, 10_000),
      plane.request(debtor, 10_000),
      plane.request(newId(), 10_000),
      plane.request(rich, 10_000, 111),
      plane.request(rich, 10_000, 1_000),
      plane.request(rich, 10_000),
    ])
    expect(outcomes.map(codeOf)).toEqual([
      'STAKE_ABOVE_MAXIMUM',
      'placed',
      'AVIATOR_MINIMUM',
      'STAKE_ABOVE_MAXIMUM',
      'placed',
      'AVIATOR_BALANCE',
      'NEGATIVE_BALANCE',
      'PROFILE_NOT_FOUND',
      'placed',
      'placed',
      'AVIATOR_TWO_BETS',
    ])
    expect(outcomes[0]).toMatchObject({ details: { maximum: '12,000', maximumUgx: 12_000 } })
    expect(outcomes[2]).toMatchObject({ details: { minimum: '10,000' } })
    expect(outcomes[6]).toMatchObject({ details: { balance: '−500.00' } })
  })

  it('[AVI-37] fills neither its own nor the round’s greatest win, and frees nothing for others', async () => {
    await clear()
    await plane.openRound()
    await plane.set('aviator_max_win', 200_000)
    await plane.set('aviator_max_round', 250_000)
    await plane.set('aviator_player_share', 100)
    await plane.set('aviator_network_share', 100)
    const player = await plane.player()
    const [over, fits, full, small] = await plane.placeTogether([
      plane.request(player, 20_001),
      plane.request(player, 20_000),
      plane.request(await plane.player(), 10_000),
      plane.request(await plane.player(), 10_000, 500),
    ])
    expect([over, fits, full, small].map(codeOf)).toEqual(['AVIATOR_MAX_WIN', 'placed', 'AVIATOR_ROUND_FULL', 'placed'])
    await plane.set('aviator_max_round', 500_000_000)
    await plane.set('aviator_max_win', 50_000_000)
    await plane.set('aviator_player_share', 10)
    await plane.set('aviator_network_share', 50)
  })

  it('[AVI-37] leaves room in a round for others, whatever one player or one network stakes', async () => {
    await clear()
    await plane.openRound()
    await plane.set('aviator_max_win', 1_000_000)
    await plane.set('aviator_max_round', 1_000_000)
    await plane.set('aviator_player_share', 25)
    const from = (address: string, player: string, stake: number, target: number | null = null) => ({
      ...plane.request(player, stake, target),
      address,
    })
    const [greedy, mate, third, other] = await Promise.all([1, 2, 3, 4].map(() => plane.player()))
    if (!greedy || !mate || !third || !other) throw new Error('four players')
    const ofOne = await plane.placeTogether([
      from('2a01:4f8::1', greedy, 15_000),
      from('2a01:4f8::1', greedy, 10_001),
      from('2a01:4f8::1', greedy, 10_000),
    ])
    expect(ofOne.map(codeOf)).toEqual(['placed', 'AVIATOR_SHARE', 'placed'])
    expect(ofOne[1]).toMatchObject({ details: { maximum: '250,000' } })
    // Another batch, another address of the same household.
    const ofNetwork = await plane.placeTogether([
      from('2a01:4f8::2', mate, 25_000),
      from('2a01:4f8::3', third, 10_000, 111),
      from('41.210.0.7', third, 10_000),
    ])
    expect(ofNetwork.map(codeOf)).toEqual(['placed', 'AVIATOR_ROUND_FULL', 'placed'])
    expect(codeOf((await plane.placeTogether([from('2a01:4f8::9', other, 10_000)]))[0])).toBe('AVIATOR_ROUND_FULL')
    expect(codeOf((await plane.placeTogether([from('41.210.0.8', other, 10_000)]))[0])).toBe('placed')
    await plane.set('aviator_max_round', 500_000_000)
    await plane.set('aviator_max_win', 50_000_000)
    await plane.set('aviator_player_share', 10)
  })

  it('is answered again under its key, and refused under another body', async () => {
    await clear()
    await plane.openRound()
    const player = await plane.player(20_000)
    const key = newId()
    const first = plane.request(player, 10_000, null, key)
    const outcomes = [
      ...(await plane.placeTogether([first])),
      ...(await plane.placeTogether([plane.request(player, 10_000, null, key)])),
      ...(await plane.placeTogether([plane.request(player, 10_000, 200, key)])),
    ]
    expect(outcomes.map(codeOf)).toEqual(['placed', 'again 201', 'IDEMPOTENCY_KEY_REUSED'])
    expect(await plane.balance(player)).toBe(10_000)
  })

  it('[AVI-16] that is placed during a flight waits for the next round, and says so', async () => {
    const { flying } = await flight(150, 1_000)
    const player = await plane.player()
    const [outcome] = await plane.placeTogether([plane.request(player, 10_000)])
    expect(outcome).toMatchObject({ status: 201, body: { waits: true, bet: { roundId: Number(flying.no) + 1 } } })
    expect(codeOf(await plane.cashOut((outcome as { body: { bet: { id: string } } }).body.bet.id, player))).toBe(
      'AVIATOR_NOT_FLYING',
    )
  })

  it('[AVI-32] is taken or not by the clock of the rounds, whatever that of its node says', async () => {
    await clear()
    await plane.openRound()
    const player = await plane.player()
    const answer = async () => codeOf((await plane.placeTogether([plane.request(player)]))[0])
    plane.setAhead(60_000)
    expect(await answer()).toBe('placed')
    plane.clock.forward(13_000)
    plane.setAhead(-60_000)
    expect(await answer()).toBe('AVIATOR_PAUSED')
    plane.setAhead(0)
  })

  it('[SLIP-40] is not taken while nobody runs the rounds, and says where it is for maintenance; nor by auto bet where that is off', async () => {
    await clear()
    await plane.openRound()
    const player = await plane.player()
    await plane.set('aviator_auto_bet', false)
    const [auto, byHand] = await plane.placeTogether([
      { ...plane.request(player), isAutoBet: true },
      plane.request(player),
    ])
    expect([auto, byHand].map(codeOf)).toEqual(['AVIATOR_AUTO_BET_OFF', 'placed'])
    await plane.set('aviator_auto_bet', true)
    plane.clock.forward(13_000)
    const answer = async () => (await plane.placeTogether([plane.request(player)])).map(codeOf)
    expect(await answer()).toEqual(['AVIATOR_PAUSED'])
    await plane.set('maintenance_mode', true)
    expect(await answer()).toEqual(['MAINTENANCE'])
    await plane.set('maintenance_mode', false)
  })
})

it('[PLAY-02] a limit of the player’s own refuses his bet in the transaction of its debit, and leaves others alone', async () => {
  const limited = newId()
  const none = { day: null, week: null, month: null }
  const nothing = { day: ZERO, week: ZERO, month: ZERO }
  const standing = {
    limits: { deposit: none, loss: none, stake: { ...none, day: ugxFromShillings(500) } },
    used: { deposit: nothing, loss: nothing, stake: nothing },
    excludedUntil: null,
  }
  const other = await openPlane({
    protection: {
      standings: async () => new Map([[limited, standing]]),
    },
  })
  await other.openRound()
  await other.kernel.db.transaction(async (tx) => {
    await other.wallet.openAccount(tx, limited, other.clock.now())
    const words = { kind: 'top-up', reference: newId(), description: 'for the test' }
    const amount = ugxFromShillings(50_000)
    await other.wallet.credit(
      tx,
      { account: limited, from: '00000000-0000-7000-8000-000000000005', amount, ...words },
      other.clock.now(),
    )
  })
  const outcomes = await other.placeTogether([other.request(limited), other.request(await other.player())])
  expect(outcomes.map(codeOf)).toEqual(['LIMIT_REACHED', 'placed'])
  expect(outcomes[0]).toMatchObject({ details: { limit: 'daily stake limit of UGX 500', left: '500' } })
  expect(await other.balance(limited)).toBe(50_000)
  await other.close()
})

describe('a cash-out', () => {
  it('[AVI-26] [AVI-29] [AVI-18] by hand pays stake × the multiplier of its receipt, once', async () => {
    const player = await plane.player(10_000)
    let id = ''
    const { flying, after } = await flight(300, 1_000, async () => void (id = await plane.place(player)))
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
    const { flying, crash, after } = await flight(200, 400, async () => {
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
    const { after } = await flight(200, 1_000, async () => void (id = await plane.place(owner)))
    expect(codeOf(await plane.cashOut(id, stranger, after(800)))).toBe('AVIATOR_BET_NOT_FOUND')
    expect(codeOf(await plane.cashOut(newId(), stranger, after(800)))).toBe('AVIATOR_BET_NOT_FOUND')
  })

  it('[AVI-29] [AVI-18] under a second key in the same batch tells the balance with the win in it', async () => {
    const player = await plane.player(10_000)
    let id = ''
    const { after } = await flight(300, 1_000, async () => void (id = await plane.place(player)))
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
    const { after } = await flight(200, 1_000, async () => {
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
    const { after } = await flight(500, 1_000, async () => void (id = await plane.place(player)))
    expect(codeOf(await plane.cashOut(id, player, after(2_001)))).toBe('AVIATOR_PAUSED')
  })
})

describe('the end of a round', () => {
  it('[AVI-25] [AVI-27] pays every target at or below the crash, and loses the rest', async () => {
    const bets: { player: string; target: number | null; id: string }[] = []
    const { flying, crash } = await flight(200, 300, async (no) => {
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
    const [byHand, reached, beyond, none] = await Promise.all([1, 2, 3, 4].map(() => plane.player(10_000)))
    const ids: string[] = []
    const { flying, after } = await flight(180, 190, async () => {
      ids.push(await plane.place(byHand as string))
      ids.push(await plane.place(reached as string, 10_000, 120))
      ids.push(await plane.place(beyond as string, 10_000, 170))
      ids.push(await plane.place(none as string))
    })
    plane.clock.set(after(600))
    expect(codeOf(await plane.cashOut(ids[0] as string, byHand as string))).toMatch(/^paid/)
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
    await clear()
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
    const { flying } = await flight(150, 1_000, async () => void (id = await plane.place(player, 10_000, 111)))
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
