import type { MatchFacts } from '../../../kernel/db/database-types.ts'
import { type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql } from '../../../kernel/db/sql.ts'

type Key = Readonly<Pick<MatchFacts, 'kind' | 'subject'>>

const byKey = statement((p: Params<Key>) =>
  q
    .selectFrom('match_facts')
    .select(['facts', 'reported_at as reportedAt', 'next_request_at as nextRequestAt'])
    .where('kind', '=', p.kind)
    .where('subject', '=', p.subject),
)

export const readFacts = (db: Sql, key: Key) => db.first(byKey(key))

const store = statement((p: Params<Key & { facts: string | null; reportedAt: Date | null; nextRequestAt: Date }>) =>
  q
    .insertInto('match_facts')
    .values({
      kind: p.kind,
      subject: p.subject,
      facts: p.facts,
      reported_at: p.reportedAt,
      next_request_at: p.nextRequestAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'subject']).doUpdateSet((eb) => ({
        facts: eb.fn.coalesce('excluded.facts', 'match_facts.facts'),
        reported_at: eb.fn.coalesce('excluded.reported_at', 'match_facts.reported_at'),
        next_request_at: eb.ref('excluded.next_request_at'),
      })),
    ),
)

/** Stores facts as JSON text. With null, the stored facts stay and only the time of the next request changes. */
export const storeFacts = (db: Sql, facts: Parameters<typeof store>[0]): Promise<number> => db.change(store(facts))
