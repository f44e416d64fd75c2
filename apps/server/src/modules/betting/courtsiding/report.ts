import { compareMoves, isAboveThreshold, type PlayerMoves } from '@mupiira/domain/in-play/courtsiding.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import { moveGroups } from './moves.repository.ts'

export const REPORTED_DAYS = 30

export const reportedSince = (now: Date): Date => new Date(now.getTime() - REPORTED_DAYS * DAY_MS)

/** Every player with a measured live bet in the last days, compared with the others; the least explicable first. */
export async function comparedPlayers(db: Sql, now: Date): Promise<readonly PlayerMoves[]> {
  const players = compareMoves(await moveGroups(db, reportedSince(now)))
  return players.toSorted(
    (a, b) =>
      b.oneIn - a.oneIn || b.favourable - a.favourable || b.selections - a.selections || (a.userId < b.userId ? -1 : 1),
  )
}

/** Whether the player's bets are above the threshold for a restriction. */
export async function isConspicuous(db: Sql, userId: string, settings: Settings, now: Date): Promise<boolean> {
  const found = (await comparedPlayers(db, now)).find((player) => player.userId === userId)
  return found !== undefined && isAboveThreshold(found, settings)
}
