import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ugxFromShillings, ZERO } from '@mupiira/domain/money/ugx.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Protection } from '../../protection/index.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import { endRunningRound, codeOf, runningRound, roundFixture, type RoundFixture } from '../testing/round-fixture.ts'

let app: RoundFixture
beforeAll(async () => {
  app = await roundFixture()
})
afterAll(() => app?.close())

describe('a bet', () => {
  it('[AVI-16] [AVI-18] an Aviator bet debits its stake at once, writes a balance-history entry of type bet, and publishes an event', async () => {
    await endRunningRound(app)
    await app.openRound()
    const player = await app.player(50_000)
    const id = await app.place(player, 12_000)
    expect(await app.balance(player)).toBe(38_000)
    const history = await app.kernel.db.query(
      `select type, amount, new_balance, reference_id from balance_history where user_id = $1 order by id desc limit 1`,
      [player],
    )
    expect(history).toEqual([{ type: 'bet', amount: -1_200_000n, new_balance: 3_800_000n, reference_id: id }])
    const [event] = await app.kernel.db.query<{ events: { type: string }[] }>(
      `select events from outbox where events::jsonb @> $1::jsonb`,
      [JSON.stringify([{ type: 'aviator-bet', userId: player }])],
    )
    expect(event?.events.map(({ type }) => type)).toEqual(['balance-changed', 'aviator-bet'])
  })

  it('[AVI-13] [AVI-14] [AVI-36] [AVI-37] [PLAY-02] a bet refused by an Aviator betting rule does not affect the other bets of the batch', async () => {
    await endRunningRound(app)
    await app.openRound()
    const [rich, poor] = [await app.player(60_000_000), await app.player(15_000)]
    const debtor = await app.player(0)
    await app.kernel.db.transaction((tx) =>
      app.modules.wallet.transfers.correct(
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
        app.clock.now(),
      ),
    )
    const limited = await app.player()
    app.stakeLimits.set(limited, ugxFromShillings(12_000))
    const outcomes = await app.placeTogether([
      app.request(limited, 12_001),
      app.request(limited, 12_000),
      app.request(rich, 9_999),
      app.request(rich, 5_000_001),
      app.request(poor, 10_000),
      app.request(poor, 10_000),
      app.request(debtor, 10_000),
      app.request(newId(), 10_000),
      app.request(rich, 10_000, 111),
      app.request(rich, 10_000, 1_000),
      app.request(rich, 10_000),
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

  it('[AVI-37] an Aviator bet above the maximum win per bet or per round is refused', async () => {
    await endRunningRound(app)
    await app.openRound()
    await app.set('aviator_max_win', 200_000)
    await app.set('aviator_max_round', 250_000)
    await app.set('aviator_player_share', 100)
    await app.set('aviator_network_share', 100)
    const player = await app.player()
    const [over, fits, full, small] = await app.placeTogether([
      app.request(player, 20_001),
      app.request(player, 20_000),
      app.request(await app.player(), 10_000),
      app.request(await app.player(), 10_000, 500),
    ])
    expect([over, fits, full, small].map(codeOf)).toEqual(['AVIATOR_MAX_WIN', 'placed', 'AVIATOR_ROUND_FULL', 'placed'])
    await app.set('aviator_max_round', 500_000_000)
    await app.set('aviator_max_win', 50_000_000)
    await app.set('aviator_player_share', 10)
    await app.set('aviator_network_share', 50)
  })

  it('[AVI-37] one player or one network cannot use up the capacity of an Aviator round', async () => {
    await endRunningRound(app)
    await app.openRound()
    await app.set('aviator_max_win', 1_000_000)
    await app.set('aviator_max_round', 1_000_000)
    await app.set('aviator_player_share', 25)
    const from = (address: string, player: string, stake: number, target: number | null = null) => ({
      ...app.request(player, stake, target),
      address,
    })
    const [filler, second, third, other] = await Promise.all([1, 2, 3, 4].map(() => app.player()))
    if (!filler || !second || !third || !other) throw new Error('four players are needed')
    const ofOne = await app.placeTogether([
      from('2a01:4f8::1', filler, 15_000),
      from('2a01:4f8::1', filler, 10_001),
      from('2a01:4f8::1', filler, 10_000),
    ])
    expect(ofOne.map(codeOf)).toEqual(['placed', 'AVIATOR_SHARE', 'placed'])
    expect(ofOne[1]).toMatchObject({ details: { maximum: '250,000' } })
    // Two bets from another address of the same household, in another batch.
    const ofNetwork = await app.placeTogether([
      from('2a01:4f8::2', second, 25_000),
      from('2a01:4f8::3', third, 10_000, 111),
      from('41.210.0.7', third, 10_000),
    ])
    expect(ofNetwork.map(codeOf)).toEqual(['placed', 'AVIATOR_ROUND_FULL', 'placed'])
    expect(codeOf((await app.placeTogether([from('2a01:4f8::9', other, 10_000)]))[0])).toBe('AVIATOR_ROUND_FULL')
    expect(codeOf((await app.placeTogether([from('41.210.0.8', other, 10_000)]))[0])).toBe('placed')
    await app.set('aviator_max_round', 500_000_000)
    await app.set('aviator_max_win', 50_000_000)
    await app.set('aviator_player_share', 10)
  })

  it('a repeated Aviator bet gets the response stored under its idempotency key, and a different body is rejected', async () => {
    await endRunningRound(app)
    await app.openRound()
    const player = await app.player(20_000)
    const key = newId()
    const first = app.request(player, 10_000, null, key)
    const outcomes = [
      ...(await app.placeTogether([first])),
      ...(await app.placeTogether([app.request(player, 10_000, null, key)])),
      ...(await app.placeTogether([app.request(player, 10_000, 200, key)])),
    ]
    expect(outcomes.map(codeOf)).toEqual(['placed', 'again 201', 'IDEMPOTENCY_KEY_REUSED'])
    expect(await app.balance(player)).toBe(10_000)
  })

  it('[AVI-16] an Aviator bet placed during a round joins the next round', async () => {
    const { flying } = await runningRound(app, 150, 1_000)
    const player = await app.player()
    const [outcome] = await app.placeTogether([app.request(player, 10_000)])
    expect(outcome).toMatchObject({ status: 201, body: { waits: true, bet: { roundId: Number(flying.no) + 1 } } })
    expect(codeOf(await app.cashOut((outcome as { body: { bet: { id: string } } }).body.bet.id, player))).toBe(
      'AVIATOR_NOT_FLYING',
    )
  })

  it('[AVI-32] the round clock, not the clock of the receiving node, decides whether an Aviator bet is in time', async () => {
    await endRunningRound(app)
    await app.openRound()
    const player = await app.player()
    const answer = async () => codeOf((await app.placeTogether([app.request(player)]))[0])
    app.setAhead(60_000)
    expect(await answer()).toBe('placed')
    app.clock.forward(13_000)
    app.setAhead(-60_000)
    expect(await answer()).toBe('AVIATOR_PAUSED')
    app.setAhead(0)
  })

  it('[SLIP-40] an Aviator bet is rejected while no rounds run or during maintenance, and an auto bet also while auto bet is switched off', async () => {
    await endRunningRound(app)
    await app.openRound()
    const player = await app.player()
    await app.set('aviator_auto_bet', false)
    const [auto, manually] = await app.placeTogether([{ ...app.request(player), isAutoBet: true }, app.request(player)])
    expect([auto, manually].map(codeOf)).toEqual(['AVIATOR_AUTO_BET_OFF', 'placed'])
    await app.set('aviator_auto_bet', true)
    app.clock.forward(13_000)
    const answer = async () => (await app.placeTogether([app.request(player)])).map(codeOf)
    expect(await answer()).toEqual(['AVIATOR_PAUSED'])
    await app.set('maintenance_mode', true)
    expect(await answer()).toEqual(['MAINTENANCE'])
    await app.set('maintenance_mode', false)
  })
})

it('[SLIP-40] an Aviator bet during maintenance is rejected with MAINTENANCE also by a node without the round clock', async () => {
  const node = await createTestApp()
  const player = await node.player({ balanceUgx: 50_000 })
  const place = async () => (await player.post('/api/aviator/bets', { stake: 10_000 })).body.code
  expect(await place()).toBe('AVIATOR_PAUSED')
  await node.set('maintenance_mode', true)
  expect(await place()).toBe('MAINTENANCE')
  await node.close()
})

it('[PLAY-02] a player limit rejects an Aviator bet in the debit transaction, without affecting other bets', async () => {
  const none = { day: null, week: null, month: null }
  const nothing = { day: ZERO, week: ZERO, month: ZERO }
  const status: Awaited<ReturnType<Protection['commands']['limitStatus']>> = new Map()
  const other = await roundFixture({ limitStatus: async () => status })
  await other.openRound()
  const limited = await other.player(50_000)
  status.set(limited, {
    limits: { deposit: none, loss: none, stake: { ...none, day: ugxFromShillings(500) } },
    used: { deposit: nothing, loss: nothing, stake: nothing },
    excludedUntil: null,
  })
  const outcomes = await other.placeTogether([other.request(limited), other.request(await other.player())])
  expect(outcomes.map(codeOf)).toEqual(['LIMIT_REACHED', 'placed'])
  expect(outcomes[0]).toMatchObject({ details: { limit: 'daily stake limit of UGX 500', left: 'UGX 500' } })
  expect(await other.balance(limited)).toBe(50_000)
  await other.close()
})
