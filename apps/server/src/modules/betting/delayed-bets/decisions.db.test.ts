import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eraseAccount } from '@mupiira/contract/privacy.ts'
import { getDelayedBet, type DelayedBet } from '@mupiira/contract/delayed-bets.ts'
import { cuttableDatabase } from '../../../../../../tests/support/cut-connection.ts'
import { createDb } from '../../../kernel/db/pool.ts'
import { untilLockWaits } from '../../../kernel/db/test-lock-waits.ts'
import { createLog } from '../../../kernel/telemetry/log.ts'
import { TEST_PASSWORD, type TestAccount } from '../../../testing/test-accounts.ts'
import type { GameRow } from '../../catalogue/index.ts'
import { type DelayedBetsFixture, delayedBetsFixture } from '../testing/delayed-bets-fixture.ts'
import { decideDelayedBets } from './decide-delayed-bets.ts'

let app: DelayedBetsFixture
beforeAll(async () => {
  app = await delayedBetsFixture()
})
afterAll(() => app?.close())
afterEach(() => app.requireCleanLedger())

type Waiting = { readonly player: TestAccount; readonly game: GameRow; readonly bet: DelayedBet }

/** A player with UGX 100,000 and a waiting bet of UGX 10,000 on a live game. */
async function waiting(): Promise<Waiting> {
  return waitingOn(await app.liveGame())
}
async function waitingOn(game: GameRow): Promise<Waiting> {
  const player = await app.player({ balanceUgx: 100_000 })
  return { player, game, bet: await app.placeWaiting(player, [game.id]) }
}
const wallet = async (player: TestAccount) => (await player.get('/api/wallet')).body
const inTransaction: typeof app.kernel.db.transaction = (work) => app.kernel.db.transaction(work)
const ticketsOf = ({ id }: TestAccount) =>
  app.kernel.db.query<{ id: string; status: string }>('select id, status from tickets where user_id = $1', [id])

describe('what changes during the delay', () => {
  it.each<[string, (bet: Waiting) => Promise<unknown>, DelayedBet['rejectedBecause'], (() => Promise<unknown>)?]>([
    [
      'the account is suspended',
      ({ player }) =>
        inTransaction((tx) => app.modules.identity.accounts.setStatus(tx, player.id, 'suspended', app.clock.now())),
      'ACCOUNT_CLOSED',
    ],
    [
      'the player excludes themselves',
      ({ player }) => player.post('/api/protection/exclusion', { length: '7d' }),
      'EXCLUDED',
    ],
    [
      'the player lowers the stake limit',
      ({ player }) => player.put('/api/protection/limits', { kind: 'stake', period: 'day', amount: 9_000 }),
      'LIMIT_REACHED',
    ],
    [
      'another bet is the last one of the day',
      async ({ player }) => {
        await app.placed(player, { selections: [await app.pick((await app.game()).id)] })
        await app.set('max_daily_bets', 1)
      },
      'LIMIT_REACHED',
      () => app.set('max_daily_bets', 50),
    ],
    [
      'staff lower the maximum stake',
      () => app.set('max_in_play_stake', 9_000),
      'LIMIT_REACHED',
      () => app.set('max_in_play_stake', 2_500_000),
    ],
    ['a corrected result takes more than the balance', ({ player }) => overdraw(player), 'BALANCE'],
    [
      'maintenance begins',
      () => app.set('maintenance_mode', true),
      'BETTING_STOPPED',
      () => app.set('maintenance_mode', false),
    ],
    [
      'betting is stopped',
      () => app.set('betting_enabled', false),
      'BETTING_STOPPED',
      () => app.set('betting_enabled', true),
    ],
    [
      'betting on live games is switched off',
      () => app.set('in_play_betting', 'off'),
      'GAME_CLOSED',
      () => app.set('in_play_betting', 'on'),
    ],
    ['the game is cancelled', ({ game }) => app.play(game.id, { status: 'cancelled' }), 'GAME_CLOSED'],
  ])('[INP-06] %s: the bet is rejected, and the stake returns', async (_, change, reason, restore) => {
    const bet = await waiting()
    await change(bet)
    await app.decide(bet.game.id)
    await restore?.()
    const [row] = await app.kernel.db.query('select state, rejected_because from delayed_bets where id = $1', [
      bet.bet.id,
    ])
    expect(row).toEqual({ state: 'rejected', rejected_because: reason })
    const { held } = await app.modules.wallet.accounts.balance(bet.player.id)
    expect(held).toBe(0n)
    expect((await app.eventsOf(bet.player)).some(({ type }) => type === 'delayed-bet-changed')).toBe(true)
  })

  it.each([
    [23, { state: 'accepted', rejected_because: null }],
    [72, { state: 'rejected', rejected_because: 'GAME_CLOSED' }],
  ])(
    '[INP-06] [D20] an upcoming game of the bet is rescheduled by %i hours: the bet is $1.state',
    async (hours, decided) => {
      const [live, upcoming] = [await app.liveGame(), await app.game()]
      const player = await app.player({ balanceUgx: 100_000 })
      const { id } = await app.placeWaiting(player, [live.id, upcoming.id])
      await app.changeGame(upcoming.id, { startTime: new Date(upcoming.startTime.getTime() + hours * 3_600_000) })
      await app.decide(live.id)
      expect(await app.kernel.db.query('select state, rejected_because from delayed_bets where id = $1', [id])).toEqual(
        [decided],
      )
    },
  )

  /** A won bet is corrected to a lost one after its winnings were staked again, so the balance is below zero. */
  async function overdraw(player: TestAccount): Promise<void> {
    const [first, second] = [await app.game(), await app.game()]
    await app.placed(player, { stake: 25_000, selections: [await app.pick(first.id)] })
    await app.finishGame(first.id, 1, 0)
    await app.settle()
    await app.placed(player, {
      stake: Math.floor(await app.balance(player)),
      selections: [await app.pick(second.id)],
    })
    const before = app.clock.now()
    app.clock.forward(3 * 3_600_000)
    await app.enterResult(first.id, { kind: 'result', score: { home: 0, away: 1 } })
    await app.settle()
    app.clock.set(before)
    expect(await app.balance(player)).toBeLessThan(-10_000)
  }

  it('[INP-05] an account with a waiting bet cannot be closed', async () => {
    const { player, game } = await waiting()
    const closed = await player.call(eraseAccount, { body: { currentPassword: TEST_PASSWORD } })
    expect(closed.body).toMatchObject({ code: 'ERASURE_OPEN_BETS' })
    await app.decide(game.id)
  })

  it('[INP-05] another player does not find the bet', async () => {
    const { bet, game } = await waiting()
    const other = await app.player()
    expect((await other.call(getDelayedBet, { params: { id: bet.id } })).body).toMatchObject({
      code: 'TICKET_NOT_FOUND',
    })
    await app.decide(game.id)
  })
})

describe('money and tickets', () => {
  it('[INP-06] [INP-05] several bets of one player are decided together, each with its own reserved stake', async () => {
    const [first, second] = [await app.liveGame(), await app.liveGame()]
    await app.report(first.id)
    const player = await app.player({ balanceUgx: 30_000 })
    const bets = [
      await app.placeWaiting(player, [first.id], { stake: 15_000 }),
      await app.placeWaiting(player, [second.id], { stake: 15_000 }),
    ]
    expect(await wallet(player)).toMatchObject({ balance: 0, held: 30_000 })
    const third = await player.post('/api/bets', { stake: 10_000, selections: [await app.pick(first.id)] })
    expect(third.body).toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
    await app.play(second.id, { homeScore: 1 })
    await app.decide(first.id, second.id)
    const states = await Promise.all(bets.map(async (bet) => (await app.delayedBet(player, bet)).state))
    expect(states).toEqual(['accepted', 'rejected'])
    expect(await wallet(player)).toMatchObject({ balance: 15_000, held: 0 })
    const balances = (await app.eventsOf(player)).filter(({ type }) => type === 'balance-changed')
    expect(balances.at(-1)).toMatchObject({ data: { balance: 15_000, held: 0 } })
  })

  it('[INP-05] the statement shows the reservation, its return and the stake, and the net result counts the stake once', async () => {
    const { player, game } = await waiting()
    const totals = async () => (await player.get('/api/wallet/statement/totals')).body
    expect(await totals()).toMatchObject({ stakes: -10_000, openStakes: -10_000, net: 0 })
    await app.decide(game.id)
    const { items } = (await player.get('/api/wallet/statement')).body
    expect(items.slice(0, 3).map((entry) => [entry['type'], entry['amount']])).toEqual([
      ['bet', -10_000],
      ['bet-release', 10_000],
      ['bet-hold', -10_000],
    ])
    expect(await totals()).toMatchObject({ stakes: -10_000, openStakes: -10_000, net: 0 })
  })

  it('[INP-05] the ticket gets the booking code of the slip', async () => {
    const game = await app.liveGame()
    const player = await app.player({ balanceUgx: 100_000 })
    const selections = [await app.pick(game.id)]
    const issued = await player.post<{ bookingCode: string }>('/api/booking-codes', {
      selections: selections.map(({ gameId, market, selection }) => ({ gameId, market, selection })),
    })
    const bet = await app.placeDelayedBet(player, { stake: 10_000, selections, bookingCode: issued.body.bookingCode })
    await app.decide(game.id)
    const { ticketId } = await app.delayedBet(player, bet)
    expect((await app.ticket({ id: ticketId ?? '' })).bookingCode).toBe(issued.body.bookingCode)
  })

  it('[SETL-46] [INP-05] a bet placed in play is settled on the result, and a late bet for the time before the start is void', async () => {
    const { player, game, bet } = await waiting()
    await app.decide(game.id)
    const { ticketId } = await app.delayedBet(player, bet)
    const goal = { team: 'home' as const, scorer: 'A', playerId: 'a' }
    await app.play(game.id, {
      status: 'finished',
      goalEvents: [
        { ...goal, minute: 40 },
        { ...goal, minute: 80 },
      ],
      homeScore: 2,
      awayScore: 0,
      halfTimeHomeScore: 1,
      halfTimeAwayScore: 0,
    })
    await app.settle()
    expect(await ticketsOf(player)).toEqual([{ id: ticketId, status: 'won' }])
    await app.kernel.db.change('update ticket_legs set in_play = false where ticket_id = $1', [ticketId])
    app.clock.forward(3 * 3_600_000)
    const corrected = { kind: 'result', score: { home: 3, away: 0 }, halfTime: { home: 1, away: 0 } } as const
    expect(await app.enterResult(game.id, corrected)).toMatchObject({ ok: true })
    await app.settle()
    expect((await ticketsOf(player))[0]?.status).toBe('void')
  })
})

describe('concurrency and crashes', () => {
  it('[INP-06] [OPS-07] two workers decide one bet once', async () => {
    const { player, game, bet } = await waiting()
    await app.wait(bet.remainingMs / 1000, game.id)
    await Promise.all([1, 2, 3].map(() => decideDelayedBets(app.kernel, app.deps, [bet.id])))
    expect(await ticketsOf(player)).toHaveLength(1)
    expect(await wallet(player)).toMatchObject({ balance: 90_000, held: 0 })
  })

  it('[INP-06] a decision waits for the account, and sees a suspension that was committed while it waited', async () => {
    const { player, game, bet } = await waiting()
    await app.wait(bet.remainingMs / 1000, game.id)
    let decision: Promise<void> | undefined
    await inTransaction(async (tx) => {
      await app.modules.wallet.accounts.lock(tx, [player.id])
      decision = decideDelayedBets(app.kernel, app.deps, [bet.id])
      await untilLockWaits(app.kernel.db)
      await app.modules.wallet.accounts.setFrozen(tx, player.id, true)
    })
    await decision
    const [row] = await app.kernel.db.query('select rejected_because from delayed_bets where id = $1', [bet.id])
    expect(row).toEqual({ rejected_because: 'ACCOUNT_CLOSED' })
  })

  it('[OPS-07] [INP-05] a decision that fails before its commit leaves the bet waiting, and it is decided after the lease', async () => {
    const { player, game, bet } = await waiting()
    await app.wait(bet.remainingMs / 1000, game.id)
    const outbox = { ...app.kernel.outbox, appendEvents: () => Promise.reject(new Error('killed')) }
    await expect(decideDelayedBets({ ...app.kernel, outbox }, app.deps, [bet.id])).rejects.toThrow('killed')
    expect(await app.delayedBet(player, bet)).toMatchObject({ state: 'waiting' })
    expect(await wallet(player)).toMatchObject({ balance: 90_000, held: 10_000 })
    await app.delayedBets.decideDue()
    expect(await app.delayedBet(player, bet)).toMatchObject({ state: 'accepted' })
    expect(await ticketsOf(player)).toHaveLength(1)
  })

  it('[OPS-07] [INP-05] a decision whose commit confirmation is lost has one effect', async () => {
    const { player, game, bet } = await waiting()
    await app.wait(bet.remainingMs / 1000, game.id)
    const way = await cuttableDatabase(app.database.url)
    const workerDb = createDb({ url: way.url, name: 'cut', maxConnections: 1, log: createLog('silent') })
    try {
      way.cutAnswerTo('update delayed_bets b')
      await decideDelayedBets({ ...app.kernel, workerDb }, app.deps, [bet.id]).catch(() => undefined)
    } finally {
      await workerDb.close()
      await way.close()
    }
    // The server may still be committing when the connection is gone.
    await sleep(500)
    await decideDelayedBets(app.kernel, app.deps, [bet.id])
    expect(await app.delayedBet(player, bet)).toMatchObject({ state: 'accepted' })
    expect(await ticketsOf(player)).toHaveLength(1)
    expect(await wallet(player)).toMatchObject({ balance: 90_000, held: 0 })
  })

  it('[INP-05] a bet that cannot be decided does not stop the others', async () => {
    const games = [await app.liveGame(), await app.liveGame()] as const
    await app.report(...games.map(({ id }) => id))
    const [good, bad] = [await waitingOn(games[0]), await waitingOn(games[1])]
    // The hold is gone, which never happens in the product.
    await app.asOwner(`alter table holds disable trigger holds_decided_once`)
    await app.asOwner(`update holds set state = 'voided', decided_at = now() where reference = '${bad.bet.id}'`)
    await app.decide(good.game.id, bad.game.id)
    expect(await app.delayedBet(good.player, good.bet)).toMatchObject({ state: 'accepted' })
    expect(await app.delayedBet(bad.player, bad.bet)).toMatchObject({ state: 'waiting' })
    await app.asOwner(`update holds set state = 'pending', decided_at = null where reference = '${bad.bet.id}'`)
    await app.asOwner(`alter table holds enable trigger holds_decided_once`)
    await app.wait(6, bad.game.id)
    await app.delayedBets.decideDue()
    expect(await app.delayedBet(bad.player, bad.bet)).toMatchObject({ state: 'accepted' })
  })
})
