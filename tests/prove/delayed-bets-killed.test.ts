import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BodyOf } from '@mupiira/contract/endpoint.ts'
import type { placeBet } from '@mupiira/contract/bets.ts'
import { SECOND_MS } from '@mupiira/domain/time/durations.ts'
import { expectCleanLedger } from '../journeys/ledger-proof.ts'
import { queryDatabase } from '../support/query-database.ts'
import { deposit, inParallel, type Player, registerPlayer, until } from '../support/player.ts'
import { type Product, startProduct } from '../support/product.ts'
import { proofSeed, proofSize } from '../support/proof.ts'
import { recordedLines } from '../support/recorded-lines.ts'
import { seededDraws } from '../support/seeded.ts'

// kill -9 of the server while bets on live games wait: each bet has one outcome, and no bet is accepted too late.

const bets = proofSize({ small: 80, full: 500 })
const kills = bets < 500 ? 3 : 10
const PLAYERS = 8
const CONNECTIONS_EACH = 4
const GAMES = 20
const STAKE = 5_000
const DEPOSIT = 5_000_000
const DELAY_S = 15
/** A bet that is decided later than this after its delay is rejected. */
const TOO_LATE_S = 15
/** Business time passes slowly while bets are placed and decided, so a busy machine changes no outcome. */
const SLOW = 0.1
const KICK_OFF_S = 900
const QUIET = { FTHG: '0', FTAG: '0', HTHG: '0', HTAG: '0', HR: '0', AR: '0' }
const SETTINGS = {
  in_play_betting: 'on',
  bet_delay_seconds: DELAY_S,
  in_play_silence_seconds: 60,
  max_daily_bets: 1_000_000,
  min_bet_amount: 1_000,
  first_bet_minimum: 1_000,
  later_bet_minimum: 1_000,
}
const draws = seededDraws(proofSeed)

type Slip = BodyOf<typeof placeBet>
type Request = { readonly player: Player; readonly key: string; readonly body: Slip; text: string; id: string }

const players: Player[] = []
const requests: Request[] = []
let product: Product

beforeAll(async () => {
  product = await startProduct({
    matches: recordedLines(GAMES).map((line) => ({ ...line, ...QUIET })),
    kickoffInSeconds: KICK_OFF_S,
    feedSpeed: 1,
    hasOutages: true,
  })
  for (const [key, value] of Object.entries(SETTINGS))
    await queryDatabase(product, 'update admin_settings set setting_value = $2 where setting_key = $1', [key, value])
  const phones = Array.from({ length: PLAYERS }, (_, at) => `77310${String(at).padStart(3, '0')}0`)
  players.push(
    ...(await inParallel(phones, 4, (phone) => registerPlayer(product, phone, { connections: CONNECTIONS_EACH }))),
  )
  await inParallel(players, 8, (player) => deposit(player, DEPOSIT))
  await product.clock.moveTo(new Date((product.loaded[0]?.kickoff.getTime() ?? 0) + 20 * 60 * SECOND_MS))
})
afterAll(() => product?.close())

/** What happens at a kill, and how the bets then end. */
const MOMENTS = [
  { title: 'before the end of the delay', ends: { accepted: bets } },
  { title: 'and started again after the delay, too late for every bet', ends: { TOO_LATE: bets } },
  { title: 'in the middle of the decisions', ends: { accepted: bets } },
] as const
type Moment = (typeof MOMENTS)[number]

const rounds = Array.from({ length: kills }, (_, at) => ({ at: at + 1, ...(MOMENTS[at % MOMENTS.length] as Moment) }))

describe(`a server killed ${kills} times while ${bets} bets on live games wait (seed ${proofSeed})`, () => {
  it.each(rounds)(
    '[OPS-07] [INP-05] [INP-06] kill $at, $title: each bet has one outcome, and its stake is taken once or returned',
    async ({ at, ends }) => {
      const round = await placeAll()
      const decidesAt = await lastDecision()
      if ('TOO_LATE' in ends) {
        await product.kill()
        await slowFrom(decidesAt.getTime() + (TOO_LATE_S + 1) * SECOND_MS)
      } else if (at % MOMENTS.length === 0) {
        await killWhileDeciding(round, decidesAt)
      } else {
        await product.kill()
      }
      await product.restart()
      if (at % MOMENTS.length === 1) await slowFrom(decidesAt.getTime() + SECOND_MS)
      // The bets of the killed decision are due again after their lease of 5 s.
      else await product.clock.run(1)
      await until('every bet is decided', async () => (await waiting()) === 0)
      expect(await outcomesOf(round)).toEqual(ends)
      expect(await wrongBets()).toEqual([])
      await expectBalances()
      await expectFirstAnswers(draws.some(round, 20))
    },
  )

  it('[WALT-05] after the kills, the ledger is valid, and each ticket belongs to one accepted bet', async () => {
    const [counts] = await queryDatabase<{ tickets: number; accepted: number; bets: number }>(
      product,
      `select (select count(*) from tickets) as tickets, (select count(*) from delayed_bets) as bets,
              (select count(distinct ticket_id) from delayed_bets where state = 'accepted') as accepted`,
    )
    expect(counts).toMatchObject({ tickets: counts?.accepted, bets: requests.length })
    await expectCleanLedger(product)
  })
})

/** Places the bets of a round while business time is slow, so that all of them wait at the kill. */
async function placeAll(): Promise<Request[]> {
  await product.clock.run(1)
  const gameIds = await until('the live games take bets', async () => {
    const query = { status: 'live', limit: 40 } as const
    const { items } = await (players[0] as Player).client.must('GET /api/games', { query })
    return items.length === GAMES && items.every((game) => game.open) && items.map((game) => game.id)
  })
  await product.clock.run(SLOW)
  const round = Array.from({ length: bets }, (_, at): Request => {
    const selection = { gameId: draws.one(gameIds), market: '1x2', selection: draws.one(['1', 'X', '2']), odds: 1.01 }
    const body: Slip = { stake: STAKE, oddsPolicy: 'any', selections: [selection] }
    // The last bets belong to the last player.
    const player = players[Math.floor((at * PLAYERS) / bets)] as Player
    return { player, key: randomUUID(), body, text: '', id: '' }
  })
  await inParallel(round, PLAYERS * CONNECTIONS_EACH, send)
  requests.push(...round)
  expect(await waiting()).toBe(bets)
  return round
}

async function send(request: Request): Promise<void> {
  const { player, key, body } = request
  const reply = await player.client.call('POST /api/bets', { body, idempotencyKey: key })
  if (!reply.ok || !('delayed' in reply.body)) throw new Error(`the bet does not wait: ${reply.response.text}`)
  request.text = reply.response.text
  request.id = reply.body.delayed.id
}

/** Moves the clock, which then continues slowly. */
async function slowFrom(ms: number): Promise<void> {
  await product.clock.moveTo(new Date(ms))
  await product.clock.run(SLOW)
}

/** Blocks the account of the last player, so that earlier bets are decided and the kill hits an open transaction. */
async function killWhileDeciding(round: readonly Request[], decidesAt: Date): Promise<void> {
  const holder = new pg.Client({ connectionString: product.database.adminUrl })
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query('select from accounts where id = $1 for update', [round.at(-1)?.player.userId])
    await slowFrom(decidesAt.getTime() + SECOND_MS)
    const blocked = `select count(*) as count from pg_locks where not granted and locktype in ('transactionid', 'tuple')`
    await until('a decision waits for the account', async () => (await count(blocked)) > 0)
    await product.kill()
    expect(await waiting()).toBeGreaterThan(0)
  } finally {
    await holder.end()
  }
}

const count = async (sql: string): Promise<number> =>
  Number((await queryDatabase<{ count: number }>(product, sql))[0]?.count)
const waiting = () => count(`select count(*) as count from delayed_bets where state = 'waiting'`)

async function lastDecision(): Promise<Date> {
  const sql = `select max(decides_at)::text as at from delayed_bets where state = 'waiting'`
  return new Date((await queryDatabase<{ at: string }>(product, sql))[0]?.at ?? '')
}

/** The number of bets by their outcome. */
async function outcomesOf(round: readonly Request[]): Promise<Record<string, number>> {
  const rows = await queryDatabase<{ outcome: string; bets: number }>(
    product,
    `select coalesce(rejected_because, state) as outcome, count(*) as bets from delayed_bets
      where id = any($1::uuid[]) group by 1`,
    [round.map(({ id }) => id)],
  )
  return Object.fromEntries(rows.map((row) => [row.outcome, Number(row.bets)]))
}

/** Bets without exactly one hold, one return and, if accepted in time, one ticket with one stake. */
const wrongBets = () =>
  queryDatabase(
    product,
    `select d.id, d.state, d.rejected_because, holds, returns, tickets, stakes, d.decided_at - d.decides_at as after_end
       from delayed_bets d
      cross join lateral (select count(*) filter (where kind = 'bet-hold') as holds,
                                 count(*) filter (where kind = 'bet-release') as returns
                            from postings where reference = d.id) moved
      cross join lateral (select count(*) as tickets from tickets t
                           where t.id = d.ticket_id and t.user_id = d.user_id and t.total_stake = d.stake) placed
      cross join lateral (select count(*) as stakes from postings p
                           where p.reference = d.ticket_id and p.kind = 'bet' and p.amount = d.stake) taken
      where holds <> 1 or returns <> 1 or d.decided_at is null
         or tickets <> (d.state = 'accepted')::int or stakes <> (d.state = 'accepted')::int
         or d.state = 'accepted' and d.decided_at - d.decides_at > make_interval(secs => ${TOO_LATE_S})
      limit 5`,
  )

/** Each balance is the deposit less the accepted stakes, and nothing is on hold. */
async function expectBalances(): Promise<void> {
  const accepted = await queryDatabase<{ player: string; bets: number }>(
    product,
    `select user_id as player, count(*) as bets from delayed_bets where state = 'accepted' group by 1`,
  )
  const byPlayer = new Map(accepted.map((row) => [row.player, Number(row.bets)]))
  for (const { client, userId } of players) {
    const balance = DEPOSIT - STAKE * (byPlayer.get(userId) ?? 0)
    expect(await client.must('GET /api/wallet', {})).toMatchObject({ balance, held: 0 })
  }
}

/** A repeated request gets its first response and places no other bet. */
async function expectFirstAnswers(some: readonly Request[]): Promise<void> {
  const before = await count('select count(*) as count from delayed_bets')
  const again = await inParallel(some, 16, async ({ player, key, body }) => {
    const reply = await player.client.call('POST /api/bets', { body, idempotencyKey: key })
    return reply.response.text
  })
  expect(again).toEqual(some.map(({ text }) => text))
  expect(await count('select count(*) as count from delayed_bets')).toBe(before)
}
