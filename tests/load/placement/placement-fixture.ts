import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { GeneratorReport, GeneratorTask } from '../../support/bet-generator.ts'
import { query } from '../../support/durable-database.ts'
import { fundPlayers } from '../../support/funded-players.ts'
import { seedPendingTickets } from '../../support/pending-tickets.ts'
import { type Product, startProduct } from '../../support/product.ts'
import { recordedLines } from '../../support/recorded-lines.ts'
import { exchangeMessage } from '../../support/child-messages.ts'
import { expectValidLedger } from '../../support/valid-ledger.ts'

const GAMES = 80
export const CONNECTIONS = 32
const LEGS = 3
const STAKE_UGX = 25_000
const BALANCE_UGX = 1_000_000_000
/** Connections of the open loop: more than ever wait, so no bet waits for a connection. */
const OPEN_CONNECTIONS = 256

export type PlacementOptions = {
  readonly database: { readonly url: string; readonly adminUrl: string }
  readonly players: number
  /** Existing open tickets. */
  readonly tickets: number
  /** Every player has set every player limit. */
  readonly isLimited: boolean
}

type Placing = Pick<GeneratorTask, 'tokens' | 'seconds'> &
  Partial<Pick<GeneratorTask, 'urls' | 'connections' | 'perSecond'>>

/** The running product with open games, and funded players with sessions. */
export type PlacementFixture = {
  readonly product: Product
  readonly adminUrl: string
  readonly tokens: readonly string[]
  readonly place: (placing: Placing) => Promise<GeneratorReport>
  /** Opens the app for these players on another node. */
  readonly openApp: (url: string, tokens: readonly string[]) => Promise<void>
  readonly check: () => Promise<void>
  readonly close: () => Promise<void>
}

export async function placementFixture({
  database,
  players,
  tickets,
  isLimited,
}: PlacementOptions): Promise<PlacementFixture> {
  const { adminUrl } = database
  const product = await startProduct({
    database,
    matches: recordedLines(GAMES),
    kickoffInSeconds: 86_400,
    // Runs in real time, and polls the feed as rarely as in production.
    env: { CLOCK_FILE: '', FEED_POLL_MS: '5000', TRUST_PROXY: '0' },
  })
  const generator: ChildProcess = fork(join(import.meta.dirname, '../../support/bet-generator.ts'), {
    stdio: 'inherit',
  })
  const close = async (): Promise<void> => {
    generator.kill()
    await product.close()
  }
  try {
    await untilGamesOpen(product.url)
    const tokens =
      tickets > 0
        ? await seedPendingTickets(adminUrl, tickets, players)
        : await fundPlayers(adminUrl, players, BALANCE_UGX)
    await raiseLimits(adminUrl)
    if (isLimited) await limitAllPlayers(adminUrl)
    const answered: string[] = []
    await openAppForAll(product.url, tokens)
    return {
      product,
      adminUrl,
      tokens,
      openApp: openAppForAll,
      async place(placing) {
        const report = await exchangeMessage<GeneratorTask, GeneratorReport>(generator, 'the generator', {
          urls: [product.url],
          connections: placing.perSecond === undefined ? CONNECTIONS : OPEN_CONNECTIONS,
          legs: LEGS,
          stakeUgx: STAKE_UGX,
          ...placing,
        })
        if (report.ticketIds.length === 0)
          throw new Error(`no bet was placed: ${JSON.stringify(report.refused)}\n${product.log().slice(-4_000)}`)
        for (const id of report.ticketIds) answered.push(id)
        return report
      },
      check: () => checkFinalState(product, adminUrl, answered, tickets),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Raises the limits so far that no bet reaches them. The rules still run. */
async function raiseLimits(adminUrl: string): Promise<void> {
  await query(adminUrl, `update admin_settings set setting_value = '10000000' where setting_key = 'max_daily_bets'`)
  const liability = `('selection_liability_limit', 'scorer_liability_limit', 'game_liability_limit', 'player_liability_limit')`
  await query(adminUrl, `update admin_settings set setting_value = '1000000000000' where setting_key in ${liability}`)
  // The server reloads its settings every few seconds.
  await sleep(4_000)
}

/** Sets player limits that are checked for every bet but never reached. */
async function limitAllPlayers(adminUrl: string): Promise<void> {
  const limits = ['deposit', 'stake', 'loss'].flatMap((kind) =>
    ['day', 'week', 'month'].map((period) => `${kind}_${period}`),
  )
  await query(
    adminUrl,
    `insert into player_protection (user_id, ${limits.join(', ')}, updated_at)
     select id, ${limits.map(() => '100000000000000').join(', ')}, now() from profiles`,
  )
}

/** All players are signed in and have opened the app, as on a normal evening. */
async function openAppForAll(url: string, tokens: readonly string[]): Promise<void> {
  const waiting = [...tokens]
  const openNext = async (): Promise<void> => {
    for (let token = waiting.pop(); token !== undefined; token = waiting.pop()) {
      const answer = await fetch(`${url}/api/auth/session`, { headers: { cookie: `mupiira_session=${token}` } })
      const { user } = (await answer.json()) as { user: object | null }
      if (user === null) throw new Error('a session does not hold')
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, openNext))
}

async function untilGamesOpen(url: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const answer = await fetch(`${url}/api/games?status=open&limit=100`)
    const { items } = (await answer.json()) as { items: { open: boolean }[] }
    if (items.filter((game) => game.open).length >= GAMES * 0.9) return
    await sleep(200)
  }
  throw new Error('the games of the feed did not open')
}

/** Every 201 is one ticket with one debit and its legs, no other ticket exists, and the ledger is valid. */
async function checkFinalState(
  product: Product,
  adminUrl: string,
  ticketIds: readonly string[],
  before: number,
): Promise<void> {
  const [found] = await query(
    adminUrl,
    `select (select count(*) from tickets)::int as tickets,
            (select count(*) from tickets where id = any($1::uuid[]))::int as answered,
            (select count(*) from postings where kind = 'bet')::int as debits,
            (select count(*) from ticket_legs)::int as legs`,
    [ticketIds],
  )
  const expected = {
    tickets: before + ticketIds.length,
    answered: new Set(ticketIds).size,
    debits: before + ticketIds.length,
    legs: (before + ticketIds.length) * LEGS,
  }
  console.log(`stored: ${JSON.stringify(found)}`)
  for (const [name, count] of Object.entries(expected)) {
    if (found?.[name] !== count) throw new Error(`${name}: ${String(found?.[name])} where there should be ${count}`)
  }
  console.log((await expectValidLedger(product)).trim())
}
