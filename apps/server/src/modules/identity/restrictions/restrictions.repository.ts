import { sql } from 'kysely'
import {
  type BetRestrictions,
  betRestrictions,
  type RestrictionKind,
  UNRESTRICTED,
} from '@mupiira/domain/risk/restrictions.ts'
import { anyOf, type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'

export type RestrictionRow = {
  readonly id: string
  readonly userId: string
  readonly kind: RestrictionKind
  readonly value: number | null
  readonly reason: string
  readonly setBy: string | null
  readonly setAt: Date
  readonly endsAt: Date | null
}

/** A restriction applies until staff lift it, or until its end. This is the only place that decides it. */
const current = (now: ReturnType<typeof sql<Date>>) =>
  q
    .selectFrom('player_restrictions')
    .where('lifted_at', 'is', null)
    .where(sql<boolean>`(ends_at is null or ends_at > ${now})`)
    .select([
      'id',
      'user_id as userId',
      sql<RestrictionKind>`kind`.as('kind'),
      'value',
      'reason',
      'set_by as setBy',
      'set_at as setAt',
      'ends_at as endsAt',
    ])

const ofPlayers = statement((p: Params<{ userIds: readonly string[]; now: Date }>) =>
  current(sql<Date>`${p.now}`)
    .where('user_id', '=', anyOf(p.userIds))
    .orderBy('set_at', 'desc')
    .orderBy('id'),
)
const onLiveBets = statement((p: Params<{ now: Date }>) =>
  current(sql<Date>`${p.now}`)
    .where(sql<boolean>`kind in ('in-play-delay', 'no-live-bets')`)
    .orderBy('user_id'),
)

/** The current restrictions of a player, newest first. */
export const currentRestrictions = (db: Sql, userId: string, now: Date): Promise<RestrictionRow[]> =>
  db.run(ofPlayers({ userIds: [userId], now }))

const byPlayer = (rows: readonly RestrictionRow[]): Map<string, BetRestrictions> =>
  new Map([...Map.groupBy(rows, ({ userId }) => userId)].map(([userId, own]) => [userId, betRestrictions(own)]))

/** Returns a function that says what applies to the bets of each of these players. */
async function restrictionsOf(db: Sql, userIds: readonly string[], now: Date) {
  const found = byPlayer(await db.run(ofPlayers({ userIds, now })))
  return (userId: string): BetRestrictions => found.get(userId) ?? UNRESTRICTED
}

const restrictionsOfOne = async (db: Sql, userId: string, now: Date): Promise<BetRestrictions> =>
  (await restrictionsOf(db, [userId], now))(userId)

/** The players whose live bets are restricted. */
const liveRestrictions = async (db: Sql, now: Date) => byPlayer(await db.run(onLiveBets({ now })))

type NewRestriction = Omit<RestrictionRow, 'setBy'> & { readonly setBy: string }

const insert = statement((p: Params<NewRestriction>) =>
  q.insertInto('player_restrictions').values({
    id: p.id,
    user_id: p.userId,
    kind: p.kind,
    value: p.value,
    reason: p.reason,
    set_by: p.setBy,
    set_at: p.setAt,
    ends_at: p.endsAt,
  }),
)

type Lift = {
  readonly userId: string
  readonly kind: RestrictionKind
  readonly by: string
  readonly reason: string
  readonly now: Date
}

const lift = statement((p: Params<Lift>) =>
  q
    .updateTable('player_restrictions')
    .set({ lifted_at: p.now, lifted_by: p.by, lift_reason: p.reason })
    .where('user_id', '=', p.userId)
    .where('kind', '=', p.kind)
    .where('lifted_at', 'is', null),
)

/** Ends the restriction of a kind, if there is one. Lock the account first. */
export const liftRestriction = (tx: Tx, restriction: Lift): Promise<number> => tx.change(lift(restriction))

/** Sets a restriction in place of the one of its kind. Lock the account first. */
export async function setRestriction(tx: Tx, restriction: NewRestriction): Promise<void> {
  const { userId, kind, setBy: by, reason, setAt: now } = restriction
  await liftRestriction(tx, { userId, kind, by, reason, now })
  await tx.change(insert(restriction))
}

/** Restrictions for the other modules. */
export const restrictions = {
  of: restrictionsOf,
  ofOne: restrictionsOfOne,
  ofLiveBets: liveRestrictions,
  set: setRestriction,
  lift: liftRestriction,
}
