import type { Browser } from 'playwright-core'
import { traceRounds } from '../browser/round-trace.ts'
import { open, browserFixture } from '../browser/browser-fixture.ts'
import { untilState } from '../support/aviator-rounds.ts'
import { setup } from '../support/browser-setup.ts'
import { deposit, registerPlayer } from '../support/player.ts'

/**
 * `npm run bench -- aviator-frames [rounds]`: Aviator on a phone-sized screen with a four times slower CPU, while other
 * players cash out. Measures the main thread's work per frame, its longest task, and layout and paint outside the
 * canvas and the label of the cash-out button.
 */
const rounds = Number(process.argv[2] ?? 20)
const CPU_SLOWDOWN = 4
const OTHERS = 4
const LIMITS = { frameP95Ms: 8, longestTaskMs: 50 }

setup()
const fixture = await browserFixture({ runsAviator: true })
let browser: Browser | null = null
try {
  const players = []
  for (let at = 0; at <= OTHERS; at++) {
    const player = await registerPlayer(fixture.product, `77470${String(at).padStart(3, '0')}0`)
    await deposit(player, 1_000_000)
    players.push(player)
  }
  const [player, ...others] = players
  if (player === undefined) throw new Error('no player was registered')
  await untilState(player.client, 'rounds are run', (state) => state.open)
  const { page, context } = await fixture.visit({ player, motion: 'no-preference' })
  browser = context.browser()
  await open(page, '/aviator?play')
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  const { frames, longestTaskMs, outside } = await traceRounds(page, player, others, rounds)
  const sorted = frames.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Infinity
  console.log(`${rounds} rounds, ${frames.length} frames: p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms`)
  for (const what of new Set(outside)) console.log(`outside: ${what}`)
  if (at(0.95) > LIMITS.frameP95Ms) console.log(`frame_p95_ms: wanted at most ${LIMITS.frameP95Ms}`)
  if (longestTaskMs > LIMITS.longestTaskMs) console.log(`longest_task_ms: wanted at most ${LIMITS.longestTaskMs}`)
  console.log(
    `RESULT aviator-frames frame_p95_ms=${at(0.95).toFixed(1)} longest_task_ms=${longestTaskMs.toFixed(1)} outside=${outside.length}`,
  )
} finally {
  await fixture.close()
  await browser?.close()
}
