import pg from 'pg'
import { fitModel } from '@mupiira/domain/pricing/fit.ts'
import { durableServer } from '../support/durable-database.ts'
import { fillConsole, openFilledConsole } from '../support/filled-console.ts'
import { openLightClient } from '../support/light-client.ts'
import { startProduct } from '../support/product.ts'
import { quantile } from '../support/quantile.ts'

/**
 * `npm run bench -- console-search [players] [tickets] [--keep]`: the search of the console over this many players, sent
 * as staff type: every start of a phone number, name, code, reference or team. Fails if the 95th percentile is above
 * 100 ms. `--keep` keeps the filled database for the next run of that size.
 */
const keepsDatabase = process.argv.includes('--keep')
const [players = 1_000_000, tickets = players * 2] = process.argv
  .slice(2)
  .filter((each) => /^\d+$/.test(each))
  .map(Number)
const LIMIT_MS = 100
const ROUNDS = 3
const SAMPLES = 20
const DATABASE = 'mupiira_bench_console_search'
/** The first search is sent after this many characters. */
const MIN_TYPED = { phone: 4, name: 2, code: 4, reference: 8, game: 3 }
type Kind = keyof typeof MIN_TYPED

const server = await durableServer()
const mark = JSON.stringify({ players, tickets })
const database = keepsDatabase
  ? await server.storedDatabase(DATABASE, mark)
  : { ...(await server.freshDatabase(DATABASE)), isStored: false }
try {
  const empty = await startProduct({ database, env: { ROLES: 'http' } })
  await empty.close()
  const now = new Date()
  const { token } = database.isStored
    ? await openFilledConsole(database.adminUrl, now)
    : await fillConsole(
        database.adminUrl,
        { users: players, tickets, entries: tickets * 4 },
        { now, model: fitModel({ home: 0.44, draw: 0.28, away: 0.28 }), say: console.log },
      )
  if (keepsDatabase) await server.markDatabase(DATABASE, mark)
  const product = await startProduct({ database, env: { ROLES: 'http', TRUST_PROXY: '0' } })
  const connection = openLightClient(product.url)
  try {
    const times = new Map<Kind, number[]>()
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [kind, text] of await typedTexts()) {
        const began = performance.now()
        const response = await connection.get(`/api/admin/search?q=${encodeURIComponent(text)}`, {
          cookie: `mupiira_session=${token}`,
        })
        const took = performance.now() - began
        if (response.status !== 200) throw new Error(`${text}: ${response.status} ${response.text().slice(0, 200)}`)
        // The first round fills caches.
        if (round > 0) times.set(kind, [...(times.get(kind) ?? []), took])
      }
    }
    const ms = (values: readonly number[], share: number) =>
      quantile(
        values.toSorted((a, b) => a - b),
        share,
      )
    for (const [kind, own] of times) {
      console.log(
        `${kind}: ${own.length} searches, p50 ${ms(own, 0.5).toFixed(1)} ms, p95 ${ms(own, 0.95).toFixed(1)} ms`,
      )
    }
    const all = [...times.values()].flat()
    const p95 = ms(all, 0.95)
    console.log(
      `RESULT console-search p95_ms=${p95.toFixed(1)} p50_ms=${ms(all, 0.5).toFixed(1)} worst_ms=${ms(all, 1).toFixed(1)} players=${players} tickets=${tickets} searches=${all.length}`,
    )
    if (p95 > LIMIT_MS) process.exitCode = 1
  } finally {
    connection.close()
    await product.close()
  }
} finally {
  if (!keepsDatabase) await server.dropDatabase(DATABASE)
  await server.release()
}

/** Texts as staff type them, from the first characters that are searched. */
async function typedTexts(): Promise<readonly (readonly [Kind, string])[]> {
  const client = new pg.Client({ connectionString: database.adminUrl })
  await client.connect()
  try {
    const read = async (query: string): Promise<string[]> =>
      (await client.query<{ text: string }>(`${query} limit ${SAMPLES}`)).rows.map(({ text }) => text)
    const samples: Record<Kind, readonly string[]> = {
      phone: await read(`select '0' || substr(phone_number, 5) as text from profiles tablesample system (1)`),
      name: [
        ...(await read(`select first_name || ' ' || last_name as text from profiles tablesample system (1)`)),
        ...(await read(`select username as text from profiles tablesample system (1)`)),
      ],
      code: await read(`select booking_code as text from tickets tablesample system (1)`),
      reference: [
        ...(await read(`select short_reference as text from transactions tablesample system (1)`)),
        ...(await read(`select reference as text from transactions tablesample system (1)`)),
      ],
      game: await read(`select home_team as text from games tablesample system (10)`),
    }
    return (Object.keys(samples) as Kind[]).flatMap((kind) =>
      samples[kind].flatMap((text) => startsOf(text, MIN_TYPED[kind]).map((start) => [kind, start] as const)),
    )
  } finally {
    await client.end()
  }
}

/** Some starts of a text, and the text. */
function startsOf(text: string, least: number): readonly string[] {
  return [...new Set([text.slice(0, least), text.slice(0, Math.ceil((least + text.length) / 2)), text])]
}
