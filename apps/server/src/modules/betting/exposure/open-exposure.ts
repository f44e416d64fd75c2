import { setTimeout as sleep } from 'node:timers/promises'
import { type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { type Exposure, exposureNow, type GameExposure } from './exposure.repository.ts'

/** How long the exposure is cached, because computing it reads all open tickets. */
export const FRESH_MS = 5_000
/** With very many open tickets a read takes seconds. The interval between reads is at least 20 times that duration. */
const INTERVAL_PER_READ = 20
/** How long a list waits for new figures before it shows the previous ones. */
const MAX_WAIT_MS = 150

/** The operator's result if the riskiest selection wins: the stakes minus its payout. Negative for a loss. */
export const worstCaseOf = ({ stakeUgx, worst }: Pick<GameExposure, 'stakeUgx' | 'worst'>): Ugx =>
  ugx(stakeUgx - worst.payoutUgx)

/** The open stakes on a game, and its worst case. */
export type OpenFigures = { readonly stakeUgx: Ugx; readonly worstCaseUgx: Ugx }

export type OpenExposure = ReturnType<typeof createOpenExposure>

/** The exposure of all open tickets. All screens of a node share the cached result. */
export function createOpenExposure({ db, clock, log }: Pick<Kernel, 'clock' | 'db' | 'log'>) {
  let cached: { readonly at: Date; readonly exposure: Promise<Exposure> } | null = null
  let durationMs = 0
  let last: ReadonlyMap<string, OpenFigures> | null = null

  async function read(): Promise<Exposure> {
    const beganMs = performance.now()
    try {
      const exposure = await exposureNow(db)
      last = new Map(
        exposure.games.map((game) => [game.gameId, { stakeUgx: game.stakeUgx, worstCaseUgx: worstCaseOf(game) }]),
      )
      return exposure
    } finally {
      durationMs = performance.now() - beganMs
    }
  }

  /** The cached exposure, or a newly read one if the cached one is too old. */
  function recent(): { readonly at: Date; readonly exposure: Promise<Exposure> } {
    const now = clock.now()
    const maxAgeMs = Math.max(FRESH_MS, INTERVAL_PER_READ * durationMs)
    if (cached === null || Math.abs(now.getTime() - cached.at.getTime()) > maxAgeMs) {
      const exposure = read()
      cached = { at: now, exposure }
      exposure.catch((error: unknown) => {
        cached = null
        log.warn({ err: error }, 'the exposure of open tickets could not be read')
      })
    }
    return cached
  }

  return {
    recent,
    /** The figures by game for a list: the previous ones if a read takes too long; null before the first read. */
    async figures(): Promise<ReadonlyMap<string, OpenFigures> | null> {
      await Promise.race([recent().exposure.catch(() => {}), sleep(MAX_WAIT_MS, undefined, { ref: false })])
      return last
    },
  }
}
