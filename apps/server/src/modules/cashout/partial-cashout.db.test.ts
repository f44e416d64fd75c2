import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancelTicket } from '@mupiira/contract/admin-tickets.ts'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import { HOUR_MS } from '@mupiira/domain/time/durations.ts'
import { ugxFromShillings } from '@mupiira/domain/money/ugx.ts'
import { untilLockWaits } from '../../kernel/db/test-lock-waits.ts'
import { newId } from '../../kernel/ids.ts'
import type { GameRow } from '../catalogue/index.ts'
import { acceptOffer } from './accept-offer.ts'
import { type CashoutFixture, cashoutFixture } from './testing/cashout-fixture.ts'

let app: CashoutFixture

beforeAll(async () => {
  app = await cashoutFixture()
})
afterAll(() => app?.close())

type Placed = { readonly ticket: Ticket; readonly game: GameRow }

/** A player's ticket of 100,000 on a home win. */
async function single(given?: GameRow): Promise<Placed> {
  const game = given ?? (await app.game())
  return { game, ticket: await app.place(await app.player(), [game.id, '1x2', '1']) }
}

const anotherBet = async ({ userId }: Ticket) => app.place(app.account(userId), [(await app.game()).id, '1x2', '1'])

/** A ticket on a manual game whose part of 40,000 was cashed out before the start. */
async function partlyCashed(): Promise<Placed> {
  const placed = await single(await app.manualGame())
  expect(await app.acceptPart(placed.ticket, 100_000, 40_000)).toMatchObject({ status: 200 })
  return placed
}

const LED = {
  halfTimeHomeScore: 1,
  halfTimeAwayScore: 0,
  goalEvents: [{ team: 'home' as const, minute: 12, scorer: 'A' }],
}

async function leading(): Promise<Placed & { readonly offer: number }> {
  const { ticket, game } = await single()
  await app.play(game.id, 70, 1, 0, LED)
  await app.wait(20, game.id)
  const { offer } = await app.cashoutOf(ticket)
  return { ticket, game, offer: offer ?? 0 }
}

const share = (amount: number, percent: number): number => Math.floor(amount * percent + 1e-6) / 100
const startOfHour = (at: Date): Date => new Date(at.getTime() - (at.getTime() % HOUR_MS))
const openStakesOf = async ({ userId }: Ticket) => (await app.account(userId).get('/api/wallet/statement/totals')).body

describe('a partial cashout', () => {
  it('[COUT-01] [TICK-45] parts are paid their share of the offer, and the rest keeps its odds until it is cashed out too', async () => {
    const { ticket } = await single()
    const first = await app.acceptPart(ticket, 100_000, 40_000)
    expect(first).toMatchObject({
      status: 200,
      cashout: { state: 'paid', offer: 40_000, stake: 40_000, stakeLeft: 60_000 },
    })
    expect(await app.ticket(ticket)).toMatchObject({
      status: 'pending',
      totalStake: 100_000,
      cashedStake: 40_000,
      cashedOut: 40_000,
      payout: null,
      totalOdds: ticket.totalOdds,
      potentialWin: share(ticket.potentialWin, 60),
    })
    expect(await app.cashoutOf(ticket)).toMatchObject({
      state: 'offered',
      offer: 60_000,
      stake: null,
      stakeLeft: 60_000,
      parts: { minimum: 1_000, minimumLeft: 25_000, stepPercent: 10 },
    })
    expect(await app.acceptPart(ticket, 60_000, 6_000)).toMatchObject({ status: 200, cashout: { offer: 6_000 } })
    expect(await app.accept(ticket, 54_000)).toMatchObject({
      status: 200,
      cashout: { state: 'paid', offer: 54_000, stake: null, stakeLeft: 0 },
    })
    expect(await app.ticket(ticket)).toMatchObject({ status: 'cashout', cashedOut: 46_000, payout: 54_000 })
    expect(await app.cashoutOf(ticket)).toMatchObject({ state: 'paid', offer: 54_000 })
    expect(await app.credits(ticket)).toEqual([
      { kind: 'cashout', amount: 40_000 },
      { kind: 'cashout', amount: 6_000 },
      { kind: 'cashout', amount: 54_000 },
    ])
    const { parts } = (await app.openTicket(ticket)).trail
    expect(parts.map(({ stake, paid }) => [stake, paid])).toEqual([
      [40_000, 40_000],
      [6_000, 6_000],
    ])
    expect(await app.balance(ticket.userId)).toBe(1_000_000)
    expect(await app.isLedgerClean()).toBe(true)
  })

  it('[COUT-01] a part is refused if it pays too little or leaves too little stake, and the refusal contains the limit', async () => {
    const { ticket } = await single()
    await anotherBet(ticket)
    expect(await app.acceptPart(ticket, 100_000, 999)).toMatchObject({
      error: 'CASHOUT_PART_TOO_SMALL',
      details: { minimum: '1,000' },
    })
    for (const stake of [99_001, 100_000.01])
      expect(await app.acceptPart(ticket, 100_000, stake)).toMatchObject({
        error: 'STAKE_LEFT_TOO_SMALL',
        details: { minimum: '1,000' },
      })
    await app.set('cashout_part_minimum', 5_000)
    expect(await app.acceptPart(ticket, 100_000, 4_999)).toMatchObject({ details: { minimum: '5,000' } })
    await app.set('cashout_part_minimum', 1_000)
    expect(await app.credits(ticket)).toEqual([])
  })

  it('[COUT-01] [OPS-03] a repeated request for a part credits nothing, and an offer from before a part is refused', async () => {
    const { ticket } = await single()
    const key = newId()
    const first = await app.accept(ticket, 100_000, key, { stake: 30_000 })
    expect(await app.accept(ticket, 100_000, key, { stake: 30_000 })).toEqual(first)
    expect(await app.acceptPart(ticket, 100_000, 30_000)).toEqual({
      error: 'OFFER_CHANGED',
      details: { offer: 70_000 },
    })
    expect(await app.credits(ticket)).toEqual([{ kind: 'cashout', amount: 30_000 }])
  })

  it('[COUT-01] an offer that the player saw for another stake left is refused, even if the current offer is as high', async () => {
    const { ticket } = await single()
    expect(await app.acceptPart(ticket, 100_000, 50_000, 100_000)).toMatchObject({ status: 200 })
    for (const more of [{ stake: 10_000 }, {}])
      expect(await app.accept(ticket, 50_000, undefined, { ...more, stakeLeft: 100_000 })).toEqual({
        error: 'OFFER_CHANGED',
        details: { offer: 50_000 },
      })
    expect(await app.acceptPart(ticket, 50_000, 10_000, 50_000)).toMatchObject({ status: 200 })
    expect(await app.ticket(ticket)).toMatchObject({ cashedStake: 60_000, cashedOut: 60_000 })
  })

  it('[COUT-01] [TICK-48] a part of a live ticket is checked first, paid once, and the player is notified that the rest is open', async () => {
    const { ticket, game, offer } = await leading()
    const paid = share(offer, 50)
    expect(await app.acceptPart(ticket, offer, 50_000)).toMatchObject({
      status: 202,
      cashout: { state: 'checking', offer: paid, stake: 50_000 },
    })
    // One acceptance is checked at a time.
    expect(await app.acceptPart(ticket, offer, 50_000)).toMatchObject({ status: 202, cashout: { offer: paid } })
    expect(await app.accept(ticket, offer)).toMatchObject({ error: 'CASHOUT_IN_PROGRESS' })
    expect(await app.acceptPart(ticket, offer, 20_000)).toMatchObject({ error: 'CASHOUT_IN_PROGRESS' })
    await app.wait(10, game.id)
    await app.acceptances.decideDue()
    await app.acceptances.decideDue()
    expect(await app.credits(ticket)).toEqual([{ kind: 'cashout', amount: paid }])
    expect(await app.outcomes(ticket)).toEqual([{ offer: paid, refusedBecause: null, isRunning: true }])
    expect(await app.cashoutOf(ticket)).toMatchObject({ state: 'offered', stakeLeft: 50_000 })
    expect(await app.ticket(ticket)).toMatchObject({ status: 'pending', cashedOut: paid })
    expect(await app.isLedgerClean()).toBe(true)
  })

  it('[COUT-01] [OPS-03] a checked acceptance of all of the stake left can be repeated with and without its amount', async () => {
    const [named, unnamed] = [await leading(), await leading()]
    for (const { ticket, offer } of [named, unnamed]) await app.acceptPart(ticket, offer, 100_000)
    expect(await app.acceptPart(named.ticket, named.offer, 100_000)).toMatchObject({
      status: 202,
      cashout: { offer: named.offer, stake: null },
    })
    expect(await app.accept(unnamed.ticket, unnamed.offer)).toMatchObject({ status: 202 })
    expect(await app.acceptPart(named.ticket, named.offer, 99_000)).toMatchObject({ error: 'CASHOUT_IN_PROGRESS' })
  })

  it('[COUT-01] [TICK-48] a goal during the check refuses a part, and the stake stays on the ticket', async () => {
    const { ticket, game, offer } = await leading()
    await app.acceptPart(ticket, offer, 50_000)
    await app.play(game.id, 71, 1, 1)
    await app.wait(10, game.id)
    await app.acceptances.decideDue()
    expect((await app.cashoutOf(ticket)).refused).toMatchObject({ offer: share(offer, 50), why: 'OFFER_CHANGED' })
    expect(await app.ticket(ticket)).toMatchObject({ status: 'pending', cashedStake: 0 })
    expect(await app.credits(ticket)).toEqual([])
  })

  it('[COUT-01] [SLIP-32] before its start, a player’s only bet keeps the minimum of a first bet, and all of it can be cashed out', async () => {
    const { ticket } = await single()
    expect((await app.cashoutOf(ticket)).parts.minimumLeft).toBe(25_000)
    expect(await app.acceptPart(ticket, 100_000, 76_000)).toEqual({
      error: 'STAKE_LEFT_TOO_SMALL',
      details: { minimum: '25,000' },
    })
    expect(await app.acceptPart(ticket, 100_000, 75_000)).toMatchObject({ status: 200 })
    expect(await app.accept(ticket, 25_000)).toMatchObject({ status: 200 })
    expect(await app.isFirstBet({ id: ticket.userId })).toBe(true)
  })

  it('[COUT-01] [SLIP-32] after its start, or with another bet, a player’s first bet keeps only the minimum of a part', async () => {
    const { ticket, offer } = await leading()
    expect((await app.cashoutOf(ticket)).parts.minimumLeft).toBe(1_000)
    expect(await app.acceptPart(ticket, offer, 99_000)).toMatchObject({ status: 202 })
    const early = await single()
    await anotherBet(early.ticket)
    expect((await app.cashoutOf(early.ticket)).parts.minimumLeft).toBe(1_000)
    expect(await app.acceptPart(early.ticket, 100_000, 99_000)).toMatchObject({ status: 200 })
  })

  it('[COUT-01] [SLIP-35] a ticket counts as a bet after a part, and no longer when all of it was cashed out before the start', async () => {
    const { ticket } = await partlyCashed()
    const player = { id: ticket.userId }
    expect(await app.isFirstBet(player)).toBe(false)
    await app.accept(ticket, 60_000)
    expect(await app.isFirstBet(player)).toBe(true)
  })
})

describe('the rest of a ticket after a partial cashout', () => {
  it.each([
    ['won', 1, 0, (win: number) => share(win, 60)],
    ['lost', 0, 1, () => 0],
  ] as const)('[COUT-06] a %s ticket is settled for the stake left', async (status, home, away, expected) => {
    const { ticket, game } = await partlyCashed()
    await app.finishGame(game.id, home, away)
    await app.settle()
    const payout = expected(ticket.potentialWin)
    expect(await app.ticket(ticket)).toMatchObject({ status, payout, cashedOut: 40_000 })
    expect(await app.balance(ticket.userId)).toBe(900_000 + 40_000 + payout)
    expect(await app.isLedgerClean()).toBe(true)
  })

  it('[COUT-06] [SETL-40] a void ticket returns the stake left, and the cashed part stands', async () => {
    const { ticket, game } = await partlyCashed()
    await app.enterResult(game.id, { kind: 'void', reason: 'CANCELLED' })
    await app.settle()
    expect(await app.ticket(ticket)).toMatchObject({ status: 'void', payout: 60_000, cashedOut: 40_000 })
    expect(await app.balance(ticket.userId)).toBe(1_000_000)
    expect(await app.isLedgerClean()).toBe(true)
  })

  it('[COUT-06] [SETL-44] a corrected result changes the payout of the rest only, and another part can follow after it reopens the ticket', async () => {
    const tomorrow = new Date(app.clock.now().getTime() + 24 * HOUR_MS)
    const [over, ahead] = [await app.manualGame(), await app.manualGame()]
    await app.changeGame(ahead.id, { startTime: tomorrow })
    const player = await app.player()
    const ticket = await app.place(player, [over.id, '1x2', '1'], [ahead.id, '1x2', '1'])
    await app.acceptPart(ticket, 100_000, 40_000)
    await app.finishGame(over.id, 0, 1)
    await app.settle()
    expect((await app.ticket(ticket)).status).toBe('lost')
    app.clock.forward(2 * HOUR_MS)
    await app.enterResult(over.id, { kind: 'result', score: { home: 1, away: 0 } })
    await app.settle()
    expect(await app.ticket(ticket)).toMatchObject({ status: 'pending', cashedOut: 40_000 })
    const { offer } = await app.cashoutOf(ticket)
    expect(await app.acceptPart(ticket, offer ?? 0, 30_000)).toMatchObject({ status: 200 })
    await app.finishGame(ahead.id, 1, 0)
    await app.settle()
    const { status, payout, cashedOut } = await app.ticket(ticket)
    expect([status, payout]).toEqual(['won', share(ticket.potentialWin, 30)])
    expect(await app.balance(player)).toBeCloseTo(900_000 + cashedOut + (payout ?? 0), 2)
    expect(await app.isLedgerClean()).toBe(true)
  })

  it('[COUT-06] [SETL-45] a correction after settlement reverses the payout of the rest only, and the cashed part stands', async () => {
    const { ticket, game } = await partlyCashed()
    await app.finishGame(game.id, 1, 0)
    await app.settle()
    app.clock.forward(7_200_000)
    await app.enterResult(game.id, { kind: 'result', score: { home: 0, away: 1 } })
    await app.settle()
    expect(await app.ticket(ticket)).toMatchObject({ status: 'lost', payout: 0, cashedOut: 40_000 })
    expect(await app.balance(ticket.userId)).toBe(940_000)
    expect(await app.isLedgerClean()).toBe(true)
  })

  it('[COUT-06] [ADMT-07] a cancelled ticket refunds the stake left', async () => {
    const { ticket } = await partlyCashed()
    const staff = await app.admin()
    const { status, body } = await staff.call(cancelTicket, {
      params: { id: ticket.id },
      body: { reason: 'Wrong odds' },
    })
    expect([status, body.refundAmount]).toEqual([200, 60_000])
    expect(await app.ticket(ticket)).toMatchObject({ status: 'cancelled', payout: 60_000 })
    expect(await app.balance(ticket.userId)).toBe(1_000_000)
    expect(await app.isLedgerClean()).toBe(true)
  })

  it('[COUT-01] [PLAY-07] open stakes, liability, exposure and figures of bets count the stake left', async () => {
    const { ticket, game } = await partlyCashed()
    const { betting } = app.modules
    expect(await openStakesOf(ticket)).toMatchObject({ stakes: -100_000, openStakes: -60_000, wins: 40_000, net: 0 })
    expect(await betting.exposure.liabilityOf(app.kernel.db, game.id)).toMatchObject([
      { stakeUgx: 6_000_000n, payoutUgx: BigInt(Math.round(share(ticket.potentialWin, 60) * 100)) },
    ])
    const figures = async () => {
      const days = await betting.administration.history.byDay(null, null)
      return Object.fromEntries(
        ['pending', 'cashout', 'won'].map((status) => {
          const own = days.filter((day) => day.status === status)
          const sum = (of: 'stakeUgx' | 'payoutUgx') => own.reduce((all, each) => all + Number(each[of]) / 100, 0)
          return [status, { stake: sum('stakeUgx'), payout: sum('payoutUgx') }]
        }),
      )
    }
    const before = await figures()
    await app.acceptPart(ticket, 60_000, 10_000)
    const after = await figures()
    expect((after['pending']?.stake ?? 0) - (before['pending']?.stake ?? 0)).toBe(-10_000)
    expect((after['cashout']?.stake ?? 0) - (before['cashout']?.stake ?? 0)).toBe(10_000)
    expect((after['cashout']?.payout ?? 0) - (before['cashout']?.payout ?? 0)).toBe(10_000)
    const [liability] = (
      await betting.administration.history.liabilitySince(startOfHour(app.clock.now()), app.clock.now())
    ).slice(-1)
    const [stored] = await app.kernel.db.query<{ stake: bigint; payout: bigint }>(
      `select sum(total_stake - cashed_stake)::bigint as stake,
              sum(of_stake_left(potential_win, total_stake, cashed_stake))::bigint as payout
         from tickets where status = 'pending'`,
    )
    expect(liability).toMatchObject({ stakeUgx: stored?.stake, payoutUgx: stored?.payout })
    await app.finishGame(game.id, 1, 0)
    await app.settle()
    const settled = await figures()
    expect((settled['won']?.stake ?? 0) - (after['won']?.stake ?? 0)).toBe(50_000)
    expect((settled['pending']?.stake ?? 0) - (after['pending']?.stake ?? 0)).toBe(-50_000)
  })
})

describe('partial cashouts at the same time as other changes', () => {
  it('[COUT-01] [TICK-45] of two parts of one ticket that are accepted at once, the second sees the stake left of the first', async () => {
    const { ticket } = await single()
    const both = await app.kernel.db.transaction(async (tx) => {
      await tx.query('select from accounts where id = $1 for no key update', [ticket.userId])
      const started = [app.acceptPart(ticket, 100_000, 60_000), app.acceptPart(ticket, 100_000, 60_000)]
      await untilLockWaits(app.kernel.workerDb, 2)
      return { started }
    })
    const answers = await Promise.all(both.started)
    const outcomes = answers.map((answer) => ('error' in answer ? answer.error : 'paid'))
    expect(new Set(outcomes)).toEqual(new Set(['paid', 'OFFER_CHANGED']))
    expect(await app.ticket(ticket)).toMatchObject({ status: 'pending', cashedStake: 60_000, cashedOut: 60_000 })
    expect(await app.isLedgerClean()).toBe(true)
  })

  it('[COUT-06] [SETL-09] a settlement that waits for a part settles the stake left', async () => {
    const { ticket, game } = await single(await app.manualGame())
    const { betting, catalogue, identity, pricing, settings, wallet } = app.modules
    const deps = {
      catalogue,
      exposure: betting.exposure,
      wallet,
      prices: pricing.prices,
      profiles: identity.profiles,
      settings: settings.reads,
      tickets: betting.tickets,
    }
    const seenUgx = ugxFromShillings(100_000)
    const part = {
      ticketId: ticket.id,
      userId: ticket.userId,
      seenUgx,
      seenLeftUgx: seenUgx,
      stakeUgx: ugxFromShillings(40_000),
    }
    const { settled } = await app.kernel.db.transaction(async (tx) => {
      expect(await acceptOffer(app.kernel, deps, tx, part)).toMatchObject({ ok: true })
      const settled = app.finishGame(game.id, 1, 0).then(() => app.settle())
      await untilLockWaits(app.kernel.workerDb)
      return { settled }
    })
    await settled
    const payout = share(ticket.potentialWin, 60)
    expect(await app.ticket(ticket)).toMatchObject({ status: 'won', payout, cashedOut: 40_000 })
    expect(await app.balance(ticket.userId)).toBeCloseTo(940_000 + payout, 2)
    expect(await app.acceptPart(ticket, 60_000, 10_000)).toMatchObject({ error: 'CASHOUT_UNAVAILABLE' })
    expect(await app.isLedgerClean()).toBe(true)
  })

  it('[COUT-06] [TICK-41] a part that waits while the game ends is refused, and the whole ticket is settled', async () => {
    const { ticket, game } = await single(await app.manualGame())
    const { part } = await app.kernel.db.transaction(async (tx) => {
      await tx.query('select from accounts where id = $1 for no key update', [ticket.userId])
      const part = app.acceptPart(ticket, 100_000, 40_000)
      await untilLockWaits(app.kernel.workerDb)
      await app.finishGame(game.id, 1, 0)
      return { part }
    })
    expect(await part).toEqual({ error: 'CASHOUT_UNAVAILABLE', details: { reason: 'BEING_DECIDED' } })
    await app.settle()
    const payout = ticket.potentialWin
    expect(await app.ticket(ticket)).toMatchObject({ status: 'won', payout, cashedOut: 0 })
    expect(await app.isLedgerClean()).toBe(true)
  })
})
