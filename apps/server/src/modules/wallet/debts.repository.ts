import { sql } from 'kysely'
import type { TaskReading } from '../../kernel/access/tasks.ts'
import { countTasks, NO_TASKS } from '../../kernel/db/count-tasks.ts'
import { COUNT_LIMIT } from '../../kernel/db/list-page.ts'
import { q, statement } from '../../kernel/db/query.ts'
import type { Sql } from '../../kernel/db/sql.ts'

/** Few players were ever in debt, because a balance falls below zero only through a correction (D21). */
const debtors = () =>
  q
    .selectFrom(
      q
        .selectFrom('postings')
        .select('player')
        .distinct()
        .where(sql<boolean>`balance_after < 0`)
        .as('d'),
    )
    .innerJoin('accounts as a', 'a.id', 'd.player')
    .where('a.balance', '<', 0n)

/** The first posting below zero after the last posting that was not. */
const since = sql<Date>`(
  select p.created_at from postings p
   where p.player = a.id and p.balance_after < 0
     and p.id > coalesce((select o.id from postings o where o.player = a.id and o.balance_after >= 0
                           order by o.id desc limit 1), 0)
   order by p.id limit 1)`

const inDebt = statement(() =>
  debtors()
    .select('a.id')
    .orderBy('a.id')
    .limit(COUNT_LIMIT + 1),
)
const counted = statement(() => countTasks(debtors().select(since.as('at'))))

/** The players with a balance below zero. */
export const playersInDebt = async (db: Sql): Promise<string[]> => (await db.run(inDebt({}))).map(({ id }) => id)

export const countDebts =
  (db: Sql): TaskReading =>
  async () =>
    (await db.first(counted({}))) ?? NO_TASKS
