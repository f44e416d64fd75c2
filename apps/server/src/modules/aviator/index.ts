import type { LiveBets } from '@mupiira/contract/aviator.ts'
import { createBatcher } from '../../kernel/batcher.ts'
import { createClockOffset } from '../../kernel/clock-offset.ts'
import type { Route } from '../../kernel/http/route.ts'
import { type Recalled, storeAnswersWith } from '../../kernel/idempotency/idempotency.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { createEncryption } from '../../kernel/encryption.ts'
import type { Audit } from '../audit/index.ts'
import type { Identity } from '../identity/index.ts'
import { cashOutBets, type CashOutRequest, type CashOutResult } from './bets/cash-out-bets.ts'
import { type PlaceDeps, placeBets, type PlaceRequest, type PlaceResult } from './bets/place-bets.ts'
import { AVIATOR_POSTINGS } from './bets/bets.repository.ts'
import { betRoutes, cashOutAnswer, placeAnswer } from './bets/routes.ts'
import { chainAdminRoutes } from './chains/admin-routes.ts'
import { chainRoutes } from './chains/routes.ts'
import { createChainSupply } from './chains/chain-supply.ts'
import type { Beacon, StakeLimits } from './ports.ts'
import { createCrashPoints } from './rounds/crash-points.ts'
import { createElapsedTimeReader, type ElapsedTime, elapsedMs } from './rounds/elapsed-time.ts'
import { createRoundScreen } from './rounds/round-screen.ts'
import { roundRoutes } from './rounds/routes.ts'
import { runRounds } from './rounds/run-rounds.ts'

export type AviatorDeps = Pick<PlaceDeps, 'limitStatus' | 'settings' | 'wallet'> & {
  readonly profiles: Identity['profiles']
}

export type Aviator = {
  readonly routes: readonly Route[]
  readonly reads: {
    /** The bets of the current round as everyone sees them; null without a round. */
    live(): Promise<LiveBets | null>
    /** The elapsed time of the current round; null unless it is running. */
    elapsedTime(): Promise<ElapsedTime | null>
  }
  readonly administration: {
    /** Console endpoints of seed chains. */
    routes(audit: Audit['commands']): readonly Route[]
  }
}

const LEADER = 'aviator'
/** Nodes use the rounds' clock only if they know its offset to within this many milliseconds. */
const CLOCK_WITHIN_MS = 20
const MEASURE_EVERY_MS = 10_000
const MAX_BATCH = 64
const MAX_WAIT_MS = 2
const MAX_WAITING = 10_000
/** A cash-out waits only for a free transaction; several run at the same time and share disk writes. */
const CASH_OUT_TRANSACTIONS = 4

/** The crash game: one round for all players, run by the leading node. Every node accepts bets and cash-outs. */
export function createAviator(
  kernel: Kernel,
  deps: AviatorDeps,
  { beacon, stakeLimits }: { readonly beacon: Beacon | null; readonly stakeLimits: StakeLimits },
): Aviator {
  const { clock, config, workerDb, metrics } = kernel
  const encryption = createEncryption(config.aviatorKey, 'aviator seeds')
  const crashPoints = createCrashPoints(encryption)
  const offset = createClockOffset(workerDb, CLOCK_WITHIN_MS)
  kernel.jobs.every('aviator-clock', MEASURE_EVERY_MS, () => offset.measure(), { leaderOnly: false })

  /** All nodes use the database's clock as the rounds' clock. */
  const roundTime = (at: Date): Date | null => {
    const offsetMs = offset.offsetMs()
    return offsetMs === null ? null : new Date(Math.round(at.getTime() + offsetMs))
  }
  const now = (): Date => roundTime(clock.now()) ?? clock.now()
  const elapsedTimeDeps = { db: kernel.db, crashPoints, now: () => roundTime(clock.now()) }
  const screen = createRoundScreen(kernel, {
    ...deps,
    stakeLimits,
    now,
    elapsedMs: (round) => elapsedMs(elapsedTimeDeps, round),
  })

  const placeDeps = { ...deps, stakeLimits, now, storePlaced: storeAnswersWith(kernel.idempotency, placeAnswer) }
  const placing = createBatcher<PlaceRequest, PlaceResult | NonNullable<Recalled>>({
    maxBatch: MAX_BATCH,
    maxWaitMs: MAX_WAIT_MS,
    maxWaiting: MAX_WAITING,
    // Every batch locks the round, so a second one would only wait for the first.
    concurrency: 1,
    run: (batch) => placeBets(kernel, placeDeps, batch),
    onBatch: (size) => metrics.batchSize.observe({ batcher: 'aviator-place' }, size),
  })
  const cashOutDeps = {
    wallet: deps.wallet,
    crashPoints,
    storeCashedOut: storeAnswersWith(kernel.idempotency, cashOutAnswer),
  }
  const cashingOut = createBatcher<CashOutRequest, CashOutResult | NonNullable<Recalled>>({
    maxBatch: MAX_BATCH,
    maxWaitMs: 0,
    maxWaiting: MAX_WAITING,
    concurrency: CASH_OUT_TRANSACTIONS,
    ownerOf: ({ userId }) => userId,
    run: (batch) => cashOutBets(kernel, cashOutDeps, batch),
    onBatch: (size) => metrics.batchSize.observe({ batcher: 'aviator-cash-out' }, size),
  })
  kernel.onStop('aviator', async () => {
    await Promise.all([placing.drain(), cashingOut.drain()])
  })
  deps.wallet.ledger.explain(AVIATOR_POSTINGS)

  if (config.roles.has('worker')) {
    const chains = createChainSupply(workerDb, encryption, beacon)
    metrics.gauge('aviator_rounds_left', 'Aviator rounds left in the salted chains', () => chains.saltedLinks())
    const isClockKnown = (): boolean => offset.offsetMs() !== null
    kernel.leadership.whileLeader(LEADER, (lost) =>
      runRounds(kernel, { ...deps, chains, encryption, crashPoints, now, isClockKnown }, lost),
    )
  }
  return {
    routes: [
      ...betRoutes(kernel, { wallet: deps.wallet, settings: deps.settings, placing, cashingOut, roundTime }),
      ...roundRoutes(kernel, { screen, roundTime }),
      ...chainRoutes(kernel),
    ],
    reads: { live: screen.live, elapsedTime: createElapsedTimeReader(elapsedTimeDeps) },
    administration: { routes: (audit) => chainAdminRoutes(kernel, { audit, encryption }) },
  }
}
