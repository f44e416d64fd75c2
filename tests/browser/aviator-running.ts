import type { Page } from 'playwright-core'
import type { AviatorState } from '@mupiira/contract/aviator.ts'
import { stopClock, untilAnswered, withClock } from './clock.ts'
import { open } from './browser-fixture.ts'
import { intercept } from './network.ts'

/** The drawing shows 3.38x: 1.006^(60 × 3.4), rounded down. */
const FLOWN_MS = 3_400
const ROUND = 1_204

/** A running round, with bets of the player and of other players. */
function runningRound({ now, limits }: AviatorState, fliesAt: string): AviatorState {
  const crashes = [1.32, 4.07, 2.18, 1.06, 10, 1.74, 3.51, 1.21]
  return {
    now,
    open: true,
    round: {
      id: ROUND,
      state: 'flying',
      rtp: limits.rtp,
      bettingOpensAt: fliesAt,
      bettingClosesAt: fliesAt,
      fliesAt,
      crash: null,
      endedAt: null,
    },
    flownMs: FLOWN_MS,
    history: crashes.map((crash, at) => ({ id: ROUND - 1 - at, crash })),
    live: {
      roundId: ROUND,
      bets: 3,
      staked: 95_000,
      items: [
        { player: 'O•••o', stake: 50_000, multiplier: null, payout: 0 },
        { player: 'N•••a', stake: 35_000, multiplier: 2.4, payout: 84_000 },
        { player: 'A•••a', stake: 10_000, multiplier: null, payout: 0 },
      ],
    },
    mine: [
      {
        id: '0198c0de-0000-7000-8000-000000000001',
        roundId: ROUND,
        stake: 10_000,
        target: 5,
        auto: false,
        state: 'placed',
        multiplier: null,
        payout: 0,
        placedAt: fliesAt,
        decidedAt: null,
      },
    ],
    limits,
  }
}

/** Opens the game during a round whose reported time never advances. */
export async function openRunningRound(page: Page): Promise<void> {
  await withClock(page)
  let fliesAt: string | undefined
  await intercept(page, 'GET /api/aviator/state', async (route) => {
    const response = await route.fetch()
    const state = (await response.json()) as AviatorState
    fliesAt ??= new Date(Date.parse(state.now) - FLOWN_MS).toISOString()
    await route.fulfill({ response, json: runningRound(state, fliesAt) })
  })
  await open(page, '/aviator?play')
  await page.locator('[data-slot="0"][data-kind="cash-out"]').waitFor()
}

/** Stops the clock when the round is drawn up to the report, and before the next report would be overdue. */
export async function stopRunningRound(page: Page): Promise<void> {
  await stopClock(page)
  await page.clock.runFor(1_000)
  await untilAnswered(page)
  await page.clock.runFor(300)
}
