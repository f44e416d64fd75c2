import type { InPlayRestriction } from '@mupiira/contract/admin-courtsiding.ts'
import { NO_RESTRICTION } from '@mupiira/domain/in-play/live-wait.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import type { BetRestrictions } from '@mupiira/domain/risk/restrictions.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import { newId } from '../../../kernel/ids.ts'
import { restrictions } from '../../identity/index.ts'

export const isStricter = (restriction: InPlayRestriction, before: InPlayRestriction): boolean =>
  restriction.extraDelaySeconds > before.extraDelaySeconds || (restriction.isExcluded && !before.isExcluded)

const ofLiveBets = ({ inPlayDelay, isInPlayExcluded }: BetRestrictions): InPlayRestriction => ({
  extraDelaySeconds: inPlayDelay,
  isExcluded: isInPlayExcluded,
})

/** The restrictions of live bets of these players. */
export async function inPlayRestrictions(
  db: Sql,
  userIds: readonly string[],
  now: Date,
): Promise<Map<string, InPlayRestriction>> {
  const restrictionsOf = await restrictions.of(db, userIds, now)
  return new Map(userIds.map((userId) => [userId, ofLiveBets(restrictionsOf(userId))]))
}

export const restrictedPlayers = async (db: Sql, now: Date) =>
  new Map([...(await restrictions.ofLiveBets(db, now))].map(([userId, own]) => [userId, ofLiveBets(own)]))

type Change = {
  readonly userId: string
  readonly restriction: InPlayRestriction
  readonly seen: InPlayRestriction
  readonly by: string
  readonly reason: string
}

/**
 * Sets a player's restriction without an end, or refuses if it differs from the one seen. Returns the restriction
 * before. The caller must hold the account lock.
 */
export async function restrictInPlay(
  tx: Tx,
  { userId, restriction, seen, by, reason }: Change,
  now: Date,
): Promise<Result<InPlayRestriction, 'IN_PLAY_RESTRICTION_CHANGED'>> {
  const before = (await inPlayRestrictions(tx, [userId], now)).get(userId) ?? NO_RESTRICTION
  if (before.extraDelaySeconds !== seen.extraDelaySeconds || before.isExcluded !== seen.isExcluded)
    return err('IN_PLAY_RESTRICTION_CHANGED')
  const { extraDelaySeconds: delay, isExcluded } = restriction
  const change = { userId, reason, by, now }
  const isSet = { userId, reason, setBy: by, setAt: now, endsAt: null }
  if (delay === 0) await restrictions.lift(tx, { ...change, kind: 'in-play-delay' })
  else if (delay !== before.extraDelaySeconds)
    await restrictions.set(tx, { ...isSet, id: newId(), kind: 'in-play-delay', value: delay })
  if (!isExcluded) await restrictions.lift(tx, { ...change, kind: 'no-live-bets' })
  else if (!before.isExcluded) await restrictions.set(tx, { ...isSet, id: newId(), kind: 'no-live-bets', value: null })
  return ok(before)
}
