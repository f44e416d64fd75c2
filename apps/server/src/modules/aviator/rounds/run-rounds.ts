import { basisPoints } from '@mupiira/domain/aviator/crash-point.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { pause } from '../../../kernel/pause.ts'
import type { Encryption } from '../../../kernel/encryption.ts'
import { saltOf, takeLink } from '../chains/chains.repository.ts'
import { crashPointOf } from '../chains/seeds.ts'
import type { ChainSupply, UsableChain } from '../chains/chain-supply.ts'
import { createSilenceCheck } from './check-silence.ts'
import {
  closeRound,
  crashRound,
  changeStateAndPublish,
  playUntilCrash,
  type RoundDeps,
  settleRound,
  waitUntil,
} from './play-round.ts'
import { insertRound, type Round, scheduledRound, unsettledRounds } from './rounds.repository.ts'

export type RunDeps = RoundDeps & {
  readonly chains: ChainSupply
  readonly settings: { current(): Settings }
  /** Whether the offset to the database clock is measured precisely enough. */
  readonly isClockKnown: () => boolean
}

export type Timing = {
  readonly bettingMs: number
  /** Time between betting and start, so that screens know the start in advance. */
  readonly takeOffMs: number
  /** Time after the crash for storing cash-outs that were received before it. */
  readonly graceMs: number
  /** Time between a crash and the next round's betting. */
  readonly pauseMs: number
}

export const TIMING: Timing = { bettingMs: 5_000, takeOffMs: 300, graceMs: 500, pauseMs: 3_000 }

const RETRY_MS = 250
/** How often this node checks whether a round can start again. */
const CLOSED_CHECK_MS = 1_000

/** Runs rounds one after another while this node leads. */
export async function runRounds(
  kernel: Kernel,
  deps: RunDeps,
  lost: AbortSignal,
  timing: Timing = TIMING,
): Promise<void> {
  const stop = AbortSignal.any([lost, kernel.stopping])
  const checkSilence = createSilenceCheck(kernel, deps)
  while (!stop.aborted) {
    try {
      // Check first, because closing a round also counts as a heartbeat.
      await checkSilence()
      await closeAll(kernel, deps)
      await runRound(kernel, deps, stop, timing)
    } catch (error) {
      if (!stop.aborted) kernel.log.error({ err: error }, 'an Aviator round failed')
      await pause(RETRY_MS, stop)
    }
  }
  // A node that lost the lead leaves its round to the next leader.
  if (lost.aborted) return
  await checkSilence()
  await closeAll(kernel, deps)
}

/** Closes every abandoned round. */
export async function closeAll(kernel: Kernel, deps: RoundDeps): Promise<void> {
  for (const round of await unsettledRounds(kernel.workerDb)) await close(kernel, deps, round)
}

const close = (kernel: Kernel, deps: RoundDeps, round: Round): Promise<void> =>
  closeRound(kernel, deps, round, (unstarted) => crashPointOfRound(kernel, deps, unstarted))

const crashPointOfRound = async (kernel: Kernel, { encryption }: RoundDeps, { chainId, encryptedSeed, rtp }: Round) =>
  crashPointOf(encryption.decrypt(encryptedSeed), await saltOf(kernel.workerDb, chainId), rtp)

/** Runs one round from its betting to the end of the pause after it, or only a short pause if no round can start. */
async function runRound(kernel: Kernel, deps: RunDeps, stop: AbortSignal, timing: Timing): Promise<void> {
  const chain = deps.isClockKnown() ? await deps.chains.usable(deps.now) : null
  const waiting = await scheduledRound(kernel.workerDb)
  // A scheduled round is played even if its chain has no further links.
  const canStart = deps.isClockKnown() && (waiting !== null || chain !== null)
  if (!canStart || !isOpen(deps)) {
    // While Aviator is closed, the scheduled round is closed too, and its bets are refunded.
    if (waiting !== null && !isOpen(deps)) await close(kernel, deps, waiting)
    await pause(CLOSED_CHECK_MS, stop)
    return
  }
  const round = waiting ?? (await scheduleFirst(kernel, deps, chain))
  if (round === null) return
  const opensAt = deps.now()
  const closesAt = new Date(opensAt.getTime() + timing.bettingMs)
  await changeStateAndPublish(kernel, round.no, 'scheduled', { state: 'betting', opensAt, closesAt })
  await waitUntil(deps, closesAt, stop)
  if (stop.aborted) return
  const fliesAt = new Date(deps.now().getTime() + timing.takeOffMs)
  const change = { state: 'flying', fliesAt, heartbeatAt: deps.now() } as const
  const flying = await changeStateAndPublish(kernel, round.no, 'betting', change, (tx) =>
    // Bets placed during the round belong to the next one, whose RTP is fixed now.
    chain === null ? Promise.resolve() : scheduleRound(tx, chain, rtpOf(deps), deps.encryption),
  )
  const crash = await crashPointOfRound(kernel, deps, flying)
  await playUntilCrash(kernel, deps, { ...flying, fliesAt }, crash, stop)
  const crashed = await crashRound(kernel, deps, { ...flying, fliesAt }, crash)
  const crashedAt = crashed.endedAt ?? deps.now()
  await waitUntil(deps, new Date(crashedAt.getTime() + timing.graceMs), stop)
  await settleRound(kernel, deps, crashed)
  await waitUntil(deps, new Date(crashedAt.getTime() + timing.pauseMs), stop)
}

const isOpen = ({ settings }: RunDeps): boolean => {
  const { maintenance_mode, betting_enabled } = settings.current()
  return betting_enabled && !maintenance_mode
}

const rtpOf = ({ settings }: RunDeps): number => basisPoints(settings.current().aviator_rtp)

async function scheduleFirst(kernel: Kernel, deps: RunDeps, chain: UsableChain | null): Promise<Round | null> {
  if (chain === null) return null
  await kernel.workerDb.transaction((tx) => scheduleRound(tx, chain, rtpOf(deps), deps.encryption))
  return scheduledRound(kernel.workerDb)
}

/** Schedules the next round with the chain's next link; none if the chain is used up. */
export async function scheduleRound(tx: Tx, chain: UsableChain, rtp: number, encryption: Encryption): Promise<void> {
  const link = await takeLink(tx, chain.row.id)
  if (link === null) return
  await insertRound(tx, { chainId: chain.row.id, link, rtp, encryptedSeed: encryption.encrypt(chain.seeds.at(link)) })
}
