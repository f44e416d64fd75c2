import { reachedAfterMs } from '@mupiira/domain/aviator/growth.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import type { CrashPoints } from './crash-points.ts'
import { currentRound, type Round } from './rounds.repository.ts'

/** `now` is null while this node does not know the rounds' clock. */
export type ElapsedTimeDeps = { readonly db: Sql; readonly crashPoints: CrashPoints; readonly now: () => Date | null }

/** A running round without a heartbeat for this long will end at its last heartbeat. Nothing later is shown or paid. */
const SILENT_MS = 2_000
/** Ticks share one read of the round. A start is announced 300 ms ahead, so it is not missed. */
const READ_EVERY_MS = 250

export const isSilent = (heartbeatAt: Date | null, at: Date): boolean =>
  at.getTime() - (heartbeatAt?.getTime() ?? 0) > SILENT_MS

/**
 * The elapsed time of a round in milliseconds, for screens; negative before its start. Null unless the round is
 * running, has not crashed, sends heartbeats, and the clock is known. So no screen can show a multiplier that the round
 * did not reach (decision 0033).
 */
export async function elapsedMs({ db, crashPoints, now }: ElapsedTimeDeps, round: Round): Promise<number | null> {
  if (round.state !== 'flying' || round.fliesAt === null) return null
  const crash = (await crashPoints.of(db, [round.no])).get(round.no)
  const at = now()
  if (crash === undefined || at === null || isSilent(round.heartbeatAt, at)) return null
  const sinceStartMs = at.getTime() - round.fliesAt.getTime()
  return sinceStartMs < reachedAfterMs(crash) ? sinceStartMs : null
}

export type ElapsedTime = { readonly roundId: number; readonly flownMs: number }

/** Reads the elapsed time of the current round, many times a second; null unless it is running (see `elapsedMs`). */
export function createElapsedTimeReader(deps: ElapsedTimeDeps): () => Promise<ElapsedTime | null> {
  let last: { readonly atMs: number; readonly round: Promise<Round | null> } | null = null
  function readRound(): Promise<Round | null> {
    const nowMs = performance.now()
    if (last === null || nowMs - last.atMs >= READ_EVERY_MS) {
      const round = currentRound(deps.db)
      last = { atMs: nowMs, round }
      round.catch(() => (last = null))
    }
    return last.round
  }
  return async () => {
    const round = await readRound()
    const ms = round === null ? null : await elapsedMs(deps, round)
    return round === null || ms === null ? null : { roundId: Number(round.no), flownMs: ms }
  }
}
