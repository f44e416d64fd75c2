import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BodyOf } from '@mupiira/contract/endpoint.ts'
import type { placeBet } from '@mupiira/contract/bets.ts'
import { allowManyBets, expectCleanLedger } from '../journeys/ledger-proof.ts'
import { queryDatabase } from '../support/query-database.ts'
import type { Reply } from '../support/client.ts'
import { deposit, inParallel, type Player, registerPlayer, until } from '../support/player.ts'
import { type Product, startProduct } from '../support/product.ts'
import { proofSeed, proofSize } from '../support/proof.ts'
import { recordedLines } from '../support/recorded-lines.ts'
import { seededDraws } from '../support/seeded.ts'
import { asPlaced } from '../support/place-bet.ts'

// kill -9 of the server during bets: a confirmed bet exists once, an unconfirmed one can be retried.

const kills = proofSize({ small: 3, full: 10 })
const PLAYERS = 8
const CONNECTIONS_EACH = 4
/** Enough for several batches, so the server is in the middle of its work. */
const ANSWERED_BEFORE_KILL = 60
const draws = seededDraws(proofSeed)

type Slip = BodyOf<typeof placeBet>
type Request = {
  readonly player: Player
  readonly key: string
  readonly body: Slip
  /** The response to the player; null if none arrived. */
  response: { readonly status: number; readonly text: string; readonly ticketId: string | null } | null
}

const players: Player[] = []
const requests: Request[] = []
let gameIds: string[] = []
let product: Product

beforeAll(async () => {
  product = await startProduct({ matches: recordedLines(20), kickoffInSeconds: 7_200, hasOutages: true })
  await allowManyBets(product)
  const phones = Array.from({ length: PLAYERS }, (_, at) => `77300${String(at).padStart(3, '0')}0`)
  players.push(
    ...(await inParallel(phones, 4, (phone) => registerPlayer(product, phone, { connections: CONNECTIONS_EACH }))),
  )
  await inParallel(players, 8, async (player) => {
    for (let count = 0; count < 4; count++) await deposit(player, 5_000_000)
  })
  gameIds = await until('games are on offer', async () => {
    const { items } = await (players[0] as Player).client.must('GET /api/games', {
      query: { status: 'open', limit: 20 },
    })
    return items.length === 20 && items.map((game) => game.id)
  })
})
afterAll(() => product?.close())

describe(`a server killed ${kills} times while ${PLAYERS * CONNECTIONS_EACH} connections place bets (seed ${proofSeed})`, () => {
  it.each(Array.from({ length: kills }, (_, at) => at + 1))(
    '[OPS-07] [SLIP-48] after kill %i, each confirmed bet exists once with its debit, and each unconfirmed bet gets one response',
    async () => {
      const before = requests.length
      await placeUntilKilled()
      const round = requests.slice(before)
      const unanswered = round.filter((request) => request.response === null)
      expect(unanswered.length).toBeGreaterThan(0)
      await product.restart()

      const answered = ticketIds(round)
      const existing = await expectOneDebit()
      expect(answered.filter((id) => !existing.has(id))).toEqual([])

      await inParallel(unanswered, 16, sendUntilAnswered)
      expect(
        unanswered.map((request) => request.response?.status).filter((status) => status !== 201 && status !== 422),
      ).toEqual([])
      // Exactly the accepted bets exist, each once, each with one debit.
      expect(new Set(ticketIds(requests))).toEqual(await expectOneDebit())
      expect(ticketIds(requests)).toHaveLength(new Set(ticketIds(requests)).size)
    },
  )

  it('[OPS-03] after the kills, each repeated request gets its first response byte for byte', async () => {
    const some = draws.some(requests, 100)
    const again = await inParallel(some, 16, async ({ player, body, key }) => {
      const reply = await player.client.call('POST /api/bets', { body, idempotencyKey: key })
      return { status: reply.status, text: reply.response.text }
    })
    expect(again).toEqual(some.map(({ response }) => ({ status: response?.status, text: response?.text })))
    expect(new Set(ticketIds(requests))).toEqual(await expectOneDebit())
  })

  it('[WALT-05] after the kills, the ledger is valid, and each balance equals deposits minus stakes', async () => {
    for (const player of players) {
      const stakes = requests
        .filter((each) => each.player === player && each.response?.ticketId)
        .map((each) => each.body.stake)
      const { balance } = await player.client.must('GET /api/wallet', {})
      expect(balance).toBe(20_000_000 - stakes.reduce((sum, stake) => sum + stake, 0))
    }
    await expectCleanLedger(product)
  })
})

/** Every connection places bets until the server is gone. */
async function placeUntilKilled(): Promise<void> {
  const round: Request[] = []
  const writers = players.flatMap((player) =>
    Array.from({ length: CONNECTIONS_EACH }, async () => {
      while (product.isRunning()) {
        const request: Request = { player, key: randomUUID(), body: slip(), response: null }
        round.push(request)
        requests.push(request)
        const isAnswered = await sendUntilAnswered(request).then(
          () => true,
          () => false,
        )
        if (!isAnswered) return
      }
    }),
  )
  await until(
    'the server is busy',
    async () => round.filter((each) => each.response !== null).length > ANSWERED_BEFORE_KILL,
  )
  await sleep(draws.below(400))
  await product.kill()
  await Promise.all(writers)
}

/** Sends a request with its key and retries on 503, as the app does. */
async function sendUntilAnswered(request: Request): Promise<void> {
  const { player, key, body } = request
  for (;;) {
    const reply: Reply<'POST /api/bets'> = await player.client.call('POST /api/bets', { body, idempotencyKey: key })
    if (reply.status === 503) {
      await sleep(100)
      continue
    }
    request.response = {
      status: reply.status,
      text: reply.response.text,
      ticketId: reply.ok ? asPlaced(reply.body).ticket.id : null,
    }
    return
  }
}

/** Mostly valid bets, some below the minimum stake. */
function slip(): Slip {
  const legs = draws.some(gameIds, 1 + draws.below(3))
  return {
    stake: draws.chance(0.05) ? 5_000 : 25_000 + draws.below(1_000),
    acceptOddsChanges: true,
    selections: legs.map((gameId) => ({ gameId, market: '1x2', selection: draws.one(['1', '2']), odds: 1.01 })),
  }
}

const ticketIds = (of: readonly Request[]): string[] => of.flatMap(({ response }) => response?.ticketId ?? [])

/** The existing tickets; fails if one does not have exactly one debit of its stake. */
async function expectOneDebit(): Promise<Set<string>> {
  const rows = await queryDatabase<{ id: string; debits: number; fits: boolean }>(
    product,
    `select t.id, count(p.id) as debits, bool_and(p.amount = t.total_stake and p.source = t.user_id) as fits
       from tickets t left join postings p on p.reference = t.id and p.kind = 'bet' group by t.id`,
  )
  expect(rows.filter((row) => row.debits !== 1 || !row.fits)).toEqual([])
  return new Set(rows.map((row) => row.id))
}
