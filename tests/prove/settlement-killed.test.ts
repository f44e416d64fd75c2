import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '@mupiira/domain/time/durations.ts'
import { isWon } from '../journeys/match-oracle.ts'
import { expectCleanLedger } from '../journeys/ledger-proof.ts'
import { queryDatabase } from '../support/query-database.ts'
import { seedPendingTickets } from '../support/pending-tickets.ts'
import { until } from '../support/player.ts'
import { type Product, startProduct } from '../support/product.ts'
import { proofSize } from '../support/proof.ts'
import { recordedLines } from '../support/recorded-lines.ts'

// kill -9 of the server during the settlement of games that end together: the result is the same as without a kill.

const tickets = proofSize({ small: 1_500, full: 100_000 })
const PLAYERS = 400
const GAMES = 40
const lines = recordedLines(GAMES)
let product: Product

beforeAll(async () => {
  product = await startProduct({ matches: lines, kickoffInSeconds: 3_600, hasOutages: true })
  await until('the games are there', async () => (await count('select count(*) from games')) === GAMES)
  await seedPendingTickets(product.database.adminUrl, tickets, PLAYERS)
})
afterAll(() => product?.close())

describe(`a server that is killed while it settles ${tickets} tickets`, () => {
  it('[SETL-01] [OPS-07] a server can be killed in every chunk, and in the last chunk, while it settles tickets, and resumes', async () => {
    for (const positions of [[0, 0.5, 1], [1]]) {
      // A locked ticket blocks its chunk, so the kill hits the middle of the chunk.
      const holder = new pg.Client({ connectionString: product.database.adminUrl })
      await holder.connect()
      try {
        await holder.query('begin')
        for (const position of positions) {
          await holder.query('select id from tickets order by id offset $1 limit 1 for update', [
            Math.floor((tickets - 1) * position),
          ])
        }
        // The tickets are locked before the server begins to settle.
        if (product.isRunning()) await product.clock.moveTo(new Date(product.clock.now().getTime() + 2 * HOUR_MS))
        else await product.restart()
        await until(
          'the server waits for the ticket',
          async () =>
            (await count(
              `select count(*) from pg_locks where not granted and locktype in ('transactionid', 'tuple')`,
            )) > 0,
        )
        await product.kill()
        expect(await count(`select count(*) from tickets where status = 'pending'`)).toBeGreaterThan(0)
      } finally {
        await holder.end()
      }
    }
    await product.restart()
  })

  it('[SETL-01] [SETL-09] every ticket is settled with the results of its matches, and is paid and notified once', async () => {
    await until(
      'every ticket has ended',
      async () => (await count(`select count(*) from tickets where status = 'pending'`)) === 0,
    )
    await until('every player is notified', async () => (await count(`select count(*) from notifications`)) >= tickets)
    expect(await wronglySettled()).toEqual([])
    expect(await count(`select count(*) from notifications`)).toBe(tickets)
    expect(await count(`select count(distinct data->>'ticketId') from notifications`)).toBe(tickets)
    await expectCleanLedger(product)
  })
})

const count = async (sql: string): Promise<number> =>
  Number((await queryDatabase<{ count: number }>(product, sql))[0]?.count)

type Row = {
  id: string
  status: string
  payout: number
  promise: number
  legs: { match: string; market: string; selection: string }[]
}

/** Tickets whose result differs from the independent oracle. */
async function wronglySettled(): Promise<string[]> {
  const lineOf = new Map(product.loaded.map((match, at) => [match.matchId, lines[at] ?? {}]))
  const rows = await queryDatabase<Row>(
    product,
    `select t.id, t.status, t.payout, t.potential_win as promise,
            jsonb_agg(jsonb_build_object('match', f.feed_match_id, 'market', l.market, 'selection', l.selection)) as legs
       from tickets t join ticket_legs l on l.ticket_id = t.id join feed_links f on f.game_id = l.game_id group by t.id`,
  )
  return rows.flatMap(({ id, status, payout, promise, legs }) => {
    const isWinner = legs.every(
      ({ match, market, selection }) => isWon(lineOf.get(match) ?? {}, market, selection) === true,
    )
    const expected = isWinner ? `won ${promise}` : 'lost 0'
    return `${status} ${payout}` === expected ? [] : [`${id}: ${status} ${payout}, expected ${expected}`]
  })
}
