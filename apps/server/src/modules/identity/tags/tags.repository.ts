import { sql } from 'kysely'
import { anyOf, type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'

/** More tags than a filter can offer. */
const MAX_IN_USE = 100

const ofPlayers = statement((p: Params<{ userIds: readonly string[] }>) =>
  q
    .selectFrom('player_tags')
    .select(['user_id as userId', 'tag'])
    .where('user_id', '=', anyOf(p.userIds))
    .orderBy('tag'),
)

/** The tags of players, by player. */
export async function tagsOf(db: Sql, userIds: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  const byPlayer = Map.groupBy(await db.run(ofPlayers({ userIds })), ({ userId }) => userId)
  return new Map([...byPlayer].map(([userId, rows]) => [userId, rows.map(({ tag }) => tag)]))
}

// Jumps from tag to tag in the index, because many players have the same tag.
const inUse = statement(
  () => sql<{ tag: string }>`
    with recursive used as (
      (select tag from player_tags order by tag limit 1)
      union all
      select (select tag from player_tags where tag > used.tag order by tag limit 1) from used where used.tag is not null
    ) select tag from used where tag is not null limit ${sql.lit(MAX_IN_USE)}`,
)

export const tagsInUse = async (db: Sql): Promise<readonly string[]> => (await db.run(inUse({}))).map(({ tag }) => tag)

type NewTag = { readonly userId: string; readonly tag: string; readonly by: string; readonly now: Date }

const insert = statement((p: Params<NewTag>) =>
  q
    .insertInto('player_tags')
    .values({ user_id: p.userId, tag: p.tag, added_by: p.by, added_at: p.now })
    .onConflict((conflict) => conflict.columns(['user_id', 'tag']).doNothing()),
)
const remove = statement((p: Params<{ userId: string; tag: string }>) =>
  q.deleteFrom('player_tags').where('user_id', '=', p.userId).where('tag', '=', p.tag),
)

/** The number of added tags: 0 if the player has the tag. */
export const addTag = (tx: Tx, tag: NewTag): Promise<number> => tx.change(insert(tag))
/** The number of removed tags: 0 if the player does not have the tag. */
export const removeTag = (tx: Tx, tag: { readonly userId: string; readonly tag: string }): Promise<number> =>
  tx.change(remove(tag))
