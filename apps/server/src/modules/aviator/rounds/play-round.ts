import type { AviatorRound } from '@mupiira/contract/aviator.ts'
import { hundredthsAt, LOWEST_CASH_OUT, reachedAfterMs } from '@mupiira/domain/aviator/growth.ts'
import { endAfterServerCrash } from '@mupiira/domain/aviator/outcome.ts'
import type { RoundState } from '@mupiira/domain/aviator/states.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { pause } from '../../../kernel/pause.ts'
import type { Encryption } from '../../../kernel/encryption.ts'
import { type EndDeps, endOpenBets, payTargets } from '../bets/end-bets.ts'
import type { CrashPoints } from './crash-points.ts'
import { presentRound } from '../present.ts'
import { markSettled, changeRoundState, type Round, type RoundChange, storeHeartbeat } from './rounds.repository.ts'

declare module '../../../kernel/outbox/event.ts' {
  interface EventData {
    'aviator-round': { readonly round: AviatorRound }
  }
}

export type RoundDeps = EndDeps & {
  readonly crashPoints: CrashPoints
  readonly encryption: Encryption
  /** The current time by the rounds' clock. */
  readonly now: () => Date
}

export type RunningRound = Round & { readonly fliesAt: Date }

/** How often a heartbeat is stored. A round without a heartbeat for `MAX_SILENCE_MS` ends at its last one. */
const HEARTBEAT_EVERY_MS = 100
const MAX_SILENCE_MS = 1_000
/** Targets are paid with this delay, so that manual cash-outs received just before a target are stored first. */
const TARGETS_WAIT_MS = 100
const PAY_EVERY_MS = 100
/** The clock may be adjusted during a wait. */
const CHECK_CLOCK_EVERY_MS = 50

export async function waitUntil(deps: Pick<RoundDeps, 'now'>, at: Date, stop: AbortSignal): Promise<void> {
  for (;;) {
    const left = at.getTime() - deps.now().getTime()
    if (left <= 0 || stop.aborted) return
    await pause(Math.min(left, CHECK_CLOCK_EVERY_MS), stop)
  }
}

/** Moves a round to its next state and publishes it in one transaction. */
export function changeStateAndPublish(
  kernel: Kernel,
  no: bigint,
  from: RoundState,
  change: RoundChange,
  writeInTransaction: (tx: Tx) => Promise<unknown> = () => Promise.resolve(),
): Promise<Round> {
  return kernel.workerDb.transaction(async (tx) => {
    const round = await changeRoundState(tx, no, from, change)
    await writeInTransaction(tx)
    await kernel.outbox.appendEvents(tx, [{ type: 'aviator-round', data: { round: presentRound(round) } }])
    return round
  })
}

export const crashTime = (fliesAt: Date, crash: number): Date => new Date(fliesAt.getTime() + reachedAfterMs(crash))

/** Keeps a round alive until its crash: stores heartbeats and pays targets as they are reached. Throws if it cannot. */
export async function playUntilCrash(
  kernel: Kernel,
  deps: RoundDeps,
  round: RunningRound,
  crash: number,
  stop: AbortSignal,
): Promise<void> {
  const lateMs = deps.now().getTime() - round.fliesAt.getTime()
  // The start was stored too late: cash-outs that were already possible have been refused, so the round cannot count.
  if (lateMs >= reachedAfterMs(LOWEST_CASH_OUT))
    throw new Error(`round ${round.no} started ${lateMs} ms before it was stored`)
  const end = crashTime(round.fliesAt, crash)
  const failed = new AbortController()
  const over = AbortSignal.any([stop, failed.signal])
  const isRunning = (): boolean => !over.aborted && deps.now() < end
  let heartbeatMs = performance.now()

  function requireHeartbeat(sinceCrashMs = 0): void {
    const silentMs = performance.now() - heartbeatMs - sinceCrashMs
    if (silentMs > MAX_SILENCE_MS) throw new Error(`round ${round.no} had no heartbeat for ${Math.round(silentMs)} ms`)
  }

  async function recordHeartbeat(): Promise<void> {
    while (isRunning()) {
      const isStored = await storeHeartbeat(kernel.workerDb, round.no, deps.now())
      if (!isStored) throw new Error(`round ${round.no} is no longer running`)
      requireHeartbeat()
      heartbeatMs = performance.now()
      await pause(HEARTBEAT_EVERY_MS, over)
    }
    // If this node stalled until after the crash, other nodes refused cash-outs in the meantime.
    if (!over.aborted) requireHeartbeat(deps.now().getTime() - end.getTime())
  }

  async function pay(): Promise<void> {
    let paidUpTo = 0
    while (isRunning()) {
      const reached = hundredthsAt(deps.now().getTime() - TARGETS_WAIT_MS - round.fliesAt.getTime())
      if (reached > paidUpTo) await payTargets(kernel, deps, round.no, Math.min(reached, crash))
      paidUpTo = reached
      await pause(PAY_EVERY_MS, over)
    }
  }

  try {
    // Payments may be late on a busy machine; only the heartbeat decides whether the round is alive.
    const paying = pay()
    paying.catch(() => failed.abort())
    await Promise.all([recordHeartbeat(), waitUntil(deps, end, over)])
    failed.abort()
    await paying
  } catch (error) {
    failed.abort()
    throw error
  }
  if (stop.aborted) throw new Error(`this node stops while round ${round.no} is running`)
}

/** Ends a round that this node ran until its crash. */
export const crashRound = (
  kernel: Kernel,
  { encryption }: Pick<RoundDeps, 'encryption'>,
  round: RunningRound,
  crash: number,
): Promise<Round> => {
  const endedAt = crashTime(round.fliesAt, crash)
  const seed = encryption.decrypt(round.encryptedSeed)
  return changeStateAndPublish(kernel, round.no, 'flying', {
    state: 'crashed',
    crash,
    seed,
    endedAt,
    heartbeatAt: endedAt,
  })
}

/** Ends the open bets of a round that is over. Safe to repeat. */
export async function settleRound(kernel: Kernel, deps: RoundDeps, round: Round): Promise<void> {
  const { no, state, crash, heartbeatAt, fliesAt } = round
  if (state === 'crashed' && crash !== null)
    await endOpenBets(kernel, deps, no, { kind: 'crashed', crashHundredths: crash })
  else if (state === 'interrupted' && heartbeatAt !== null && fliesAt !== null) {
    const heartbeatAfterMs = heartbeatAt.getTime() - fliesAt.getTime()
    await endOpenBets(kernel, deps, no, { kind: 'interrupted', heartbeatAfterMs })
  } else await endOpenBets(kernel, deps, no, { kind: 'void' })
  await markSettled(kernel.workerDb, no, deps.now())
}

/**
 * Closes an abandoned round according to its stored state. It ends at its last heartbeat, or is void if it never
 * started. Safe to repeat.
 */
export async function closeRound(
  kernel: Kernel,
  deps: RoundDeps,
  round: Round,
  crashOfUnstarted: (round: Round) => Promise<number>,
): Promise<void> {
  const { no, state, fliesAt, heartbeatAt } = round
  if (state !== 'scheduled' && state !== 'betting' && state !== 'flying') return settleRound(kernel, deps, round)
  const seed = deps.encryption.decrypt(round.encryptedSeed)
  if (state !== 'flying' || fliesAt === null || heartbeatAt === null) {
    const crash = await crashOfUnstarted(round)
    const voided = await changeStateAndPublish(kernel, no, state, { state: 'void', crash, seed, endedAt: deps.now() })
    return settleRound(kernel, deps, voided)
  }
  const crash = (await deps.crashPoints.of(kernel.workerDb, [no])).get(no)
  if (crash === undefined) throw new Error(`round ${no} ran without a crash point`)
  const end = endAfterServerCrash(heartbeatAt.getTime() - fliesAt.getTime(), crash)
  const closed =
    end.kind === 'crashed'
      ? await crashRound(kernel, deps, { ...round, fliesAt }, crash)
      : await changeStateAndPublish(kernel, no, 'flying', { state: 'interrupted', crash, seed, endedAt: heartbeatAt })
  kernel.log.warn({ round: String(no), end: end.kind }, 'an abandoned Aviator round was closed')
  return settleRound(kernel, deps, closed)
}
