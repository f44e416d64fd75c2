import type { AviatorBet, AviatorState, LiveBet, LiveBets } from '@mupiira/contract/aviator.ts'
import { maximumBet, minimumBet } from '@mupiira/domain/aviator/bet-rules.ts'
import { type Ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Identity } from '../identity/index.ts'
import type { SettingsApi } from '../settings/index.ts'
import { type BetRow, betsSince, liveBets, topWins } from './bet-row.ts'
import type { StakeLimits } from './ports.ts'
import { maskedName, presentBet, presentRound } from './present.ts'
import { endedRounds, presentRoundRow, type RoundRow } from './round-row.ts'

export type ShowDeps = {
  readonly identity: Pick<Identity, 'profiles'>
  readonly settings: Pick<SettingsApi, 'current'>
  readonly stakeLimits: StakeLimits
  readonly now: () => Date
}

const HISTORY = 30
const LISTED = 20
/** Everybody who asks within a moment gets the same answer. */
const FRESH_MS = 100
/** Names do not change while one plays. */
const MOST_NAMES = 5_000
/** Nobody runs the rounds when the present one has not moved for so long. */
const SILENT_MS = 12_000

type Shared = Pick<AviatorState, 'round' | 'history' | 'live'> & {
  readonly receivedAt: Date | null
  readonly no: bigint | null
}

/** What anybody sees of the game. Rows of rounds hold nothing of a crash point before the round is over. */
export function createShow(kernel: Kernel, deps: ShowDeps) {
  const names = new Map<string, string>()
  let shared: { readonly atMs: number; readonly value: Promise<Shared> } | null = null

  async function nameAll(bets: readonly BetRow[]): Promise<void> {
    const missing = [...new Set(bets.map((bet) => bet.userId))].filter((id) => !names.has(id))
    if (missing.length === 0) return
    if (names.size > MOST_NAMES) names.clear()
    for (const [id, profile] of await deps.identity.profiles(missing)) names.set(id, maskedName(profile.firstName))
  }
  const nameOf = ({ userId }: BetRow): string => names.get(userId) ?? '•••'

  const presentLive = (bet: BetRow): LiveBet => ({
    player: nameOf(bet),
    stake: ugxToNumber(bet.stake),
    multiplier: bet.multiplier === null ? null : bet.multiplier / 100,
    payout: ugxToNumber(bet.payout),
  })

  async function liveOf(no: bigint): Promise<LiveBets> {
    const { bets, staked, listed } = await liveBets(kernel.db, no, LISTED)
    await nameAll(listed)
    return { roundId: Number(no), bets, staked: ugxToNumber(staked), items: listed.map(presentLive) }
  }

  async function readShared(): Promise<Shared> {
    const row = await presentRoundRow(kernel.db)
    const [ended, live] = await Promise.all([
      endedRounds(kernel.db, null, HISTORY),
      row === null ? null : liveOf(row.no),
    ])
    const history = ended.map((each) => ({ id: Number(each.no), crash: presentRound(each).crash }))
    return {
      round: row === null ? null : presentRound(row),
      history,
      live,
      receivedAt: received(row),
      no: row?.no ?? null,
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
      const [{ receivedAt, no, ...seen }, limits] = await Promise.all([
        readSharedOnce(),
        userId === null ? new Map<string, Ugx>() : deps.stakeLimits(kernel.db, [userId]),
      ])
      const settings = deps.settings.current()
      const mine: AviatorBet[] =
        userId === null || no === null ? [] : (await betsSince(kernel.db, userId, no)).map(presentBet)
      const now = deps.now()
      const isReceived = receivedAt !== null && now.getTime() - receivedAt.getTime() <= SILENT_MS
      return {
        now: now.toISOString(),
        open: isClockKnown && isReceived && settings.betting_enabled && !settings.maintenance_mode,
        ...seen,
        mine,
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

    /** The bets of the present round; null while there is none. */
    async live(): Promise<LiveBets | null> {
      const row = await presentRoundRow(kernel.db)
      return row === null ? null : liveOf(row.no)
    },

    async top(period: 'today' | 'all') {
      const wins = await topWins(kernel.db, period === 'today' ? dayKey(deps.now()) : null, LISTED)
      await nameAll(wins)
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

export type Show = ReturnType<typeof createShow>

function received(row: RoundRow | null): Date | null {
  const times = [row?.opensAt, row?.heartbeatAt, row?.endedAt].flatMap((at) => (at == null ? [] : [at.getTime()]))
  return times.length === 0 ? null : new Date(Math.max(...times))
}
