import type { AviatorState, LiveBet, LiveBets } from '@mupiira/contract/aviator.ts'
import { maximumBet, minimumBet } from '@mupiira/domain/aviator/bet-rules.ts'
import { type Ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Identity } from '../../identity/index.ts'
import type { SettingsApi } from '../../settings/index.ts'
import { type Bet, presentBet } from '../bets/bet.ts'
import { betsSince, liveBets, topWins } from '../bets/bets.repository.ts'
import type { StakeLimits } from '../ports.ts'
import { maskedName, presentRound, multiplierOf } from '../present.ts'
import { currentRound, endedRounds, type Round } from './rounds.repository.ts'

export type ScreenDeps = {
  readonly profiles: Identity['profiles']
  readonly settings: Pick<SettingsApi['reads'], 'current'>
  readonly stakeLimits: StakeLimits
  readonly now: () => Date
  readonly elapsedMs: (round: Round) => Promise<number | null>
}

const HISTORY = 30
const LISTED = 20
/** Requests within this time share one read. */
const FRESH_MS = 100
const MAX_NAMES = 5_000
/** No node runs the rounds if the current one has not changed for this long. */
const SILENT_MS = 12_000

type Shared = Pick<AviatorState, 'history' | 'live'> & { readonly round: Round | null }

/** The state of the game for screens, the same for all players. */
export function createRoundScreen(kernel: Kernel, deps: ScreenDeps) {
  const names = new Map<string, string>()
  let shared: { readonly atMs: number; readonly value: Promise<Shared> } | null = null

  async function readNames(bets: readonly Bet[]): Promise<void> {
    const missing = [...new Set(bets.map((bet) => bet.userId))].filter((id) => !names.has(id))
    if (missing.length === 0) return
    if (names.size > MAX_NAMES) names.clear()
    for (const [id, profile] of await deps.profiles.byIds(missing)) names.set(id, maskedName(profile.firstName))
  }
  const nameOf = ({ userId }: Bet): string => names.get(userId) ?? '•••'

  const presentLive = (bet: Bet): LiveBet => ({
    player: nameOf(bet),
    stake: ugxToNumber(bet.stake),
    multiplier: multiplierOf(bet.multiplier),
    payout: ugxToNumber(bet.payout),
  })

  async function liveOf(no: bigint): Promise<LiveBets> {
    const { bets, staked, listed } = await liveBets(kernel.db, no, LISTED)
    await readNames(listed)
    return { roundId: Number(no), bets, staked: ugxToNumber(staked), items: listed.map(presentLive) }
  }

  async function readShared(): Promise<Shared> {
    const round = await currentRound(kernel.db)
    const [ended, live] = await Promise.all([
      endedRounds(kernel.db, null, HISTORY),
      round === null ? null : liveOf(round.no),
    ])
    return {
      round,
      history: ended.map((each) => ({ id: Number(each.no), crash: presentRound(each).crash })),
      live,
    }
  }

  function readSharedOnce(): Promise<Shared> {
    const nowMs = performance.now()
    if (shared === null || nowMs - shared.atMs > FRESH_MS) {
      const value = readShared()
      shared = { atMs: nowMs, value }
      value.catch(() => (shared = null))
    }
    return shared.value
  }

  return {
    async state(userId: string | null, isClockKnown: boolean): Promise<AviatorState> {
      const [{ round, ...seen }, limits] = await Promise.all([
        readSharedOnce(),
        userId === null ? new Map<string, Ugx>() : deps.stakeLimits(kernel.db, [userId]),
      ])
      const settings = deps.settings.current()
      const own = userId === null || round === null ? [] : await betsSince(kernel.db, userId, round.no)
      const now = deps.now()
      const leaderHeartbeatAt = leaderHeartbeatOf(round)
      const isRunning = leaderHeartbeatAt !== null && now.getTime() - leaderHeartbeatAt.getTime() <= SILENT_MS
      return {
        now: now.toISOString(),
        open: isClockKnown && isRunning && settings.betting_enabled && !settings.maintenance_mode,
        ...seen,
        round: round === null ? null : presentRound(round),
        flownMs: round === null ? null : await deps.elapsedMs(round),
        mine: own.map(presentBet),
        limits: {
          minBet: ugxToNumber(minimumBet(settings)),
          maxBet: ugxToNumber(maximumBet(settings, limits.get(userId ?? '') ?? null)),
          maxWin: settings.aviator_max_win,
          maxRound: settings.aviator_max_round,
          rtp: settings.aviator_rtp,
          autoBet: settings.aviator_auto_bet,
        },
      }
    },

    /** The bets of the current round; null without one. */
    async live(): Promise<LiveBets | null> {
      const round = await currentRound(kernel.db)
      return round === null ? null : liveOf(round.no)
    },

    async top(period: 'today' | 'all') {
      const wins = await topWins(kernel.db, period === 'today' ? dayKey(deps.now()) : null, LISTED)
      await readNames(wins)
      return wins.map((bet) => ({
        roundId: Number(bet.roundNo),
        player: nameOf(bet),
        stake: ugxToNumber(bet.stake),
        multiplier: (bet.multiplier ?? 100) / 100,
        payout: ugxToNumber(bet.payout),
        at: (bet.decidedAt ?? bet.placedAt).toISOString(),
      }))
    },
  }
}

export type RoundScreen = ReturnType<typeof createRoundScreen>

function leaderHeartbeatOf(round: Round | null): Date | null {
  const activityTimes = [round?.opensAt, round?.heartbeatAt, round?.endedAt].flatMap((at) =>
    at == null ? [] : [at.getTime()],
  )
  return activityTimes.length === 0 ? null : new Date(Math.max(...activityTimes))
}
