import { setTimeout as sleep } from 'node:timers/promises'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { decided, startRound, untilBetting, untilPhase, untilState } from '../support/aviator-rounds.ts'
import { MAINTENANCE_ERROR, setMaintenance } from '../support/maintenance.ts'
import { deposit, type Player, registerPlayer } from '../support/player.ts'
import { type Product, startProduct } from '../support/product.ts'
import { registerStaff } from '../support/staff.ts'
import { expectCleanLedger } from './ledger-proof.ts'
import { queryDatabase } from '../support/query-database.ts'

const root = join(import.meta.dirname, '../..')

let product: Product
let amina: Player
let okello: Player

beforeAll(async () => {
  product = await startProduct({ runsAviator: true, env: { LOG_LEVEL: 'trace' } })
  amina = await registerPlayer(product, '775200010')
  okello = await registerPlayer(product, '775200028')
  await deposit(amina, 1_000_000)
  await deposit(okello, 1_000_000)
})
afterAll(() => product?.close())

const balanceOf = async ({ client }: Player): Promise<number> => (await client.must('GET /api/wallet', {})).balance

it('[AVI-32] [AVI-34] [AVI-22] two players see the same round and crash point, from a chain committed before its salt was known', async () => {
  await startRound(product, (await untilBetting(product, amina.client)).round)
  const seen = await untilPhase(amina.client, 'crashed')
  const { round, history } = await okello.client.must('GET /api/aviator/state', {})
  const id = seen.round?.id ?? 0
  const crash = round?.id === id ? round.crash : history.find((each) => each.id === id)?.crash
  expect(crash).toBe(seen.round?.crash)
  expect(crash).toBeGreaterThanOrEqual(1.1)
  expect(crash).toBeLessThanOrEqual(10)
  const { items } = await product.client().must('GET /api/aviator/chains', {})
  for (const chain of items) {
    expect(chain.commitment).toMatch(/^[0-9a-f]{64}$/)
    if (chain.saltedAt !== null) expect(Date.parse(chain.saltedAt)).toBeGreaterThan(Date.parse(chain.committedAt))
  }
})

it('[AVI-16] [AVI-18] [AVI-26] [AVI-27] [AVI-29] an Aviator bet is debited, joins the round, and is cashed out once, manually or at its target', async () => {
  // About one round in eight crashes before a manual cash-out; then use the next round.
  for (let paid = 0, tries = 0; paid < 2; tries++) {
    if (tries > 12) throw new Error('no round ran long enough')
    const { round } = await untilBetting(product, amina.client)
    const before = await balanceOf(amina)
    const manually = await amina.client.must('POST /api/aviator/bets', { body: { stake: 20_000 } })
    const byTarget = await amina.client.must('POST /api/aviator/bets', { body: { stake: 10_000, target: 1.11 } })
    expect(manually).toMatchObject({
      success: true,
      waits: false,
      balance: before - 20_000,
      bet: { roundId: round?.id },
    })
    const third = await amina.client.call('POST /api/aviator/bets', { body: { stake: 10_000 } })
    expect(third.ok ? 'placed' : third.problem.code).toBe('AVIATOR_TWO_BETS')
    const early = await amina.client.call('POST /api/aviator/bets/{id}/cashout', { params: { id: manually.bet.id } })
    expect(early.ok ? 'paid' : early.problem.code).toBe('AVIATOR_NOT_FLYING')
    await startRound(product, round)
    const flying = await untilState(
      amina.client,
      'the round is running',
      (state) => state.round?.id === round?.id && state.round?.state !== 'betting',
    )
    const startsMs = Date.parse(flying.round?.fliesAt ?? '') + 320
    while (Date.parse((await amina.client.must('GET /api/aviator/clock', {})).now) < startsMs) await sleep(10)
    const answer = await amina.client.call('POST /api/aviator/bets/{id}/cashout', { params: { id: manually.bet.id } })
    const waits = await okello.client.call('POST /api/aviator/bets', { body: { stake: 10_000, target: 1.2 } })
    if (waits.ok && waits.body.waits) expect(waits.body.bet.roundId).toBe((round?.id ?? 0) + 1)
    const [hand, target] = [await decided(amina.client, manually.bet.id), await decided(amina.client, byTarget.bet.id)]
    expect(await balanceOf(amina)).toBe(before - 30_000 + hand.payout + target.payout)
    if (!answer.ok) {
      expect(answer.problem.code).toBe('AVIATOR_TOO_LATE')
      expect(answer.problem.detail).toMatch(
        /^Too late: the round crashed at \d+\.\d\dx, \d+ ms before your cashout arrived\.$/,
      )
      expect(hand).toMatchObject({ state: 'lost', payout: 0 })
      continue
    }
    expect(hand).toMatchObject({ state: 'cashed-out', payout: Math.round(20_000 * (hand.multiplier ?? 0) * 100) / 100 })
    if (target.state === 'cashed-out') expect(target).toMatchObject({ multiplier: 1.11, payout: 11_100 })
    paid += 1
    const { items } = await amina.client.must('GET /api/wallet/statement', { query: { limit: 10 } })
    expect(
      items
        .filter((entry) => entry.referenceId === hand.id)
        .map((entry) => entry.type)
        .toSorted(),
    ).toEqual(['bet', 'win'])
  }
  const otherPlayer = await okello.client.call('POST /api/aviator/bets/{id}/cashout', {
    params: { id: (await amina.client.must('GET /api/aviator/bets', {})).items[0]?.id ?? '' },
  })
  expect(otherPlayer.ok ? 'paid' : otherPlayer.problem.code).toBe('AVIATOR_BET_NOT_FOUND')
})

it('[OPS-03] [AVI-16] an Aviator bet cancelled before the start of the round is refunded once, for concurrent requests with equal or different keys', async () => {
  await startRound(product, (await untilBetting(product, amina.client)).round)
  // A bet placed now joins the next round.
  await untilPhase(amina.client, 'flying')
  const before = await balanceOf(amina)
  const placed = await amina.client.must('POST /api/aviator/bets', { body: { stake: 10_000 } })
  const other = await amina.client.must('POST /api/aviator/bets', { body: { stake: 10_000, target: 1.5 } })
  const cancelBet = (id: string, idempotencyKey: string) =>
    amina.client.call('POST /api/aviator/bets/{id}/cancel', { params: { id }, idempotencyKey })
  const keys = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? 'one-and-the-same' : `another-${at}`))
  const replies = await Promise.all(keys.map((key) => cancelBet(placed.bet.id, key)))
  expect(replies.map((reply) => (reply.ok ? reply.body.bet.state : reply.problem.code))).toEqual(
    keys.map(() => 'refunded'),
  )
  expect(await balanceOf(amina)).toBe(before - 10_000)
  const reused = await cancelBet(other.bet.id, 'one-and-the-same')
  expect(reused.ok ? 'refunded' : reused.problem.code).toBe('IDEMPOTENCY_KEY_REUSED')
  await expectCleanLedger(product)
})

it('[SLIP-40] during maintenance an Aviator bet is refused with the reason, and an existing bet can be cashed out', async () => {
  const staff = await registerStaff(product, '775200036')
  for (let isPaid = false, tries = 0; !isPaid; tries++) {
    if (tries > 12) throw new Error('no round ran long enough')
    const { round } = await untilBetting(product, amina.client)
    const { bet } = await amina.client.must('POST /api/aviator/bets', { body: { stake: 20_000 } })
    const before = await balanceOf(okello)
    await setMaintenance(staff, true)
    const reply = await okello.client.call('POST /api/aviator/bets', { body: { stake: 20_000 } })
    expect(reply.ok ? reply.body : reply.problem).toMatchObject(MAINTENANCE_ERROR)
    expect(await balanceOf(okello)).toBe(before)
    await startRound(product, round)
    const { round: flying } = await untilState(
      amina.client,
      'the round is running',
      (now) => now.round?.state !== 'betting',
    )
    expect(flying?.id).toBe(round?.id)
    while (
      Date.parse((await amina.client.must('GET /api/aviator/clock', {})).now) <
      Date.parse(flying?.fliesAt ?? '') + 320
    )
      await sleep(10)
    const params = { id: bet.id }
    const answer = await amina.client.call('POST /api/aviator/bets/{id}/cashout', { params })
    if (!answer.ok) expect(answer.problem.code).toBe('AVIATOR_TOO_LATE')
    isPaid = (await decided(amina.client, bet.id)).state === 'cashed-out'
    await setMaintenance(staff, false)
  }
})

/** Collects every event pushed to a client. */
async function listen(player: Player | null, into: string[], stop: AbortSignal): Promise<void> {
  const topics = player === null ? 'games,settings,aviator' : 'me,games,settings,aviator'
  const headers = player === null ? {} : player.client.headers()
  const answer = await fetch(`${product.url}/api/stream?topics=${topics}`, { headers, signal: stop })
  const reader = (answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    into.push(value)
  }
}

it('[AVI-33] during a round no response, event, plain-text column or log line contains the crash point or seed', async () => {
  const stop = new AbortController()
  const pushed: string[] = []
  const listening = [listen(null, pushed, stop.signal), listen(amina, pushed, stop.signal)]
  for (const each of listening) each.catch(() => undefined)
  const rounds: { id: number; texts: string[]; shape: string }[] = []
  let after = 0
  while (rounds.length < 3) {
    const { round } = await untilBetting(product, okello.client, after)
    const id = round?.id ?? 0
    after = id
    pushed.length = 0
    const logged = product.log().length
    const texts: string[] = []
    const shapes = new Set<string>()
    const placed = await amina.client.must('POST /api/aviator/bets', { body: { stake: 10_000, target: 10 } })
    const manually = await amina.client.must('POST /api/aviator/bets', { body: { stake: 10_000 } })
    texts.push(JSON.stringify([placed, manually]))
    for (;;) {
      const params = { id: manually.bet.id }
      const replies = await Promise.all([
        okello.client.call('GET /api/aviator/state', {}),
        amina.client.call('GET /api/aviator/rounds', { query: { limit: 3 } }),
        okello.client.call('GET /api/aviator/rounds/{id}/proof', { params: { id: String(id) } }),
        okello.client.call('GET /api/aviator/chains', {}),
        amina.client.call('GET /api/aviator/bets', {}),
        amina.client.call('GET /api/aviator/top', { query: { period: 'all' } }),
        amina.client.call('GET /api/aviator/clock', {}),
        amina.client.call('GET /api/wallet/statement', { query: { limit: 5 } }),
        // The response is a refusal (too early) or a payout. Its text is checked below if the round was still running.
        amina.client.call('POST /api/aviator/bets/{id}/cashout', { params }),
        okello.client.call('POST /api/aviator/bets/{id}/cashout', { params }),
      ])
      const [state, , proof] = replies
      if (state === undefined || !state.ok || !('round' in state.body) || state.body.round?.id !== id) break
      const stored = await queryDatabase<{ row: string; open: boolean }>(
        product,
        `select to_jsonb(r)::text as row, ended_at is null as open from aviator_rounds r where no = $1`,
        [id],
      )
      if (stored[0]?.open !== true) break
      expect(proof?.ok === false && proof.problem.code).toBe('AVIATOR_ROUND_RUNNING')
      texts.push(
        ...replies.map((reply) => `${reply.response.text} ${JSON.stringify(reply.response.headers)}`),
        stored[0].row,
      )
      if (state.body.round.state === 'flying') shapes.add(shapeOf(state.response.text))
      // A tenth of a second is enough: requests without a pause would keep both processors busy.
      await sleep(100)
    }
    // Everything pushed before the crash frame.
    const frames = pushed.join('').split('\n\n')
    const isEnd = new RegExp(`"id":${id},[^{}]*"state":"(crashed|interrupted|void)"|"crash":[0-9]`)
    const end = frames.findIndex((frame) => isEnd.test(frame))
    texts.push(...frames.slice(0, end < 0 ? frames.length : end))
    const log = product.log().slice(logged)
    await decided(amina.client, placed.bet.id)
    const { round: over } = await untilState(
      okello.client,
      'the round is over',
      (state) => (state.round?.id ?? 0) > id || state.round?.endedAt != null,
    )
    expect(over).not.toBeNull()
    const found = await okello.client.must('GET /api/aviator/rounds/{id}/proof', { params: { id: String(id) } })
    const seed = Buffer.from(found.seed, 'hex')
    const secrets = [
      found.seed,
      found.seed.toUpperCase(),
      seed.toString('base64'),
      seed.toString('base64url'),
      seed.toString('hex').slice(0, 16),
    ]
    for (const secret of secrets) {
      expect(texts.some((text) => text.includes(secret))).toBe(false)
      expect(log.includes(secret)).toBe(false)
    }
    for (const text of texts) expect(text).not.toContain(`"crash":${found.crash},"endedAt":null`)
    expect(texts.filter((text) => new RegExp(`"id":${id},[^{}]*"crash":[0-9]`).test(text))).toEqual([])
    if (shapes.size > 0) rounds.push({ id, texts, shape: [...shapes].toSorted().join('|') })
  }
  stop.abort()
  // During play, rounds that end early and rounds that end late have the same fields of the same types.
  expect(new Set(rounds.map(({ shape }) => shape)).size).toBe(1)
})

/** The shape of a response: its fields and their types, with lists represented by their first item. */
function shapeOf(text: string): string {
  const form = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.length === 0 ? [] : ['list']
    if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, form(inner)]))
  }
  const { round, limits, open } = JSON.parse(text) as { round: object; limits: object; open: boolean }
  return JSON.stringify(form({ round, limits, open }))
}

it('[AVI-35] [AVI-34] npm run aviator:verify recomputes a round from published data', async () => {
  const { items } = await okello.client.must('GET /api/aviator/rounds', { query: { limit: 1 } })
  const run = (round: string) =>
    spawnSync(process.execPath, [join(root, 'scripts/aviator-verify.ts'), '--round', round, '--url', product.url], {
      encoding: 'utf8',
    })
  const right = run(String(items[0]?.id))
  expect(right.stdout).toContain('The round is valid.')
  expect(right.status).toBe(0)
  expect(run('999999999').status).toBe(2)
})

it('[AVI-13] [AVI-14] [CAS-04] [CAS-07] a refused Aviator bet gets the reason, and all players see the same lobby and jackpot', async () => {
  await untilState(okello.client, 'rounds run', ({ open }) => open)
  const refused = async (body: { stake: number; target?: number }) => {
    const reply = await okello.client.call('POST /api/aviator/bets', { body })
    return reply.ok ? 'placed' : reply.problem.detail
  }
  expect(await refused({ stake: 9_999 })).toBe('Minimum bet is 10,000 UGX')
  expect(await refused({ stake: 4_000_000 })).toBe('Insufficient balance for this bet')
  expect(await refused({ stake: 10_000, target: 1.1 })).toBe(
    'The auto cashout target must be between 1.11x and 10.00x.',
  )
  const lobby = await product.client().must('GET /api/casino/games', {})
  expect(lobby).toMatchObject({ demo: true, jackpot: 2_500_000 })
  expect(lobby.items).toHaveLength(8)
  // The jackpot grows from one request to the next.
  const [first, other, last] = [
    await amina.client.must('GET /api/jackpot', {}),
    await product.client().must('GET /api/jackpot', {}),
    await amina.client.must('GET /api/jackpot', {}),
  ]
  expect(first.enabled).toBe(true)
  expect(other.amount).toBeGreaterThanOrEqual(first.amount)
  expect(other.amount).toBeLessThanOrEqual(last.amount)
  await expectCleanLedger(product)
})
