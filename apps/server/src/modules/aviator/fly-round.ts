import type { AviatorRound } from '@mupiira/contract/aviator.ts'
import { hundredthsAt, LOWEST_CASH_OUT, reachedAfterMs } from '@mupiira/domain/aviator/growth.ts'
import { endOfDeadRound } from '@mupiira/domain/aviator/outcome.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { pause } from '../../kernel/pause.ts'
import type { CrashPoints } from './crash-points.ts'
import { type EndDeps, endRest, payTargets } from './end-bets.ts'
import { presentRound } from './present.ts'
import { moveRound, type RoundChange, type RoundRow } from './round-row.ts'
import type { Sealing } from '../../kernel/sealing.ts'
import type { RoundState } from '@mupiira/domain/aviator/states.ts'

declare module '../../kernel/outbox/event.ts' {
  interface EventData {
    'aviator-round': { readonly round: AviatorRound }
  }
}

export type FlightDeps = EndDeps & {
  readonly crashPoints: CrashPoints
  readonly sealing: Sealing
  /** The rounds' clock. */
  readonly now: () => Date
}

/** Durable at least every 250 ms; a flight whose heartbeat is held up for a second is broken off where it was last heard. */
const BEAT_EVERY_MS = 100
const LONGEST_SILENCE_MS = 1_000
/** A cash-out by hand that was received just before a target was reached is written first. */
const TARGETS_WAIT_MS = 100
const PAY_EVERY_MS = 100
/** The clock may be moved: nobody sleeps past this. */
const LOOK_EVERY_MS = 50

export async function until(deps: Pick<FlightDeps, 'now'>, at: Date, stop: AbortSignal): Promise<void> {
  for (;;) {
    const left = at.getTime() - deps.now().getTime()
    if (left <= 0 || stop.aborted) return
    await pause(Math.min(left, LOOK_EVERY_MS), stop)
  }
}

/** Moves a round on and tells everybody, in one transaction. */
export function announceMove(
  kernel: Kernel,
  no: bigint,
  from: RoundState,
  change: RoundChange,
  also: (tx: Tx) => Promise<unknown> = () => Promise.resolve(),
): Promise<RoundRow> {
  return kernel.workerDb.transaction(async (tx) => {
    const row = await moveRound(tx, no, from, change)
    await also(tx)
    await kernel.outbox.appendEvents(tx, [{ type: 'aviator-round', data: { round: presentRound(row) } }])
    return row
  })
}

export const crashMoment = (fliesAt: Date, crash: number): Date => new Date(fliesAt.getTime() + reachedAfterMs(crash))

/** Keeps a flight alive until its crash: heartbeats, and targets paid as they are reached. Throws when it cannot. */
export async function fly(
  kernel: Kernel,
  deps: FlightDeps,
  round: RoundRow & { readonly fliesAt: Date },
  crash: number,
  stop: AbortSignal,
): Promise<void> {
  const lateMs = deps.now().getTime() - round.fliesAt.getTime()
  // Whoever would have cashed out by then was told that it does not fly.
  if (lateMs >= reachedAfterMs(LOWEST_CASH_OUT))
    throw new Error(`round ${round.no} took off ${lateMs} ms before it was told`)
  const end = crashMoment(round.fliesAt, crash)
  const broken = new AbortController()
  const over = AbortSignal.any([stop, broken.signal])
  const isFlying = (): boolean => !over.aborted && deps.now() < end
  let receivedMs = performance.now()

  function refuseSilence(sinceCrashMs = 0): void {
    const silence = performance.now() - receivedMs - sinceCrashMs
    if (silence > LONGEST_SILENCE_MS)
      throw new Error(`round ${round.no} was not heard of for ${Math.round(silence)} ms`)
  }

  async function beat(): Promise<void> {
    while (isFlying()) {
      await heartbeat(kernel, round.no, deps.now())
      refuseSilence()
      receivedMs = performance.now()
      await pause(BEAT_EVERY_MS, over)
    }
    // A node that stood still into the crash has not seen it: others refused cash-outs meanwhile.
    if (!over.aborted) refuseSilence(deps.now().getTime() - end.getTime())
  }

  async function pay(): Promise<void> {
    let paidUpTo = 0
    while (isFlying()) {
      const reached = hundredthsAt(deps.now().getTime() - TARGETS_WAIT_MS - round.fliesAt.getTime())
      if (reached > paidUpTo) await payTargets(kernel, deps, round.no, Math.min(reached, crash))
      paidUpTo = reached
      await pause(PAY_EVERY_MS, over)
    }
  }

  try {
    // Payments are late when the machine is busy; only the heartbeat says whether the flight is alive.
    const paying = pay()
    paying.catch(() => broken.abort())
    await Promise.all([beat(), until(deps, end, over)])
    broken.abort()
    await paying
  } catch (error) {
    broken.abort()
    throw error
  }
  if (stop.aborted) throw new Error(`round ${round.no} is left in flight`)
}

async function heartbeat(kernel: Kernel, no: bigint, now: Date): Promise<void> {
  const changed = await kernel.workerDb.change(
    `update aviator_rounds set heartbeat_at = $2 where no = $1 and state = 'flying'`,
    [no, now],
    'aviator-heartbeat',
  )
  if (changed !== 1) throw new Error(`round ${no} does not fly any more`)
}

/** The end of a flight that this node has seen to its crash. */
export const crashRound = (
  kernel: Kernel,
  { sealing }: Pick<FlightDeps, 'sealing'>,
  round: RoundRow & { readonly fliesAt: Date },
  crash: number,
): Promise<RoundRow> => {
  const endedAt = crashMoment(round.fliesAt, crash)
  return announceMove(kernel, round.no, 'flying', {
    state: 'crashed',
    crash,
    seed: sealing.unseal(round.sealedSeed),
    endedAt,
    heartbeatAt: endedAt,
  })
}

/** Decides what is left of a round that is over. Safe to repeat. */
export async function settleRound(kernel: Kernel, deps: FlightDeps, round: RoundRow): Promise<void> {
  const { no, state, crash, heartbeatAt, fliesAt } = round
  if (state === 'crashed' && crash !== null) await endRest(kernel, deps, no, { kind: 'flown', crashHundredths: crash })
  else if (state === 'interrupted' && heartbeatAt !== null && fliesAt !== null) {
    const heartbeatAfterMs = heartbeatAt.getTime() - fliesAt.getTime()
    await endRest(kernel, deps, no, { kind: 'interrupted', heartbeatAfterMs })
  } else await endRest(kernel, deps, no, { kind: 'void' })
  await kernel.workerDb.change('update aviator_rounds set settled_at = $2 where no = $1 and settled_at is null', [
    no,
    deps.now(),
  ])
}

/**
 * Closes a round that its server left behind, from what was committed: its last heartbeat divides. A round that never
 * started is void. Safe to repeat.
 */
export async function closeRound(
  kernel: Kernel,
  deps: FlightDeps,
  left: RoundRow,
  crashOfUnflown: (round: RoundRow) => Promise<number>,
): Promise<void> {
  const { state, fliesAt, heartbeatAt } = left
  if (state !== 'scheduled' && state !== 'betting' && state !== 'flying') return settleRound(kernel, deps, left)
  const seed = deps.sealing.unseal(left.sealedSeed)
  if (state !== 'flying' || fliesAt === null || heartbeatAt === null) {
    const ended = { crash: await crashOfUnflown(left), seed, endedAt: deps.now() }
    return settleRound(kernel, deps, await announceMove(kernel, left.no, state, { state: 'void', ...ended }))
  }
  const crash = (await deps.crashPoints.of(kernel.workerDb, [left.no])).get(left.no)
  if (crash === undefined) throw new Error(`round ${left.no} flew and has no crash point`)
  const end = endOfDeadRound(heartbeatAt.getTime() - fliesAt.getTime(), crash)
  const closed =
    end.kind === 'flown'
      ? await crashRound(kernel, deps, { ...left, fliesAt }, crash)
      : await announceMove(kernel, left.no, 'flying', { state: 'interrupted', crash, seed, endedAt: heartbeatAt })
  kernel.log.warn({ round: String(left.no), end: end.kind }, 'a round that was left in flight is closed')
  return settleRound(kernel, deps, closed)
}
