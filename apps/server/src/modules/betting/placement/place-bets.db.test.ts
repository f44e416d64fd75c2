import { setTimeout as sleep } from 'node:timers/promises'
import { placeBet } from '@mupiira/contract/bets.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cuttableDatabase } from '../../../../../../tests/support/cut-connection.ts'
import { createDb } from '../../../kernel/db/pool.ts'
import { newId } from '../../../kernel/ids.ts'
import { createBatcher } from '../../../kernel/batcher.ts'
import { createLog } from '../../../kernel/telemetry/log.ts'
import type { GameRow } from '../../catalogue/index.ts'
import type { PlacedAnswer } from '../../../testing/test-bets.ts'
import { placeBets, type PlaceRequest } from './place-bets.ts'
import { type BettingFixture, bettingFixture, codeOf } from '../testing/betting-fixture.ts'
import { NOON } from '../../../testing/test-app.ts'
import { TEST_ODDS } from '../../../testing/test-bets.ts'

let app: BettingFixture
let game: GameRow
let other: GameRow
beforeAll(async () => {
  app = await bettingFixture()
  game = await app.game()
  other = await app.game({ homeTeam: 'Arsenal', awayTeam: 'Chelsea' })
})
afterAll(() => app.close())

describe('a placed bet', () => {
  it('[SLIP-46] [SLIP-47] [SLIP-24] [SLIP-42] a placed bet creates a pending ticket and debits the stake immediately', async () => {
    const user = await app.player({ balanceUgx: 50_000 })
    const legs = [await app.pick(game.id), await app.pick(other.id, 'btts', 'yes')]
    const outcome = await app.place(user, { stake: 20_000, selections: legs })
    const { ticket, balance } = outcome.body
    const total =
      Math.floor((Math.round((legs[0]?.odds ?? 0) * 100) * Math.round((legs[1]?.odds ?? 0) * 100)) / 100) / 100
    expect(ticket).toMatchObject({
      status: 'pending',
      totalStake: 20_000,
      totalOdds: total,
      payout: null,
      userId: user.id,
    })
    expect(ticket.potentialWin).toBeCloseTo(20_000 * total, 2)
    expect(ticket.selections.map((leg) => [leg.market, leg.selection, leg.stake, leg.label])).toEqual([
      ['1x2', '1', 10_000, 'NOT START'],
      ['btts', 'yes', 10_000, 'NOT START'],
    ])
    expect(balance).toBe(30_000)
    expect(await app.balance(user)).toBe(30_000)
  })

  it('[PLAY-06] [SETL-12] a placed bet records odds, rulebook, price step, client and address', async () => {
    const player = await app.player()
    const browser = app.browser('10.9.8.7')
    for (const [name, value] of player.cookies) browser.cookies.set(name, value)
    const bet = { stake: 10_000, selections: [await app.pick(game.id)] }
    const { body } = await browser.call(placeBet, { body: bet, headers: { 'user-agent': 'A browser' } })
    const { ticket } = body as PlacedAnswer
    const [row] = await app.kernel.db.query(
      `select t.rulebook, t.client, t.address, l.odds, l.price_version, l.price_step
         from tickets t join ticket_legs l on l.ticket_id = t.id where t.id = $1`,
      [ticket.id],
    )
    expect(row).toMatchObject({
      rulebook: 'house',
      client: 'A browser',
      address: '10.9.8.7',
      odds: Math.round((ticket.selections[0]?.odds ?? 0) * 100),
      price_version: game.priceVersion,
      price_step: BigInt(Math.floor(NOON.getTime() / 30_000)),
    })
  })

  it.each(['waits for locks', 'reads limits'])(
    '[SETL-12] [MKT-34] a placed bet records the rulebook used for its prices, even if the setting changes while the bet %s',
    async (moment) => {
      const fresh = await app.game()
      const user = await app.player()
      const request = app.request(user, {
        selections: [{ gameId: fresh.id, market: 'draw_no_bet', selection: '1', odds: 1.01 }],
        acceptOddsChanges: true,
      })
      const underHouse = await app.odds(fresh.id, 'draw_no_bet', '1')
      const { catalogue, protection } = app.modules
      const lockOffers: typeof catalogue.games.lockOffers = async (...locks) => {
        if (moment === 'waits for locks') await app.set('settlement_rulebook', 'industry')
        return catalogue.games.lockOffers(...locks)
      }
      const limitStatus: typeof protection.commands.limitStatus = async (...players) => {
        const limits = await protection.commands.limitStatus(...players)
        // After this wait the games have been read.
        await sleep(100)
        if (moment === 'reads limits') await app.set('settlement_rulebook', 'industry')
        return limits
      }
      const deps = {
        ...app.deps,
        catalogue: { ...catalogue, games: { ...catalogue.games, lockOffers } },
        protection: { limitStatus },
      }
      await placeBets(app.kernel, deps, [request])
      const underIndustry = await app.odds(fresh.id, 'draw_no_bet', '1')
      await app.set('settlement_rulebook', 'house')
      expect(underIndustry).toBeGreaterThan(underHouse)
      const [row] = await app.kernel.db.query<{ rulebook: string; odds: number }>(
        'select t.rulebook, l.odds from tickets t join ticket_legs l on l.ticket_id = t.id where t.user_id = $1',
        [user.id],
      )
      expect(row).toEqual({ rulebook: 'industry', odds: Math.round(underIndustry * 100) })
    },
  )

  it('[SLIP-17] [CODE-08] [CODE-20] a placed bet gets a new booking code, with a warning if the requested code was not available', async () => {
    const user = await app.player()
    const slip = { selections: [await app.pick(game.id)] }
    const plain = await app.place(user, slip)
    const response = await app.place(user, { ...slip, bookingCode: 'abcd2345' })
    expect(plain.body.warning).toBeUndefined()
    expect(response.body.ticket.bookingCode).toMatch(/^[A-HJ-NP-Z2-9]{8}$/)
    expect(response.body.ticket.bookingCode).not.toBe('ABCD2345')
    expect(response.body.warning).toContain('ABCD2345')
  })

  it('[SLIP-05] a placed bet with several selections of one game has a joint price', async () => {
    const picks = [await app.pick(game.id, '1x2', '1'), await app.pick(game.id, 'btts', 'yes')]
    const ticket = await app.placed(await app.player(), { selections: picks })
    const product = picks.reduce((total, leg) => total * leg.odds, 1)
    expect(ticket.totalOdds).not.toBeCloseTo(product, 1)
    expect(ticket.totalOdds).toBeGreaterThan(Math.max(...picks.map((leg) => leg.odds)))
    expect(ticket.selections.every((leg) => leg.sameGame)).toBe(true)
    // With a single game, the joint odds are the ticket's total odds.
    expect(ticket.jointOdds).toEqual([{ gameId: game.id, odds: ticket.totalOdds }])
  })

  it('[SLIP-07] [SLIP-08] a placed bet accepts the selection texts of the specification', async () => {
    const ticket = await app.placed(await app.player(), {
      selections: [
        { gameId: game.id, selection: 'Over 2.5', odds: 1 },
        { gameId: other.id, market: 'Other', selection: 'Yes', odds: 1 },
      ],
    })
    expect(ticket.selections.map((leg) => [leg.market, leg.selection])).toEqual([
      ['over_under', 'over_2.5'],
      ['btts', 'yes'],
    ])
  })

  it('a placed bet writes the balance and ticket events in one outbox row', async () => {
    const user = await app.player({ balanceUgx: 40_000 })
    const ticket = await app.placed(user, { selections: [await app.pick(game.id)] })
    const [row] = await app.kernel.db.query<{ events: unknown }>('select events from outbox order by id desc limit 1')
    expect(row?.events).toEqual([
      { type: 'balance-changed', userId: user.id, data: { balance: 30_000, held: 0 } },
      {
        type: 'bet-placed',
        userId: user.id,
        data: {
          ticketId: ticket.id,
          bookingCode: ticket.bookingCode,
          stake: 10_000,
          potentialWin: ticket.potentialWin,
        },
      },
    ])
  })
})

describe('price movement', () => {
  it('[SLIP-49] placing a bet accepts better odds than the player saw', async () => {
    const leg = await app.pick(game.id)
    const ticket = await app.placed(await app.player(), {
      selections: [{ ...leg, odds: leg.odds - 0.2 }],
      totalOdds: leg.odds - 0.2,
    })
    expect(ticket.totalOdds).toBe(leg.odds)
  })

  it('[SLIP-50] a bet refused for changed odds returns the current odds', async () => {
    const leg = await app.pick(game.id)
    const outcome = await app.place(await app.player(), { selections: [{ ...leg, odds: 9 }], totalOdds: 9 })
    expect(outcome.body).toMatchObject({
      code: 'ODDS_CHANGED',
      details: {
        totalOdds: leg.odds,
        selections: [{ gameId: game.id, market: '1x2', selection: '1', odds: leg.odds }],
        jointOdds: [],
      },
    })
  })

  it('[SLIP-51] a bet at worse odds is accepted if the player accepts odds changes', async () => {
    const leg = await app.pick(game.id)
    const slip = { selections: [{ ...leg, odds: 9 }], totalOdds: 9, acceptOddsChanges: true }
    expect((await app.placed(await app.player(), slip)).totalOdds).toBe(leg.odds)
  })

  /**
   * Moves the clock to the next step at which the price of a home win falls by at least two hundredths. A fall by one
   * hundredth may disappear when odds are rounded.
   */
  async function nextFall(gameId: string): Promise<{ before: number; at: number }> {
    const now = app.clock.now().getTime()
    const first = now - (now % 30_000) + 30_000
    for (const at of Array.from({ length: 40 }, (_, step) => first + step * 30_000)) {
      app.clock.set(new Date(at - 1))
      const before = await app.odds(gameId, '1x2', '1')
      app.clock.set(new Date(at))
      if ((await app.odds(gameId, '1x2', '1')) < before - 0.015) return { before, at }
    }
    throw new Error('the price never fell')
  }

  it('[SLIP-52] a bet at the price of the previous step is accepted for five seconds', async () => {
    const fallen = await nextFall(game.id)
    const slip = { selections: [{ gameId: game.id, market: '1x2', selection: '1', odds: fallen.before }] }
    app.clock.set(new Date(fallen.at + 4_999))
    expect((await app.placed(await app.player(), slip)).totalOdds).toBe(fallen.before)
    app.clock.set(new Date(fallen.at + 5_000))
    expect(codeOf(await app.place(await app.player(), slip))).toBe('ODDS_CHANGED')
    app.clock.set(NOON)
  })

  it('[SLIP-52] a price combined from an old price step and a newer base price is rejected', async () => {
    const moved = await app.game()
    const fallen = await nextFall(moved.id)
    app.clock.set(new Date(fallen.at + 1_000))
    // The odds become longer, so the published price is not above the current one.
    await app.changeGame(moved.id, { homeOdds: 200, awayOdds: 400 })
    const prices = (await app.modules.pricing.prices.snapshot([moved.id], app.clock.now())).get(moved.id)
    const price = prices?.price('1x2', '1')
    const [now, unseen] = [price?.oddsHundredths ?? 0, price?.previousHundredths ?? 0]
    expect(unseen).toBeGreaterThan(now)
    const slip = { selections: [{ gameId: moved.id, market: '1x2', selection: '1', odds: unseen / 100 }] }
    expect(codeOf(await app.place(await app.player(), slip))).toBe('ODDS_CHANGED')
    app.clock.set(NOON)
  })

  it('[SLIP-52] a new base price applies to bets at once, before its event is delivered', async () => {
    const moved = await app.game()
    const leg = await app.pick(moved.id)
    await app.changeGame(moved.id, { homeOdds: 150, awayOdds: 700 })
    expect(codeOf(await app.place(await app.player(), { selections: [leg] }))).toBe('ODDS_CHANGED')
    const user = await app.player()
    const placedTicket = await app.placed(user, { selections: [leg], acceptOddsChanges: true })
    expect(placedTicket.totalOdds).toBeLessThan(leg.odds)
    await app.changeGame(moved.id, TEST_ODDS)
  })
})

describe('bets placed together', () => {
  it('[WALT-08] bets in one batch cannot spend the same balance twice', async () => {
    const user = await app.player({ balanceUgx: 25_000 })
    const slip = { selections: [await app.pick(game.id)] }
    const batch = [app.request(user, slip), app.request(user, slip), app.request(user, slip)]
    expect((await app.placeTogether(batch)).map(codeOf)).toEqual(['placed', 'placed', 'INSUFFICIENT_BALANCE'])
    expect(await app.balance(user)).toBe(5_000)
  })

  it('[SLIP-48] [OPS-03] repeated idempotency keys in one batch place one bet each and get identical responses', async () => {
    const user = await app.player({ balanceUgx: 50_000 })
    const slip = { selections: [await app.pick(game.id)] }
    const key = newId()
    const first = app.request(user, slip, key)
    expect(codeOf((await app.placeTogether([first]))[0])).toBe('placed')
    const again = (await app.placeTogether([app.request(user, slip, key)]))[0]
    expect(again).toEqual({ again: first.idempotencyRecord.answer })
    expect(codeOf(await app.place(user, { ...slip, stake: 11_000 }, key))).toBe('IDEMPOTENCY_KEY_REUSED')
    expect(await app.balance(user)).toBe(40_000)
  })

  it('[OPS-03] a refusal by a betting rule is stored under its idempotency key, and other refusals are evaluated again', async () => {
    const user = await app.player({ balanceUgx: 5_000 })
    const slip = { selections: [await app.pick(game.id)] }
    const key = newId()
    const first = await app.place(user, slip, key)
    expect(codeOf(first)).toBe('INSUFFICIENT_BALANCE')
    await app.credit(user.id, 20_000)
    expect((await app.place(user, slip, key)).text).toBe(first.text)
    const unknown = () => app.placeTogether([app.request({ id: late }, slip, key)])
    const late = newId()
    expect((await unknown()).map(codeOf)).toEqual(['PROFILE_NOT_FOUND'])
    expect((await unknown()).map(codeOf)).toEqual(['PROFILE_NOT_FOUND'])
  })

  it('[SLIP-54] an invalid bet does not affect the other bets of its batch', async () => {
    const [a, b, c] = [await app.player(), await app.player(), await app.player()]
    const slip = { selections: [await app.pick(game.id)] }
    const batch = [
      app.request(a, slip),
      app.request(b, { selections: [{ gameId: 'x', market: '1x2', selection: '1', odds: 2 }] }),
      app.request(b, { ...slip, stake: 1e12 }),
      app.request({ id: newId() }, slip),
      app.request(c, slip),
    ]
    const codes = (await app.placeTogether(batch)).map(codeOf)
    expect(codes).toEqual(['placed', 'GAME_MISSING', 'STAKE_ABOVE_MAXIMUM', 'PROFILE_NOT_FOUND', 'placed'])
  })

  it('[SLIP-54] all bets of a batch are placed once even if the response of one of them cannot be stored', async () => {
    const users = await Promise.all([
      app.player({ balanceUgx: 20_000 }),
      app.player({ balanceUgx: 20_000 }),
      app.player({ balanceUgx: 20_000 }),
    ])
    const slip = { selections: [await app.pick(game.id)] }
    const [first, poisoned, last] = users.map((user) => app.request(user, slip))
    const unwritable = {
      ...(poisoned as PlaceRequest),
      idempotencyRecord: {
        ...(poisoned as PlaceRequest).idempotencyRecord,
        encode: () => {
          throw new Error('cannot be written')
        },
      },
    }
    const batcher = createBatcher({ maxBatch: 3, maxWaitMs: 0, concurrency: 1, maxWaiting: 3, run: app.placeTogether })
    const ends = await Promise.allSettled([first as PlaceRequest, unwritable, last as PlaceRequest].map(batcher.submit))
    expect(ends.map((end) => (end.status === 'fulfilled' ? codeOf(end.value) : String(end.reason)))).toEqual([
      'placed',
      'Error: cannot be written',
      'placed',
    ])
    expect(await Promise.all(users.map(app.balance))).toEqual([10_000, 20_000, 10_000])
  })

  it('[SLIP-48] [OPS-03] bets of a batch whose commit confirmation is lost are placed once, and repeated requests return the placed bets', async () => {
    const users = await Promise.all([app.player({ balanceUgx: 50_000 }), app.player({ balanceUgx: 50_000 })])
    const slip = { selections: [await app.pick(game.id)] }
    const way = await cuttableDatabase(app.database.url)
    const db = createDb({ url: way.url, name: 'cut', maxConnections: 1, log: createLog('silent') })
    const runs: number[] = []
    const run = async (batch: readonly PlaceRequest[]) => {
      // The server may still be committing when the connection is gone.
      if (runs.push(batch.length) > 1) await sleep(500)
      return placeBets({ ...app.kernel, db }, app.deps, batch)
    }
    const batcher = createBatcher({ maxBatch: 2, maxWaitMs: 0, concurrency: 1, maxWaiting: 2, run })
    try {
      way.cutAnswerTo('insert into "postings"')
      const outcomes = await Promise.all(users.map((user) => batcher.submit(app.request(user, slip))))
      expect(outcomes.map(codeOf)).toEqual(['again 201', 'again 201'])
    } finally {
      await db.close()
      await way.close()
    }
    expect(runs).toEqual([2, 1, 1])
    const placed = await app.kernel.db.query('select user_id from tickets where user_id = any($1)', [
      users.map(({ id }) => id),
    ])
    expect(placed).toHaveLength(2)
    expect(await Promise.all(users.map(app.balance))).toEqual([40_000, 40_000])
  })

  it('[SLIP-32] [SLIP-34] [SLIP-35] the first-bet minimum applies to the first of a player’s bets in a batch only', async () => {
    const user = await app.player({ balanceUgx: 100_000, hasBetBefore: false })
    const slip = { selections: [await app.pick(game.id)] }
    const batch = [24_999, 25_000, 10_000].map((stake) => app.request(user, { ...slip, stake }))
    expect((await app.placeTogether(batch)).map(codeOf)).toEqual(['STAKE_BELOW_MINIMUM', 'placed', 'placed'])
  })

  it('[SLIP-38] bets in one batch each count towards the daily number of bets', async () => {
    const user = await app.player()
    const slip = { selections: [await app.pick(game.id)] }
    await app.set('max_daily_bets', 2)
    const batch = [1, 2, 3].map(() => app.request(user, slip))
    const codes = (await app.placeTogether(batch)).map(codeOf)
    await app.set('max_daily_bets', 50)
    expect(codes).toEqual(['placed', 'placed', 'DAILY_BET_LIMIT'])
  })

  it('[SLIP-48] [WALT-08] only one of fifty concurrent bets is placed if the balance covers one bet', async () => {
    const user = await app.player({ balanceUgx: 10_000 })
    const slip = { selections: [await app.pick(game.id)] }
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => app.place(user, slip)))
    const codes = outcomes.map(codeOf)
    expect(codes.filter((code) => code === 'placed')).toHaveLength(1)
    expect(codes.filter((code) => code === 'INSUFFICIENT_BALANCE')).toHaveLength(49)
    expect(await app.balance(user)).toBe(0)
  })

  it('[OPS-06] repricing a changed game within a batch needs no second database connection', async () => {
    const users = await Promise.all(Array.from({ length: 10 }, () => app.player({ balanceUgx: 100_000 })))
    const { id } = await app.game()
    await app.modules.pricing.start()
    const selections = [await app.pick(id)]
    await app.changeGame(id, { homeOdds: 260 })
    const batches = users.map((user) => [app.request(user, { selections, acceptOddsChanges: true })])
    const outcomes = (await Promise.all(batches.map((batch) => app.placeTogether(batch)))).flat()
    expect(outcomes.map(codeOf)).toEqual(users.map(() => 'placed'))
  })

  it('[SLIP-48] a bet is placed once when two nodes receive the same idempotency key', async () => {
    const user = await app.player({ balanceUgx: 100_000 })
    const slip = { selections: [await app.pick(game.id)] }
    const key = newId()
    const together = () => app.placeTogether([app.request(user, slip, key)]).then(([outcome]) => outcome)
    const settled = await Promise.allSettled(Array.from({ length: 8 }, together))
    const codes = settled.map((each) => (each.status === 'fulfilled' ? codeOf(each.value) : 'elsewhere'))
    expect(codes.filter((code) => code === 'placed')).toHaveLength(1)
    expect(codes.every((code) => ['placed', 'again 201', 'elsewhere'].includes(code))).toBe(true)
    expect(await app.balance(user)).toBe(90_000)
  })

  it('[OPS-07] two batches with the same accounts in opposite order do not deadlock', async () => {
    const users = await Promise.all(Array.from({ length: 6 }, () => app.player({ balanceUgx: 500_000 })))
    const slip = { selections: [await app.pick(game.id)] }
    const batches = Array.from({ length: 12 }, (_, at) =>
      (at % 2 === 0 ? users : users.toReversed()).map((user) => app.request(user, slip)),
    )
    const outcomes = await Promise.all(batches.map((batch) => app.placeTogether(batch)))
    expect(outcomes.flat().map(codeOf)).toEqual(Array(72).fill('placed'))
    for (const user of users) expect(await app.balance(user)).toBe(500_000 - 12 * 10_000)
  })
})

it('[OPS-05] every stake in the ledger belongs to a ticket', async () => {
  const report = await app.modules.wallet.ledger.check()
  expect(report.differences).toEqual([])
})
