import { basisPoints } from '@mupiira/domain/aviator/crash-point.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { pause } from '../../kernel/pause.ts'
import { saltOf } from './chain-row.ts'
import { announceMove, closeRound, crashRound, type FlightDeps, fly, settleRound, until } from './fly-round.ts'
import type { ChainKeeper, UsableChain } from './keep-chains.ts'
import { type RoundRow, scheduledRound, scheduleRound, unsettledRounds } from './round-row.ts'
import { crashOf } from './seeds.ts'
import { createWatch } from './skip-links.ts'

export type RunDeps = FlightDeps & {
  readonly keeper: ChainKeeper
  readonly settings: { current(): Settings }
  /** Whether this node's clock is known well enough to judge by. */
  readonly isClockKnown: () => boolean
}

export type Timing = {
  readonly bettingMs: number
  /** From the end of betting to the start of the flight: everybody knows the moment before it comes. */
  readonly takeOffMs: number
  /** After the crash, until cash-outs that were received before it are surely written. */
  readonly graceMs: number
  /** From one round's crash to the next one's betting. */
  readonly pauseMs: number
}

export const TIMING: Timing = { bettingMs: 5_000, takeOffMs: 300, graceMs: 500, pauseMs: 3_000 }

const LOOK_AGAIN_MS = 250

/** Runs round after round on the node that leads, until it does not any more. */
export async function runRounds(
  kernel: Kernel,
  deps: RunDeps,
  lost: AbortSignal,
  timing: Timing = TIMING,
): Promise<void> {
  const stop = AbortSignal.any([lost, kernel.stopping])
  const watch = createWatch(kernel, deps)
  while (!stop.aborted) {
    try {
      // First: what closes a round is a sign of life, too.
      await watch()
      await closeAll(kernel, deps)
      await playRound(kernel, deps, stop, timing)
    } catch (error) {
      if (!stop.aborted) kernel.log.error({ err: error }, 'a round of Aviator broke off')
      await pause(LOOK_AGAIN_MS, stop)
    }
  }
  // Who leaves with grace closes what he leaves; who has lost the lead leaves it to the next one.
  if (lost.aborted) return
  await watch()
  await closeAll(kernel, deps)
}

/** Brings every round that was left behind to its end. */
export async function closeAll(kernel: Kernel, deps: FlightDeps): Promise<void> {
  for (const round of await unsettledRounds(kernel.workerDb)) await close(kernel, deps, round)
}

const close = (kernel: Kernel, deps: FlightDeps, round: RoundRow): Promise<void> =>
  closeRound(kernel, deps, round, async ({ chainId, sealedSeed, rtp }) =>
    crashOf(deps.sealing.unseal(sealedSeed), await saltOf(kernel.workerDb, chainId), rtp),
  )

/** One round from its betting to the end of the pause after it; a short pause where none may begin. */
async function playRound(kernel: Kernel, deps: RunDeps, stop: AbortSignal, timing: Timing): Promise<void> {
  const chain = deps.isClockKnown() ? await deps.keeper.usable(deps.now) : null
  const waiting = await scheduledRound(kernel.workerDb)
  // The last round of a chain waits when the chain has no links left for others.
  const mayFly = deps.isClockKnown() && (waiting !== null || chain !== null)
  if (!mayFly || !isOpen(deps)) {
    // Bets that wait for a round wait for one that comes.
    if (waiting !== null && !isOpen(deps)) await close(kernel, deps, waiting)
    await pause(LOOK_AGAIN_MS, stop)
    return
  }
  const round = waiting ?? (await schedule(kernel, deps, chain))
  if (round === null) return
  const opensAt = deps.now()
  const closesAt = new Date(opensAt.getTime() + timing.bettingMs)
  await announceMove(kernel, round.no, 'scheduled', { state: 'betting', opensAt, closesAt })
  await until(deps, closesAt, stop)
  if (stop.aborted) return
  const fliesAt = new Date(deps.now().getTime() + timing.takeOffMs)
  const change = { state: 'flying', fliesAt, heartbeatAt: deps.now() } as const
  const flying = await announceMove(kernel, round.no, 'betting', change, (tx) =>
    // Bets during the flight wait for the next round: it is there from now on, its return fixed.
    chain === null ? Promise.resolve() : scheduleRound(tx, chain, rtpOf(deps), deps.sealing),
  )
  const crash = crashOf(
    deps.sealing.unseal(flying.sealedSeed),
    await saltOf(kernel.workerDb, flying.chainId),
    flying.rtp,
  )
  await fly(kernel, deps, { ...flying, fliesAt }, crash, stop)
  const crashed = await crashRound(kernel, deps, { ...flying, fliesAt }, crash)
  const crashedAt = crashed.endedAt ?? deps.now()
  await until(deps, new Date(crashedAt.getTime() + timing.graceMs), stop)
  await settleRound(kernel, deps, crashed)
  await until(deps, new Date(crashedAt.getTime() + timing.pauseMs), stop)
}

const isOpen = ({ settings }: RunDeps): boolean => {
  const { maintenance_mode, betting_enabled } = settings.current()
  return betting_enabled && !maintenance_mode
}

const rtpOf = ({ settings }: RunDeps): number => basisPoints(settings.current().aviator_rtp)

async function schedule(kernel: Kernel, deps: RunDeps, chain: UsableChain | null): Promise<RoundRow | null> {
  if (chain === null) return null
  await kernel.workerDb.transaction((tx) => scheduleRound(tx, chain, rtpOf(deps), deps.sealing))
  return scheduledRound(kernel.workerDb)
}
