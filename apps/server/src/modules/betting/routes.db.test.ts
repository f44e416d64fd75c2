import { quoteBet } from '@mupiira/contract/bet-quotes.ts'
import { placeBet, type SelectionInput } from '@mupiira/contract/bets.ts'
import { countTickets, getTicket, listTickets, type Ticket } from '@mupiira/contract/tickets.ts'
import type { AnswerOf, QueryOf } from '@mupiira/contract/endpoint.ts'
import { ERRORS } from '@mupiira/contract/errors.ts'
import { getNetResult } from '@mupiira/contract/protection.ts'
import { getStatementTotals } from '@mupiira/contract/wallet.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../kernel/ids.ts'
import type { GameRow } from '../catalogue/index.ts'
import type { TestAccount } from '../../testing/test-accounts.ts'
import type { TestClient, TestResponse } from '../../testing/test-client.ts'
import { type BettingFixture, bettingFixture, codeOf } from './testing/betting-fixture.ts'

let app: BettingFixture
let game: GameRow
let other: GameRow
beforeAll(async () => {
  app = await bettingFixture()
  game = await app.game()
  other = await app.game({ homeTeam: 'Arsenal', awayTeam: 'Chelsea' })
})
afterAll(() => app.close())

const quote = (selections: SelectionInput[], stake = 10_000, player: TestClient = app.browser()) =>
  player.call(quoteBet, { body: { stake, selections } })

describe('a quote', () => {
  it('[SLIP-22] [SLIP-28] [SLIP-29] a slip quote matches the ticket placed later, and moves no money', async () => {
    const user = await app.player({ balanceUgx: 30_000 })
    const selections = [await app.pick(game.id), await app.pick(other.id, 'over_under', 'over_2.5')]
    const { body } = await quote(selections, 20_000, user)
    const ticket = await app.placed(user, { stake: 20_000, selections, totalOdds: body.totalOdds })
    expect(body).toMatchObject({
      totalOdds: ticket.totalOdds,
      payout: ticket.potentialWin,
      bonusPercentage: ticket.bonusPercentage,
      bonus: ticket.bonus,
      jointOdds: [],
    })
    expect(await app.balance(user)).toBe(10_000)
  })

  it('[SLIP-32] [SLIP-33] [SLIP-34] [SLIP-70] a slip quote shows players their own minimum stake, and visitors the first-bet minimum', async () => {
    const selections = [await app.pick(game.id)]
    const limits = { maxStake: 5_000_000, maxPayout: 500_000_000 }
    expect((await quote(selections)).body).toMatchObject({ minStake: 25_000, ...limits })
    expect((await quote(selections, 1, await app.player({ balanceUgx: 1, hasBetBefore: false }))).body).toMatchObject({
      minStake: 25_000,
    })
    expect((await quote(selections, 1, await app.player({ balanceUgx: 1 }))).body).toMatchObject({ minStake: 10_000 })
  })

  it('[SLIP-25] [SLIP-05] a slip quote uses joint odds for selections of one game in totals and bonus', async () => {
    const picks = [await app.pick(game.id), await app.pick(game.id, 'btts', 'yes'), await app.pick(other.id)]
    const { body } = await quote(picks)
    expect(body).toMatchObject({ bonusPercentage: 0, jointOdds: [{ gameId: game.id }] })
  })

  it('[MKT-42] a slip quote marks each closed selection and excludes it from the totals', async () => {
    const started = await app.game()
    const pick = await app.pick(started.id)
    await app.changeGame(started.id, { status: 'live' })
    const open = await app.pick(game.id)
    const { body } = await quote([
      pick,
      { ...pick, gameId: newId() },
      { ...open, market: 'to_qualify' },
      { ...(await app.pick(other.id)) },
    ])
    expect(body.selections).toMatchObject([
      { problem: 'GAME_CLOSED', odds: null },
      { problem: 'GAME_MISSING', odds: null },
      { problem: 'MARKET_UNAVAILABLE', odds: null },
      { problem: null, odds: body.totalOdds },
    ])
  })

  it('[SLIP-04] [SLIP-64] [WALT-04] a slip quote is refused for an invalid slip', async () => {
    const pick = await app.pick(game.id)
    expect((await quote([])).body.code).toBe('NO_SELECTIONS')
    expect((await quote([pick, { ...pick, selection: 'X' }])).body.code).toBe('SAME_CATEGORY')
    expect((await quote([pick], 10_000.001)).body.code).toBe('AMOUNT_TOO_PRECISE')
  })
})

describe('a bet', () => {
  it('[SLIP-66] a bet whose account cannot be read in time is refused, without affecting other bets', async () => {
    const [blocked, free] = [await app.player(), await app.player()]
    const selections = [await app.pick(game.id)]
    const bet = async (player: TestAccount) => codeOf(await app.place(player, { selections }))
    const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = app.kernel.db.transaction(async (tx) => {
      await tx.query('select from accounts where id = $1 for update', [blocked.id])
      locked.resolve()
      await released.promise
    })
    await locked.promise
    try {
      expect(await Promise.all([bet(blocked), bet(free)])).toEqual(['PROFILE_ERROR', 'placed'])
    } finally {
      released.resolve()
      await holding
    }
    expect(ERRORS.PROFILE_ERROR).toEqual({ status: 503, text: 'Could not verify your account details.' })
    expect(await bet(blocked)).toBe('placed')
  })
})

describe('My Bets', () => {
  it('[TICK-02] the tickets of a player can be limited to those with a selection of a game', async () => {
    const user = await app.player({ balanceUgx: 1_000_000 })
    await app.placed(user, { selections: [await app.pick(game.id)] })
    const both = await app.placed(user, { selections: [await app.pick(game.id), await app.pick(other.id)] })
    expect(await pages(user, { tab: 'open', gameId: other.id, limit: 1 })).toEqual([both.id])
    expect(await pages(user, { gameId: other.id })).toEqual([both.id])
    expect(await pages(user, { gameId: newId() })).toEqual([])
    expect(await pages(user, { gameId: 'nonsense' })).toEqual([])
  })

  it('[TICK-01] [TICK-02] [TICK-03] [TICK-04] [TICK-08] My Bets lists the player’s own tickets by tab, newest first, in pages', async () => {
    const user = await app.player({ balanceUgx: 1_000_000, hasBetBefore: false })
    const placed: Ticket[] = []
    for (let at = 0; at < 7; at++)
      placed.push(await app.placed(user, { stake: 25_000, selections: [await app.pick(game.id)] }))
    await app.placed(await app.player(), { selections: [await app.pick(game.id)] })
    const ended = placed.slice(0, 3).map((ticket) => ticket.id)
    await app.kernel.db.change(
      `update tickets set status = 'lost', payout = 0, settled_at = $2, updated_at = $2 where id = any($1::uuid[])`,
      [ended, app.clock.now()],
    )
    expect(await pages(user, { tab: 'open', limit: 3 })).toEqual(idsOf(placed.slice(3)))
    expect(await pages(user, { tab: 'settled', limit: 2 })).toEqual(idsOf(placed.slice(0, 3)))
    expect(await pages(user, { limit: 2 })).toEqual(idsOf(placed))
    expect(await pages(user, { status: 'lost' })).toEqual(idsOf(placed.slice(0, 3)))
    expect((await user.call(countTickets)).body).toEqual({ open: 4, settled: 3 })
    const ends = ['won', 'cancelled', 'void', 'cashout'] as const
    for (const [at, status] of ends.entries()) {
      await app.kernel.db.change(
        `update tickets set status = $2, payout = 1, open_legs = 0, settled_at = $3, updated_at = $3 where id = $1`,
        [placed[3 + at]?.id, status, app.clock.now()],
      )
    }
    expect(await pages(user, { tab: 'open' })).toEqual([])
    expect(await pages(user, { tab: 'settled' })).toEqual(idsOf(placed))
    for (const [at, status] of ends.entries()) {
      expect(await pages(user, { status })).toEqual(idsOf(placed.slice(3 + at, 4 + at)))
    }
    expect((await user.call(countTickets)).body).toEqual({ open: 0, settled: 7 })
  })

  it('[DATA-17] [DATA-19] My Bets returns every ticket field of the specification', async () => {
    const user = await app.player()
    const placed = await app.placed(user, { stake: 20_000, selections: [await app.pick(other.id, 'btts', 'yes')] })
    const odds = await app.odds(other.id, 'btts', 'yes')
    const { body } = await user.call(getTicket, { params: { id: placed.id } })
    expect(body).toMatchObject({
      id: placed.id,
      bookingCode: expect.stringMatching(/^[A-HJ-NP-Z2-9]{8}$/),
      userId: user.id,
      totalStake: 20_000,
      totalOdds: odds,
      potentialWin: Math.round(20_000 * odds * 100) / 100,
      payout: null,
      status: 'pending',
      createdAt: app.clock.now().toISOString(),
      updatedAt: app.clock.now().toISOString(),
      selections: [
        {
          gameId: other.id,
          match: 'Arsenal vs Chelsea',
          homeTeam: 'Arsenal',
          awayTeam: 'Chelsea',
          market: 'btts',
          marketCategory: 'both_teams_to_score',
          selection: 'yes',
          selectionId: `${other.id}-btts-yes`,
          odds,
          stake: 20_000,
          league: 'Premier League',
          sport: 'soccer',
          gameTime: other.startTime.toISOString(),
          gameStatus: 'upcoming',
        },
      ],
    })
  })

  it('[PLAY-04] [PLAY-07] statement and reality check show the same net result, which excludes undecided tickets', async () => {
    const user = await app.player()
    const [lost] = [
      await app.placed(user, { stake: 10_000, selections: [await app.pick(game.id)] }),
      await app.placed(user, { stake: 15_000, selections: [await app.pick(other.id)] }),
    ]
    await app.kernel.db.change(
      `update tickets set status = 'lost', payout = 0, settled_at = $2, updated_at = $2 where id = $1`,
      [lost.id, app.clock.now()],
    )
    const totals = await user.call(getStatementTotals)
    expect(totals.body).toMatchObject({ stakes: -25_000, openStakes: -15_000, net: -10_000 })
    const check = await user.call(getNetResult, { query: { since: app.clock.now().toISOString() } })
    expect(check.body).toMatchObject({ stakes: 25_000, openStakes: 15_000, returns: 0, net: -10_000 })
  })

  it('[TICK-30] [TICK-31] My Bets rejects a malformed id, an unknown ticket and another player’s ticket', async () => {
    const user = await app.player()
    const foreign = await app.placed(await app.player(), { selections: [await app.pick(game.id)] })
    const open = async (id: string) => (await user.call(getTicket, { params: { id } })).body.code
    expect(await open('not-a-ticket')).toBe('TICKET_ID_MALFORMED')
    expect(await open(newId())).toBe('TICKET_NOT_FOUND')
    expect(await open(foreign.id)).toBe('TICKET_NOT_FOUND')
  })

  it('My Bets rejects an invalid cursor', async () => {
    const player = await app.player()
    expect((await player.call(listTickets, { query: { cursor: 'x' } })).body.code).toBe('INVALID_FIELDS')
  })
})

it('[AUTH-66] staff accounts cannot place bets', async () => {
  const admin = await app.admin()
  const bet = await admin.call(placeBet, { body: { stake: 10_000, selections: [] } })
  expect(bet.body.code).toBe('STAFF_CANNOT_BET')
})

const idsOf = (tickets: readonly Ticket[]): string[] => tickets.map((ticket) => ticket.id).toReversed()

async function pages(player: TestAccount, query: QueryOf<typeof listTickets>): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null = null, first = true; first || cursor !== null; first = false) {
    const { body }: TestResponse<AnswerOf<typeof listTickets>> = await player.call(listTickets, {
      query: cursor === null ? query : { ...query, cursor },
    })
    ids.push(...body.items.map((ticket) => ticket.id))
    cursor = body.nextCursor
  }
  return ids
}
