import type { ChildProcess } from 'node:child_process'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { queryDatabase } from '../support/query-database.ts'
import type { Client } from '../support/client.ts'
import { query } from '../support/durable-database.ts'
import { fundPlayers } from '../support/funded-players.ts'
import { until } from '../support/player.ts'
import { freePort } from '../support/free-port.ts'
import { type Product, startProduct } from '../support/product.ts'
import { proofSeed as seed, proofSize } from '../support/proof.ts'
import { seededDraws } from '../support/seeded.ts'

/**
 * A password reset request must not reveal whether an account exists. Requests for numbers with and without an account
 * are sent in pairs, in either order. Responses are equal except for their random parts, and nothing is sent before a
 * job runs. At full size the medians differ by at most a millisecond.
 */
const pairs = proofSize({ small: 4, full: 1_000 })
const IS_TIMED = pairs >= 500
const MAX_APART_MS = 1
const SENT_LATER = 4
const draws = seededDraws(seed)

let product: Product
let client: Client
let worker: ChildProcess | undefined

// A retry starts from a fresh product.
beforeEach(async () => {
  // Serves requests only; no job runs in this process.
  product = await startProduct({ env: { ROLES: 'http' } })
  client = product.client(1)
  const { adminUrl } = product.database
  await fundPlayers(adminUrl, pairs + SENT_LATER, 1_000)
  // A reset code requires an existing password.
  await query(
    adminUrl,
    `insert into credentials (user_id, password_hash, changed_at) select id, '$argon2id$none fits', created_at from profiles
     where username like 'bench%'`,
  )
})
afterEach(async () => {
  worker?.kill('SIGTERM')
  await product?.close()
})

const known = (at: number): string => `0${770_000_001 + at}`
const unknown = (at: number): string => `0${780_000_001 + at}`

type TimedResponse = { readonly shape: unknown; readonly ms: number }

async function requestReset(emailOrPhone: string): Promise<TimedResponse> {
  const began = performance.now()
  const { response } = await client.call('POST /api/auth/password/forgot', { body: { emailOrPhone } })
  const ms = performance.now() - began
  const { date: _, ...headers } = response.headers
  const lengths = response.cookies.map((cookie) =>
    cookie.replace(/=[\w-]{43};/, '=TOKEN;').replace(/Expires=[^;]+/i, ''),
  )
  // The request id is a counter.
  const shaped = { ...headers, 'set-cookie': lengths, 'x-request-id': headers['x-request-id'] !== undefined }
  return { shape: { status: response.status, text: response.text, headers: shaped }, ms }
}

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0

it(`[AUTH-35] ${pairs} pairs of numbers with and without an account receive the same response, and a job sends the code later`, async () => {
  for (let at = pairs; at < pairs + SENT_LATER; at++) {
    const [one, none] = [await requestReset(known(at)), await requestReset(unknown(at))]
    expect(one.shape).toEqual(none.shape)
  }
  const rows = await queryDatabase(
    product,
    `select from recovery_requests where unsent is not null and sent_at is null`,
  )
  expect([rows.length, product.messages.messages().length]).toEqual([2 * SENT_LATER, 0])

  worker = product.spawn('apps/server/src/main.ts', { ROLES: 'worker', PORT: String(await freePort()) })
  await until('the codes are sent', async () => product.messages.messages().length === SENT_LATER)
  await until('nothing is left to send', async () => {
    const waiting = await queryDatabase(product, `select from recovery_requests where next_at is not null`)
    return waiting.length === 0
  })
  const numbers = product.messages.messages().map(({ to }) => to)
  expect(numbers.toSorted()).toEqual(
    Array.from({ length: SENT_LATER }, (_, at) => known(pairs + at).replace(/^0/, '+256')).toSorted(),
  )

  const times = { known: [] as number[], unknown: [] as number[] }
  const kinds = { known, unknown } as const
  for (let at = 0; at < pairs; at++) {
    const order = draws.chance(0.5) ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    const shapes: unknown[] = []
    for (const kind of order) {
      const timed = await requestReset(kinds[kind](at))
      times[kind].push(timed.ms)
      shapes.push(timed.shape)
    }
    expect(shapes[0], `seed ${seed}`).toEqual(shapes[1])
  }
  const apartMs = Math.abs(median(times.known) - median(times.unknown))
  console.log(
    `RESULT recovery-timing pairs=${pairs} known_ms=${median(times.known).toFixed(3)} unknown_ms=${median(times.unknown).toFixed(3)} apart_ms=${apartMs.toFixed(3)}`,
  )
  if (IS_TIMED) expect(apartMs, `seed ${seed}`).toBeLessThanOrEqual(MAX_APART_MS)
})
