import { RETENTION } from '@mupiira/domain/privacy/retention.ts'
import { networkOf } from '../../../kernel/access/network.ts'
import { type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql } from '../../../kernel/db/sql.ts'

const insert = statement((p: Params<{ userId: string; network: string; now: Date }>) =>
  q
    .insertInto('player_networks')
    .values({ user_id: p.userId, network: p.network, seen_at: p.now })
    .onConflict((conflict) => conflict.columns(['user_id', 'network']).doUpdateSet({ seen_at: p.now })),
)

/** Remembers the network of a login. */
export const rememberNetwork = (db: Sql, userId: string, address: string, now: Date): Promise<number> =>
  db.change(insert({ userId, network: networkOf(address), now }))

const newest = statement((p: Params<{ userId: string }>) =>
  q
    .selectFrom('player_networks')
    .select(['network', 'seen_at as seenAt'])
    .where('user_id', '=', p.userId)
    .orderBy('seen_at', 'desc')
    .orderBy('network')
    .limit(10),
)

/** The networks of the last logins, the most recently used first. */
export const networksOf = (db: Sql, userId: string) => db.run(newest({ userId }))

const prune = statement((p: Params<{ before: Date }>) =>
  q.deleteFrom('player_networks').where('seen_at', '<', p.before),
)

export const pruneNetworks = (db: Sql, now: Date): Promise<number> =>
  db.change(prune({ before: new Date(now.getTime() - RETENTION.networks.ms) }))
