import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type BettingFixture,
  bettingFixture,
  codeOf,
} from '../../apps/server/src/modules/betting/testing/betting-fixture.ts'
import type { TestAccount } from '../../apps/server/src/testing/test-accounts.ts'
import { createManualGame } from '../../apps/server/src/testing/test-manual-games.ts'
import type { AdminFixture } from '../../apps/server/src/testing/admin-fixture.ts'
import { proofSeed, proofSize } from '../support/proof.ts'
import { seededDraws } from '../support/seeded.ts'

// While bets on one game arrive without pause, a result, a void and an edit obtain their lock in time, and settlement
// includes every bet.

const CONNECTIONS = 8
const HELD_MS = { least: 50, spread: 50 }
const isFull = process.env['PROOF_SIZE'] !== undefined
const rounds = proofSize({ small: 1, full: 20 })
const MAX_WAIT_MS = 1_000
const draws = seededDraws(proofSeed)

let app: BettingFixture
let staff: TestAccount
let players: readonly TestAccount[]
beforeAll(async () => {
  app = await bettingFixture({ config: { DATABASE_CONNECTIONS: '20' } })
  staff = await app.admin()
  await app.set('max_daily_bets', 1_000_000)
  players = await Promise.all(Array.from({ length: CONNECTIONS }, () => app.player({ balanceUgx: 100_000_000 })))
})
afterAll(() => app?.close())

/** While it is closed, bets keep their locks, so that a command that begins then has to wait. */
let gate = Promise.withResolvers<void>()
gate.resolve()
let atGate = 0

/** Places bets in transactions that hold their locks for 50 to 100 ms, or until the gate opens. */
const slowDeps = () => ({
  protection: {
    ...app.deps.protection,
    async limitStatus(...asked: Parameters<typeof app.deps.protection.limitStatus>) {
      const status = await app.deps.protection.limitStatus(...asked)
      await sleep(HELD_MS.least + draws.below(HELD_MS.spread))
      atGate += 1
      await gate.promise
      atGate -= 1
      return status
    },
  },
})

/** Every connection bets on the game without pause. `stop` resolves when the last bet has ended. */
async function betWithoutPause(gameId: string) {
  const selections = [await app.pick(gameId)]
  const deps = slowDeps()
  let isStopped = false
  let placed = 0
  let refusal = ''
  const running = players.map(async (player) => {
    while (!isStopped) {
      const request = app.request(player, { stake: 10_000, selections, acceptOddsChanges: true })
      const [outcome] = await app.placeTogether([request], deps)
      refusal = codeOf(outcome)
      if (refusal !== 'placed') return
      placed += 1
    }
  })
  while (placed <= 2 * CONNECTIONS) {
    if (refusal !== '') expect(refusal).toBe('placed')
    await sleep(2)
  }
  return {
    placed: () => placed,
    async stop(): Promise<void> {
      isStopped = true
      await Promise.all(running)
    },
  }
}

/** Waits until the command waits for its exclusive offer lock. */
async function untilQueued(): Promise<void> {
  const waiting = `select from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock' and not granted
                      and database = (select oid from pg_database where datname = current_database())`
  while ((await app.kernel.workerDb.query(waiting)).length === 0) await sleep(2)
}

type Command = readonly [name: string, run: (gameId: string) => Promise<void>, isLast: boolean]
const COMMANDS: readonly Command[] = [
  ['a result', async (id) => void (await app.finishGame(id, 1, 0)), true],
  [
    'a void',
    async (id) => {
      const entry = { actorId: staff.id, note: 'Called off' }
      const done = await app.enterResult(id, { kind: 'void', reason: 'CANCELLED' }, entry)
      expect(done.ok).toBe(true)
    },
    true,
  ],
  [
    'an edit',
    async (id) => {
      const startTime = new Date(app.clock.now().getTime() + 2 * 3_600_000).toISOString()
      const { status, text } = await staff.put(`/api/admin/games/${id}`, { startTime })
      expect(status, text).toBe(200)
    },
    false,
  ],
]

it.each(COMMANDS)(
  `[SETL-01] [ADMG-05] %s is not delayed indefinitely by continuous bets on the game, and settlement includes every bet (seed ${proofSeed})`,
  async (name, run, isLast) => {
    const waitsMs: number[] = []
    for (let round = 0; round < rounds; round++) {
      const { id } = await createManualGame({ ...app, post: staff.post } as unknown as AdminFixture)
      const bets = await betWithoutPause(id)
      gate = Promise.withResolvers<void>()
      await expect.poll(() => atGate, { interval: 2 }).toBeGreaterThan(0)
      const command = run(id)
      await untilQueued()
      const atQueue = bets.placed()
      gate.resolve()
      const beganMs = performance.now()
      await command
      waitsMs.push(performance.now() - beganMs)
      // The bets that held the lock, and at most one more of each connection before the command's answer arrived.
      expect(bets.placed() - atQueue).toBeLessThanOrEqual(2 * CONNECTIONS)
      await bets.stop()
      if (!isLast) await app.finishGame(id, 1, 0)
      await app.settle()
      const [sums] = await app.kernel.db.query<{ tickets: bigint; open: bigint }>(
        `select count(*) as tickets, count(*) filter (where t.status = 'pending' or l.outcome is null) as open
           from tickets t join ticket_legs l on l.ticket_id = t.id where l.game_id = $1`,
        [id],
      )
      expect(sums).toEqual({ tickets: BigInt(bets.placed()), open: 0n })
    }
    const sorted = waitsMs.toSorted((a, b) => a - b)
    const [median, worst] = [sorted[sorted.length >> 1] ?? 0, sorted.at(-1) ?? 0]
    process.stdout.write(
      `${name}: waited ${median.toFixed(0)} ms (median), ${worst.toFixed(0)} ms (worst of ${rounds})\n`,
    )
    if (isFull) expect(worst).toBeLessThan(MAX_WAIT_MS)
    expect((await app.checkLedger()).differences).toEqual([])
  },
  600_000,
)
