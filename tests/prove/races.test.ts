import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import { expectCleanLedger } from '../journeys/ledger-proof.ts'
import { queryDatabase } from '../support/query-database.ts'
import { openRawClient, type RawClient, type RawResponse } from '../support/raw-client.ts'
import { fundPlayers } from '../support/funded-players.ts'
import { liftBetLimits, type Operator, startOperator } from '../support/operator.ts'
import { inParallel, until } from '../support/player.ts'
import { freePort } from '../support/free-port.ts'
import { type Product, startProduct } from '../support/product.ts'
import { proofSeed, proofSize } from '../support/proof.ts'
import { seededDraws } from '../support/seeded.ts'

// Concurrent bets, cash-outs, settlement and withdrawals at two nodes take effect once each.

const keyCount = proofSize({ small: 8, full: 200 })
const COPIES = 50
const CONNECTIONS = 64
const draws = seededDraws(proofSeed)
const ODDS = { homeOdds: 210, drawOdds: 340, awayOdds: 360, over25Odds: 190, under25Odds: 195 }

type Person = { readonly id: string; readonly token: string }
type Answer = {
  readonly status: number
  readonly text: string
  readonly code: string | null
  readonly ticket: Ticket | null
}

let product: Product
let operator: Operator
/** The product's node, and a second node on the same database. */
let nodes: readonly [RawClient, RawClient]
let people = 0

beforeAll(async () => {
  product = await startProduct()
  operator = startOperator(product)
  await liftBetLimits(operator)
  const port = await freePort()
  product.spawn('apps/server/src/main.ts', { PORT: String(port), ROLES: 'http' })
  nodes = [openRawClient(product.url, CONNECTIONS), openRawClient(`http://127.0.0.1:${port}`, CONNECTIONS)]
  for (const node of nodes) {
    await until('both nodes know the settings', async () => {
      const response = await node.send({ method: 'GET', target: '/api/settings' }).catch(() => null)
      return response?.status === 200 && response.text.includes('"maxDailyBets":1000000')
    })
  }
})
afterAll(async () => {
  for (const node of nodes ?? []) node.close()
  await operator?.close()
  await product?.close()
})

async function fundHalf(count: number, balanceUgx: number): Promise<Person[]> {
  const tokens = await fundPlayers(product.database.adminUrl, count, balanceUgx, people)
  const rows = await queryDatabase<{ id: string }>(product, `select id from profiles order by phone_number offset $1`, [
    people,
  ])
  people += count
  return tokens.map((token, at) => ({ token, id: rows[at]?.id ?? '' }))
}

async function openGame(startsInMs = 86_400_000): Promise<string> {
  const startTime = new Date(product.clock.now().getTime() + startsInMs).toISOString()
  const { gameId } = await operator.order('open-game', { homeTeam: 'Vipers', awayTeam: 'KCCA', startTime, odds: ODDS })
  return gameId
}

const slip = (gameId: string, stake = 30_000): object => ({
  stake,
  acceptOddsChanges: true,
  selections: [{ gameId, market: '1x2', selection: '1', odds: 1.01 }],
})

async function post(
  node: RawClient,
  { token }: Person,
  target: string,
  body: object | string,
  key: string,
): Promise<Answer> {
  const ask = (): Promise<RawResponse> =>
    node.send({
      method: 'POST',
      target,
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        'idempotency-key': key,
        cookie: `mupiira_session=${token}`,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  let response = await ask()
  // Retries with the same key while the server is too busy, as the app does.
  for (; response.status === 503; response = await ask()) await sleep(100)
  const read = JSON.parse(response.text) as { code?: string; ticket?: Ticket }
  return { status: response.status, text: response.text, code: read.code ?? null, ticket: read.ticket ?? null }
}

const place = (person: Person, body: object | string, key: string = randomUUID(), node = nodes[0]): Promise<Answer> =>
  post(node, person, '/api/bets', body, key)

const balanceOf = async ({ id }: Person): Promise<number> => {
  const [row] = await queryDatabase<{ balance: number }>(product, 'select balance from accounts where id = $1', [id])
  return (row?.balance ?? Number.NaN) / 100
}

const codes = (answers: readonly Answer[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status, code }) => code ?? String(status))].map(([code, those]) => [
      code,
      those.length,
    ]),
  )

const ticketsOf = async (those: readonly Person[]): Promise<Map<string, { status: string; payout: number | null }>> => {
  const rows = await queryDatabase<{ id: string; status: string; payout: number | null }>(
    product,
    'select id, status, payout from tickets where user_id = any($1::uuid[])',
    [those.map(({ id }) => id)],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

describe(`concurrent requests (seed ${proofSeed})`, () => {
  it('[SLIP-48] [SLIP-36] one of fifty concurrent bets on two nodes is placed when the balance covers one', async () => {
    const gameId = await openGame()
    const [person] = (await fundHalf(1, 40_000)) as [Person]
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => place(person, slip(gameId), randomUUID(), nodes[at % 2])),
    )
    expect(codes(answers)).toEqual({ '201': 1, INSUFFICIENT_BALANCE: 49 })
    expect(await balanceOf(person)).toBe(10_000)
  })

  it(`[OPS-03] ${keyCount} idempotency keys with ${COPIES} copies of each request, a tenth with a different body, have one effect and one response each`, async () => {
    const gameId = await openGame()
    const players = await fundHalf(20, 10_000_000)
    const requests = Array.from({ length: keyCount }, () => ({ key: randomUUID(), person: draws.one(players) }))
    const copies = requests.flatMap((request) =>
      Array.from({ length: COPIES }, () => ({ ...request, stake: draws.chance(0.1) ? 31_000 : 30_000 })),
    )
    const shuffled = draws.some(copies, copies.length)
    const answers = await Promise.all(
      shuffled.map(async ({ key, person, stake }, at) => ({
        key,
        stake,
        answer: await place(person, slip(gameId, stake), key, nodes[at % 2]),
      })),
    )
    for (const [key, those] of Map.groupBy(answers, (each) => each.key)) {
      const placed = those.filter(({ answer }) => answer.status === 201)
      // The first body that arrives defines the request: each copy gets the same response, and every other body a
      // conflict.
      expect(new Set(placed.map(({ answer }) => answer.text)).size, key).toBe(1)
      const first = placed[0]?.stake
      expect(placed.map(({ stake }) => stake)).toEqual(those.filter(({ stake }) => stake === first).map(() => first))
      const others = those.filter(({ stake }) => stake !== first).map(({ answer }) => answer)
      expect(codes(others)).toEqual(others.length === 0 ? {} : { IDEMPOTENCY_KEY_REUSED: others.length })
    }
    expect((await ticketsOf(players)).size).toBe(keyCount)
  })

  it('[SLIP-62] a failing bet does not affect the other bets of its batch', async () => {
    const [gameId, closed] = [await openGame(), await openGame()]
    await operator.order('change-game', { gameId: closed, change: { status: 'live' } })
    const unlucky = 31_337
    // An unforeseen failure: the database refuses the row, and with it the whole batch.
    await queryDatabase(
      product,
      `create function poison() returns trigger language plpgsql as $$ begin
         if new.total_stake = ${unlucky}00 then raise exception 'poison'; end if; return new; end $$;
       create trigger poison before insert on tickets for each row execute function poison()`,
    )
    const players = await fundHalf(40, 10_000_000)
    const nul = JSON.stringify(slip(gameId)).replace('"1x2"', String.raw`"1x2\u0000"`)
    const poisons: readonly (readonly [object | string, string])[] = [
      [nul, 'INVALID_FIELDS'],
      [slip(closed), 'GAME_CLOSED'],
      [slip(gameId, 9_999_999_999_999), 'STAKE_ABOVE_MAXIMUM'],
      [{ ...slip(gameId), totalOdds: 1e308, acceptOddsChanges: false }, 'ODDS_CHANGED'],
      [slip(gameId, unlucky), 'INTERNAL'],
    ]
    for (let batch = 0; batch < 5; batch++) {
      const [poison, refusal] = poisons[batch] as (typeof poisons)[number]
      const victims = draws.some(players, 4)
      const answers = await inParallel(players, players.length, async (person) => {
        const good = place(person, slip(gameId))
        const bad = victims.includes(person) ? await place(person, poison) : null
        return { good: await good, bad }
      })
      expect(codes(answers.map(({ good }) => good)), refusal).toEqual({ '201': players.length })
      expect(codes(answers.flatMap(({ bad }) => bad ?? []))).toEqual({ [refusal]: victims.length })
    }
    await queryDatabase(product, 'drop trigger poison on tickets; drop function poison()')
    for (const person of players) expect(await balanceOf(person)).toBe(10_000_000 - 5 * 30_000)
  })

  it('[MKT-42] [SLIP-53] bets placed around kick-off are accepted only before kick-off', async () => {
    const players = await fundHalf(8, 50_000_000)
    const gameId = await openGame(1_200)
    const [game] = await queryDatabase<{ start_time: Date }>(product, 'select start_time from games where id = $1', [
      gameId,
    ])
    const kickoff = game?.start_time.getTime() ?? 0
    const answers: { readonly askedAt: number; readonly answer: Answer }[] = []
    await Promise.all(
      players.map(async (person, at) => {
        while (product.clock.now().getTime() < kickoff + 400) {
          const askedAt = product.clock.now().getTime()
          answers.push({ askedAt, answer: await place(person, slip(gameId), randomUUID(), nodes[at % 2]) })
        }
      }),
    )
    expect(new Set(Object.keys(codes(answers.map(({ answer }) => answer))))).toEqual(new Set(['201', 'GAME_CLOSED']))
    for (const { askedAt, answer } of answers) {
      if (answer.ticket !== null) expect(new Date(answer.ticket.createdAt).getTime()).toBeLessThan(kickoff)
      if (askedAt >= kickoff) expect(answer.code).toBe('GAME_CLOSED')
    }
  })

  it('[SETL-46] [D15] bets placed while an operator starts the game count if placed before the start, and are void otherwise', async () => {
    const players = await fundHalf(8, 50_000_000)
    const gameId = await openGame()
    const tickets: Ticket[] = []
    let isPlaying = false
    const betting = Promise.all(
      players.map(async (person, at) => {
        for (let isOpen = true; isOpen;) {
          const isRequestedAfter = isPlaying
          const answer = await place(person, slip(gameId), randomUUID(), nodes[at % 2])
          if (answer.ticket !== null) tickets.push(answer.ticket)
          else expect(answer.code).toBe('GAME_CLOSED')
          if (isRequestedAfter) expect(answer.code).toBe('GAME_CLOSED')
          isOpen = answer.ticket !== null
        }
      }),
    )
    await sleep(150)
    const { firstLiveAt } = await operator.order('change-game', { gameId, change: { status: 'live' } })
    isPlaying = true
    await betting
    await operator.order('change-game', { gameId, change: { status: 'finished', homeScore: 1, awayScore: 0 } })
    const ends = await untilEnded(players)
    for (const ticket of tickets) {
      const isLate = new Date(ticket.createdAt) > new Date(firstLiveAt ?? '')
      const expected = isLate
        ? { status: 'void', payout: 3_000_000 }
        : { status: 'won', payout: ticket.potentialWin * 100 }
      expect(ends.get(ticket.id)).toMatchObject(expected)
    }
  })

  it('[TICK-45] [SETL-09] a ticket is paid once when a cash-out and its settlement run at the same time', async () => {
    const players = await fundHalf(24, 100_000)
    let cashedOut = 0
    for (let round = 0; round < 3; round++) {
      const gameId = await openGame()
      const before = await inParallel(players, 8, balanceOf)
      const bets = await inParallel(players, 24, async (person) => {
        const { ticket, text } = await place(person, slip(gameId, 25_000))
        if (ticket === null) throw new Error(text)
        return { person, ticket }
      })
      // The game ends after this many cash-outs; the others are in progress or later.
      const endsAfter = [0, 5, 12][round] ?? 0
      let answered = 0
      const ending = until('some are cashed out', async () => answered >= endsAfter).then(() =>
        operator.order('change-game', { gameId, change: { status: 'finished', homeScore: 0, awayScore: 0 } }),
      )
      const answers = await inParallel(bets, 4, async ({ person, ticket }, at) => {
        const node = nodes[at % 2] as RawClient
        const answer = await post(node, person, `/api/bets/${ticket.id}/cashout`, { offer: 25_000 }, randomUUID())
        answered += 1
        return answer
      })
      await ending
      const ends = await untilEnded(players)
      for (const [at, { person, ticket }] of bets.entries()) {
        const { status, code } = answers[at] as Answer
        const isPaid = status === 200
        cashedOut += isPaid ? 1 : 0
        expect(isPaid || code === 'CASHOUT_UNAVAILABLE', code ?? '').toBe(true)
        expect(ends.get(ticket.id)?.status).toBe(isPaid ? 'cashout' : 'lost')
        expect(await balanceOf(person)).toBe((before[at] ?? 0) - (isPaid ? 0 : 25_000))
      }
    }
    expect(cashedOut).toBeGreaterThan(0)
  })

  it('[SLIP-48] two nodes that lock the same accounts in opposite order during settlement do not deadlock', async () => {
    const players = await fundHalf(32, 50_000_000)
    const [gameId, ending] = [await openGame(), await openGame()]
    const deadlocks = await deadlocksSoFar()
    await inParallel(players, 32, (person) => place(person, slip(ending)))
    const rounds = 6
    const answers = await Promise.all(
      nodes.map(async (node, at) => {
        const order = at === 0 ? players : players.toReversed()
        const all: Answer[] = []
        for (let round = 0; round < rounds; round++) {
          if (round === 2 && at === 0)
            await operator.order('change-game', {
              gameId: ending,
              change: { status: 'finished', homeScore: 2, awayScore: 1 },
            })
          all.push(...(await Promise.all(order.map((person) => place(person, slip(gameId), randomUUID(), node)))))
        }
        return all
      }),
    )
    expect(codes(answers.flat())).toEqual({ '201': 2 * rounds * players.length })
    await untilEnded(players, players.length)
    expect(await deadlocksSoFar()).toBe(deadlocks)
  })

  it('[WDR-20] of a concurrent withdrawal and bet that together exceed the balance, exactly one succeeds, and no balance becomes negative', async () => {
    const players = await fundHalf(16, 60_000)
    const gameId = await openGame()
    const both = await inParallel(players, 16, async (person, at) => {
      const ask = [
        () => post(nodes[at % 2] as RawClient, person, '/api/payments/withdrawals', { amount: 50_000 }, randomUUID()),
        () => place(person, slip(gameId), randomUUID(), nodes[(at + 1) % 2]),
      ]
      const [one, other] = await Promise.all((at % 4 < 2 ? ask : ask.toReversed()).map((send) => send()))
      return [one?.status, other?.status].filter((status) => status === 201 || status === 202)
    })
    for (const taken of both) expect(taken).toHaveLength(1)
    for (const [at, person] of players.entries()) {
      const balance = await balanceOf(person)
      // A withdrawal that the network refused has been refunded in full.
      if (both[at]?.[0] === 201) expect(balance).toBe(30_000)
      else expect([8_000, 60_000]).toContain(balance)
    }
  })

  it('[WALT-05] after all concurrent requests above, the ledger is valid', async () => {
    await expectCleanLedger(product)
  })
})

/** The tickets once all tickets of finished games are settled (`left`: tickets of games that continue). */
async function untilEnded(players: readonly Person[], left?: number) {
  return until('the tickets are settled', async () => {
    const [row] = await queryDatabase(
      product,
      `select count(*) from tickets t where t.status = 'pending' and t.user_id = any($1::uuid[]) and exists (
         select from ticket_legs l join game_results r on r.game_id = l.game_id where l.ticket_id = t.id and r.result_version > 0)`,
      [players.map(({ id }) => id)],
    )
    const tickets = await ticketsOf(players)
    return Number(row?.['count']) === 0 && (left === undefined || tickets.size >= left) ? tickets : null
  })
}

async function deadlocksSoFar(): Promise<number> {
  const [row] = await queryDatabase(
    product,
    `select deadlocks from pg_stat_database where datname = current_database()`,
  )
  return Number(row?.['deadlocks'])
}
