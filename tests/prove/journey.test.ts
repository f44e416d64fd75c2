import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import type { ErrorCode } from '@mupiira/contract/errors.ts'
import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { expectCleanLedger, untilSealed } from '../journeys/ledger-proof.ts'
import { queryDatabase } from '../support/query-database.ts'
import {
  DECIDABLE_MARKETS,
  fromHundredths,
  hundredths,
  decisionOf,
  type RecordedLine,
} from '../journeys/match-oracle.ts'
import { type OfferedGame, type PlacedTicket, placeSlip, slipGenerator } from '../journeys/slip-generator.ts'
import { deposit, inParallel, type Player, registerPlayer, until, withdraw } from '../support/player.ts'
import { type Product, startProduct } from '../support/product.ts'
import { proofSeed as seed, proofSize } from '../support/proof.ts'
import { recordedLines } from '../support/recorded-lines.ts'
import { seededDraws } from '../support/seeded.ts'

// The main journey, from the first deposit to the withdrawal, on matches with known results.

const tickets = proofSize({ small: 150, full: 2_100 })
const matches = Math.max(40, Math.ceil(tickets / 10))
// A player may place 50 tickets a day.
const players = Math.max(8, Math.ceil(tickets / 42))
const spreadSeconds = matches * 15
const draws = seededDraws(seed)

const DEPOSIT = 2_500_000
const FEED_SPEED = 10
/** 45 + 10 + 45 minutes and stoppage time, at ten match minutes a minute. */
const MAX_MATCH_MS = 12 * MINUTE_MS
/**
 * The last digit of a phone number selects the simulator's behaviour: paid, two callbacks, or a callback with a wrong
 * amount.
 */
const ACCOUNT_DIGITS = [0, 8, 9, 5, 6]

const lines = recordedLines(matches)
const depositors: Player[] = []
const placed: PlacedTicket[] = []
const offered: OfferedGame[] = []
/** Movements of each account other than tickets, in hundredths. */
const paidIn = new Map<string, bigint>()
const lineOfGame = new Map<string, RecordedLine | null>()
let product: Product

beforeAll(async () => {
  product = await startProduct({ matches: lines, kickoffInSeconds: 1_800, spreadSeconds, feedSpeed: FEED_SPEED })
})
afterAll(() => product?.close())

describe(`the journey on ${matches} recorded matches (seed ${seed})`, () => {
  it(`[AUTH-57] [DEP-21] [DEP-26] ${players} players register and deposit by mobile money`, async () => {
    const phones = Array.from(
      { length: players },
      (_, at) => `7720${String(at).padStart(4, '0')}${ACCOUNT_DIGITS[at % 5]}`,
    )
    depositors.push(...(await inParallel(phones, 4, (phone) => registerPlayer(product, phone))))
    await inParallel(depositors, 16, async (player) => {
      const transaction = await deposit(player, DEPOSIT)
      expect(transaction).toMatchObject({ status: 'success', amount: DEPOSIT, type: 'deposit' })
      const { balance } = await player.client.must('GET /api/wallet', {})
      expect(balance).toBe(DEPOSIT)
      paidIn.set(player.userId, hundredths(DEPOSIT))
    })
  })

  it('[DEP-23] [DEP-24] [DEP-09] a declined deposit and a deposit with insufficient funds leave the balance unchanged', async () => {
    for (const [at, digit] of ['1', '2', '1', '2'].entries()) {
      const player = depositors[at] as Player
      const transaction = await deposit(player, 50_000, `${player.phone.slice(0, 8)}${digit}`)
      expect(transaction.status).toBe('failed')
      // The prescribed text first, then the cause.
      expect(transaction.message).toMatch(
        /^Payment was declined, cancelled, or timed out\. Your balance has not been affected\./,
      )
      expect((await player.client.must('GET /api/wallet', {})).balance).toBe(DEPOSIT)
    }
  })

  it('[DATA-15] [MKT-20] the published games offer every market that their recorded results can settle', async () => {
    const games = await until('all fixtures are on offer', async () => {
      const open = await openGames()
      return open.length === matches && open
    })
    for (const game of games) {
      const at = product.loaded.findIndex((match) => match.home === game.homeTeam && match.away === game.awayTeam)
      expect(new Date(game.startTime)).toEqual(product.loaded[at]?.kickoff)
      expect(game.name).toBe(`${game.homeTeam} vs ${game.awayTeam}`)
      const { items } = await (depositors[0] as Player).client.must('GET /api/games/{id}/markets', {
        params: { id: game.id },
      })
      const line = lines[at] as RecordedLine
      offered.push({ game, line, markets: items.filter((market) => market.available) })
      lineOfGame.set(game.id, line)
    }
    const markets = new Set(offered.flatMap((each) => each.markets.map((market) => market.id)))
    expect(DECIDABLE_MARKETS.filter((market) => !markets.has(market))).toEqual([])
  })

  it('[SLIP-30] [SLIP-33] [SLIP-45] [SLIP-62] bets that break a rule are refused without a debit', async () => {
    const player = depositors[0] as Player
    const [one, other] = offered as [OfferedGame, OfferedGame]
    const leg = (on: OfferedGame, market: string, selection: string, odds = 1) => ({
      gameId: on.game.id,
      market,
      selection,
      odds,
    })
    const single = [leg(one, '1x2', '1')]
    const refused: readonly (readonly [code: ErrorCode, stake: number, selections: ReturnType<typeof leg>[]])[] = [
      ['NO_SELECTIONS', 30_000, []],
      ['STAKE_NOT_POSITIVE', 0, single],
      ['INVALID_STAKE', 999, single],
      ['STAKE_BELOW_MINIMUM', 24_999.99, single],
      ['STAKE_ABOVE_MAXIMUM', 5_000_001, single],
      ['INSUFFICIENT_BALANCE', 4_999_999, single],
      ['AMOUNT_TOO_PRECISE', 30_000.001, single],
      ['ODDS_CHANGED', 30_000, [leg(one, '1x2', '1', 999)]],
      ['SAME_CATEGORY', 30_000, [leg(one, 'btts', 'yes'), leg(one, 'btts', 'no')]],
      [
        'IMPOSSIBLE_COMBINATION',
        30_000,
        [leg(one, 'btts', 'no'), leg(one, '1x2_btts', '1&yes'), leg(other, '1x2', '1')],
      ],
      ['MARKET_UNAVAILABLE', 30_000, [leg(one, 'to_qualify', '1')]],
      ['GAME_MISSING', 30_000, [{ ...leg(one, '1x2', '1'), gameId: player.userId }]],
    ]
    for (const [code, stake, selections] of refused) {
      const reply = await player.client.call('POST /api/bets', { body: { stake, selections } })
      expect([reply.ok ? 'accepted' : reply.problem.code, stake]).toEqual([code, stake])
    }
    expect((await player.client.must('GET /api/wallet', {})).balance).toBe(DEPOSIT)
  })

  it(`[SLIP-46] [SLIP-47] [SLIP-05] ${tickets} tickets of 1 to 8 legs are accepted at the offered odds`, async () => {
    const writer = slipGenerator(offered, draws)
    const ofCancelled = slipGenerator(product.loaded.slice(0, 1).map(gameOf), draws)
    const shares = depositors.map(
      (_, at) => Math.floor(((at + 1) * tickets) / players) - Math.floor((at * tickets) / players),
    )
    await inParallel(depositors, 12, async (player, at) => {
      for (let count = 0; count < (shares[at] ?? 0); count++) {
        // The first ticket has a high stake and wins, so its payout is capped.
        const isLargest = count === 0 && at < 3
        // One ticket is void for every seed: its match will be cancelled.
        const isVoid = count === 0 && at === 3
        const legs = isLargest ? 7 : isVoid ? 1 : 1 + draws.below(8)
        const least = isLargest ? 200_000 : count === 0 ? 25_000 : 10_000
        const stake = (least * 100 + draws.below(2_000_000)) / 100
        for (;;) {
          const slip = (isVoid ? ofCancelled : writer).write({
            legs,
            picksWinners: isLargest || draws.chance(0.55),
            ofOneGame: isLargest || legs === 1 || !draws.chance(0.3) ? 1 : 2 + draws.below(Math.min(3, legs - 1)),
            picksHighestOdds: isLargest,
          })
          if (slip.length !== legs) continue
          const ticket = await placeSlip(player, slip, stake)
          if (typeof ticket === 'string') continue
          placed.push(ticket)
          break
        }
      }
    })
    expect(placed).toHaveLength(tickets)
    const legs = placed.flatMap((each) => each.ticket.selections)
    expect(new Set(legs.map((leg) => leg.market))).toEqual(new Set(DECIDABLE_MARKETS))
    expect(new Set(placed.map((each) => each.ticket.selections.length))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8]))
    expect(legs.some((leg) => leg.sameGame)).toBe(true)
  })

  it('[SLIP-25] [SLIP-71] [DATA-17] each ticket’s potential payout is computed from its accepted odds', () => {
    for (const { ticket, games } of placed) {
      const { totalOdds, bonusPercentage, potentialWin } = decisionOf(games, () => null, termsOf(ticket))
      expect({ games, ...figuresOf(ticket) }).toEqual({ games, totalOdds, bonusPercentage, potentialWin })
    }
  })

  it('[MKT-42] [SETL-40] the feed plays all matches, of which three never end', async () => {
    const [cancelled, postponed, stopped] = product.loaded
    if (cancelled === undefined || postponed === undefined || stopped === undefined) throw new Error('no matches')
    product.feed.control({ action: 'cancel', match_id: cancelled.matchId })
    product.feed.control({ action: 'postpone', match_id: postponed.matchId })
    for (const match of [cancelled, postponed, stopped]) lineOfGame.set(gameOf(match).game.id, null)

    await product.clock.moveTo(new Date(stopped.kickoff.getTime() + 2 * MINUTE_MS))
    const live = gameOf(stopped)
    await until('the match is live', async () => (await showGame(live.game.id)).status === 'live')
    const late = await (depositors[1] as Player).client.call('POST /api/bets', {
      body: { stake: 30_000, selections: [{ gameId: live.game.id, market: '1x2', selection: '1', odds: 1 }] },
    })
    expect(late.ok ? 'accepted' : late.problem.code).toBe('GAME_CLOSED')
    product.feed.control({ action: 'abandon', match_id: stopped.matchId })

    const last = Math.max(...product.loaded.map((match) => match.kickoff.getTime()))
    await product.clock.run(240)
    await until('the last match is over', async () => product.clock.now().getTime() > last + MAX_MATCH_MS)
    await product.clock.run(1)
    await until('every match is decided', async () => (await openGames('live')).length <= 1)
    // A match that never ends is void a day after its scheduled start.
    await product.clock.moveTo(new Date(last + 25 * 60 * MINUTE_MS))
  })

  it('[SETL-01] [SETL-04] [SETL-07] [SETL-08] [SETL-42] every ticket is settled', async () => {
    for (const { client } of depositors) {
      await until('no ticket is open', async () => (await client.must('GET /api/bets/counts', {})).open === 0)
    }
    expect(await queryDatabase(product, 'select from tickets where open_legs > 0 and status <> $1', ['lost'])).toEqual(
      [],
    )
  })

  it('[SETL-09] [SETL-10] [SETL-14] [SETL-33] [SETL-41] [SETL-43] each ticket’s status and payout equals that of the independent settlement oracle', async () => {
    const settled = new Map((await inParallel(depositors, 8, allTickets)).flat().map((ticket) => [ticket.id, ticket]))
    expect(settled.size).toBe(tickets)
    const differences: unknown[] = []
    for (const { ticket, games } of placed) {
      const now = settled.get(ticket.id)
      const { status, payout } = decisionOf(games, (id) => lineOfGame.get(id) ?? null, termsOf(ticket))
      if (now?.status !== status || now.payout !== payout || !hasSamePrices(now, ticket)) {
        differences.push({ expected: { status, payout }, found: { status: now?.status, payout: now?.payout }, games })
      }
    }
    expect(differences).toEqual([])
    const statuses = Map.groupBy(settled.values(), (ticket) => ticket.status)
    for (const status of ['won', 'lost', 'void'] as const) expect(statuses.get(status) ?? []).not.toHaveLength(0)
    expect(placed.some(({ ticket }) => ticket.potentialWin === MAX_PAYOUT)).toBe(true)
  })

  it('[WALT-05] [WALT-13] each balance equals deposits minus stakes plus winnings, and the statement shows these amounts', async () => {
    await inParallel(depositors, 8, async (player) => {
      const own = await allTickets(player)
      const moved = own.reduce(
        (sum, ticket) => sum + hundredths(ticket.payout ?? 0) - hundredths(ticket.totalStake),
        0n,
      )
      const expected = fromHundredths((paidIn.get(player.userId) ?? 0n) + moved)
      const { balance, held } = await player.client.must('GET /api/wallet', {})
      expect({ balance, held }).toEqual({ balance: expected, held: 0 })
      const entries = await allEntries(player)
      expect(entries[0]?.newBalance).toBe(expected)
      expect(fromHundredths(entries.reduce((sum, entry) => sum + hundredths(entry.amount), 0n))).toBe(expected)
    })
  })

  it('[WDR-20] [WDR-13] every player can withdraw and is paid', async () => {
    const before = product.money.orders.list().filter((order) => order.kind === 'payout').length
    expect(before).toBe(0)
    await inParallel(depositors, 8, async (player) => {
      const { balance } = await player.client.must('GET /api/wallet', {})
      // The largest amount waits for staff (WDR-31).
      const amount = Math.min(Math.floor(balance) - 3_000, 4_999_999)
      const fee = amount <= 100_000 ? 2_000 : 3_000
      expect(await withdraw(player, amount)).toMatchObject({ status: 'success', amount, fee, amountSent: amount })
      const after = await player.client.must('GET /api/wallet', {})
      expect(after).toMatchObject({ balance: fromHundredths(hundredths(balance) - hundredths(amount + fee)), held: 0 })
    })
    const paid = product.money.orders.list().filter((order) => order.kind === 'payout')
    expect(new Set(paid.map((order) => order.status))).toEqual(new Set(['success']))
    expect(paid).toHaveLength(players)
  })

  it('[WALT-05] [WALT-08] [OPS-05] every ledger posting is explained, no hold is open, and the ledger seals are valid', async () => {
    // The next process seals the remaining rows.
    expect((await product.terminate()).code).toBe(0)
    await product.restart()
    await untilSealed(product)
    await expectCleanLedger(product)
    expect(await queryDatabase(product, `select from holds where state = 'pending'`)).toEqual([])
    expect(await queryDatabase(product, `select sum(held) as held from accounts`)).toEqual([{ held: '0' }])
  })
})

const MAX_PAYOUT = 500_000_000

const termsOf = ({ totalStake }: Ticket) => ({ stake: totalStake, bonusMinOdds: 1.2, maxPayout: MAX_PAYOUT })

const figuresOf = ({ totalOdds, bonusPercentage, potentialWin }: Ticket) => ({
  totalOdds,
  bonusPercentage,
  potentialWin,
})

/** A settled ticket keeps the odds and potential payout that it was placed with. */
const hasSamePrices = (a: Ticket, b: Ticket): boolean =>
  JSON.stringify([figuresOf(a), a.selections.map((leg) => leg.odds)]) ===
  JSON.stringify([figuresOf(b), b.selections.map((leg) => leg.odds)])

function gameOf({ home, away }: { readonly home: string; readonly away: string }): OfferedGame {
  const found = offered.find(({ game }) => game.homeTeam === home && game.awayTeam === away)
  if (found === undefined) throw new Error(`${home} against ${away} is not on offer`)
  return found
}

const showGame = (id: string) => (depositors[0] as Player).client.must('GET /api/games/{id}', { params: { id } })

async function openGames(status: 'open' | 'live' = 'open') {
  const { client } = depositors[0] as Player
  const found = []
  for (let cursor: string | undefined; ;) {
    const page = await client.must('GET /api/games', {
      query: { status, limit: 100, ...(cursor === undefined ? {} : { cursor }) },
    })
    found.push(...page.items)
    if (page.nextCursor === null) return found
    cursor = page.nextCursor
  }
}

async function allTickets({ client }: Player): Promise<Ticket[]> {
  const found: Ticket[] = []
  for (let cursor: string | undefined; ;) {
    const page = await client.must('GET /api/bets', {
      query: { limit: 100, ...(cursor === undefined ? {} : { cursor }) },
    })
    found.push(...page.items)
    if (page.nextCursor === null) return found
    cursor = page.nextCursor
  }
}

async function allEntries({ client }: Player) {
  const found = []
  for (let cursor: string | undefined; ;) {
    const query = { limit: 100, ...(cursor === undefined ? {} : { cursor }) }
    const page = await client.must('GET /api/wallet/statement', { query })
    found.push(...page.items)
    if (page.nextCursor === null) return found
    cursor = page.nextCursor
  }
}
