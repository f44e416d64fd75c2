import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import type { Outbox } from '../../../kernel/outbox/event.ts'

/** `all`, or a league as `country/league`. */
export type SuspensionRow = {
  readonly scope: string
  readonly actorId: string
  readonly reason: string
  readonly createdAt: Date
}

export const suspensionsNow = (sql: Sql): Promise<SuspensionRow[]> =>
  sql.query<SuspensionRow>(
    'select scope, actor_id as "actorId", reason, created_at as "createdAt" from game_suspensions order by scope',
  )

/** Leagues with upcoming or live games. */
export const leaguesOnShow = (sql: Sql): Promise<{ scope: string; name: string }[]> =>
  sql.query(
    `select distinct league_scope(country, league) as scope, concat_ws(', ', league, country) as name
       from games where status in ('upcoming', 'live') order by name`,
  )

/** Whether the scope was suspended before, and how many games the change has suspended or reopened. */
export type SuspensionChange = { readonly wasSuspended: boolean; readonly games: number }

/**
 * Suspends all upcoming and live games of a league, or all games, including games added later; or lifts the
 * suspension where no other one applies. Effective with the commit; all nodes are notified. Writers of games hold a
 * shared lock on the table of suspensions (`bar_new_game`); this takes it exclusively, so no game is added
 * until the commit. Locks the games first, as those writers do.
 */
export async function setSuspended(
  outbox: Outbox,
  tx: Tx,
  { scope, suspended, actorId, reason }: Omit<SuspensionRow, 'createdAt'> & { readonly suspended: boolean },
  now: Date,
): Promise<SuspensionChange> {
  await tx.query(`select from games where status in ('upcoming', 'live') order by id for no key update`)
  await tx.query('lock table game_suspensions in exclusive mode')
  const written = suspended
    ? await tx.change(
        `insert into game_suspensions (scope, actor_id, reason, created_at) values ($1, $2, $3, $4) on conflict (scope) do nothing`,
        [scope, actorId, reason, now],
      )
    : await tx.change('delete from game_suspensions where scope = $1', [scope])
  const changed = await tx.query<{ id: string }>(
    `with due as (
       select id, exists (select from game_suspensions s where s.scope in ('all', league_scope(country, league))) as barred
         from games where status in ('upcoming', 'live') order by id for no key update
     )
     update games g set barred = due.barred, offer_version = offer_version + 1, updated_at = greatest($1, g.updated_at + interval '1 millisecond')
       from due where g.id = due.id and g.barred <> due.barred returning g.id`,
    [now],
  )
  const gameIds = changed.map(({ id }) => id)
  if (gameIds.length > 0) await outbox.appendEvents(tx, [{ type: 'games-changed', data: { gameIds } }])
  return { wasSuspended: (written === 1) !== suspended, games: gameIds.length }
}
