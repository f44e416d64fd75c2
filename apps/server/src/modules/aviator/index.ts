import type { LiveBets } from '@mupiira/contract/aviator.ts'
import { createClockOffset } from '../../kernel/clock-offset.ts'
import type { Route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { createBatcher } from '../../kernel/batcher.ts'
import { createSealing } from '../../kernel/sealing.ts'
import type { Audit } from '../audit/index.ts'
import type { Identity } from '../identity/index.ts'
import type { Wallet } from '../wallet/index.ts'
import { cashOutBets, type CashOutOutcome, type CashOutRequest } from './cash-out.ts'
import { createCrashPoints } from './crash-points.ts'
import { createChainKeeper } from './keep-chains.ts'
import { type PlaceDeps, placeBets, type PlaceOutcome, type PlaceRequest } from './place-bets.ts'
import type { Beacon, StakeLimits } from './ports.ts'
import { aviatorRoutes } from './routes.ts'
import { runRounds } from './run-rounds.ts'
import { createShow } from './show.ts'

export type AviatorDeps = Omit<PlaceDeps, 'stakeLimits' | 'now'> & {
  readonly audit: Pick<Audit, 'record'>
  readonly identity: Pick<Identity, 'profiles'>
  readonly wallet: Wallet
}

export type Aviator = {
  readonly routes: readonly Route[]
  /** The bets of the present round, as everybody sees them. */
  live(): Promise<LiveBets | null>
}

const LEADER = 'aviator'
/** Two clocks that are known to this may judge one moment. */
const CLOCK_WITHIN_MS = 20
const MEASURE_EVERY_MS = 10_000
const BATCHERS = 2
const MAX_BATCH = 64
const MAX_WAIT_MS = 2
const MAX_WAITING = 10_000

/** The crash game: one round for everybody, run by the node that leads, judged by every node alike. */
export function createAviator(
  kernel: Kernel,
  deps: AviatorDeps,
  ports: { readonly beacon: Beacon | null; readonly stakeLimits: StakeLimits },
): Aviator {
  const { stakeLimits } = ports
  const { clock, config, workerDb } = kernel
  const sealing = createSealing(config.aviatorKey, 'aviator seeds')
  const crashPoints = createCrashPoints(sealing)
  const offset = createClockOffset(workerDb, CLOCK_WITHIN_MS)
  kernel.jobs.every('aviator-clock', MEASURE_EVERY_MS, () => offset.measure(), { leaderOnly: false })

  /** Moments of all nodes on one scale: the database's clock. */
  const roundTime = (at: Date): Date | null => {
    const offsetMs = offset.offsetMs()
    return offsetMs === null ? null : new Date(Math.round(at.getTime() + offsetMs))
  }
  const now = (): Date => roundTime(clock.now()) ?? clock.now()
  const show = createShow(kernel, { ...deps, stakeLimits, now })

  const limits = { maxBatch: MAX_BATCH, maxWaitMs: MAX_WAIT_MS, concurrency: BATCHERS, maxWaiting: MAX_WAITING }
  const placing = createBatcher<PlaceRequest, PlaceOutcome>({
    ...limits,
    // All lock the round, so a second one would only wait for the first.
    concurrency: 1,
    run: (batch) => placeBets(kernel, { ...deps, stakeLimits, now }, batch),
    onBatch: (size) => kernel.metrics.batchSize.observe({ batcher: 'aviator-place' }, size),
  })
  const cashingOut = createBatcher<CashOutRequest, CashOutOutcome>({
    ...limits,
    // Who cashes out does not wait for others: what gathers while the lanes are busy is a batch.
    maxWaitMs: 0,
    run: (batch) => cashOutBets(kernel, { ...deps, crashPoints }, batch),
    onBatch: (size) => kernel.metrics.batchSize.observe({ batcher: 'aviator-cash-out' }, size),
  })
  kernel.onStop('aviator', async () => {
    await Promise.all([placing.drain(), cashingOut.drain()])
  })
  explainBets(deps.wallet)

  if (config.roles.has('worker')) {
    const keeper = createChainKeeper(workerDb, sealing, ports.beacon)
    kernel.metrics.gauge('aviator_rounds_left', 'Rounds of Aviator until its salted chains are used up', () =>
      keeper.saltedLinks(),
    )
    const isClockKnown = (): boolean => offset.offsetMs() !== null
    kernel.leadership.whileLeader(LEADER, (lost) =>
      runRounds(kernel, { ...deps, keeper, sealing, crashPoints, now, isClockKnown }, lost),
    )
  }
  return {
    routes: aviatorRoutes(kernel, {
      audit: deps.audit,
      wallet: deps.wallet,
      placing,
      cashingOut,
      show,
      sealing,
      roundTime,
    }),
    live: show.live,
  }
}

/** What the ledger check compares Aviator's postings with. */
function explainBets(wallet: Pick<Wallet, 'registerExplainer'>): void {
  wallet.registerExplainer('bet', 'select id as reference, -stake as amount from aviator_bets')
  wallet.registerExplainer(
    'win',
    `select id as reference, payout as amount from aviator_bets where state = 'cashed-out' and payout > 0`,
  )
  wallet.registerExplainer(
    'void-refund',
    `select id as reference, payout as amount from aviator_bets where state = 'refunded'`,
  )
}
