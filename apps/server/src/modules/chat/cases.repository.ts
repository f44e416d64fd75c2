import { sql } from 'kysely'
import { anyOf, type Params, q, statement } from '../../kernel/db/query.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'
import { newId } from '../../kernel/ids.ts'
import type { Message } from './message.ts'

/** Whether a conversation is open, and its assignee. */
export type CaseState = {
  readonly isOpen: boolean
  readonly assignedTo: string | null
  readonly waitingSince: Date | null
}

const STATE = ['is_open as isOpen', 'assigned_to as assignedTo', 'waiting_since as waitingSince'] as const

const states = statement((p: Params<{ userIds: readonly string[] }>) =>
  q
    .selectFrom('chat_conversations')
    .select(['user_id as userId', ...STATE])
    .where('user_id', '=', anyOf(p.userIds)),
)

export const statesOf = async (db: Sql, userIds: readonly string[]): Promise<ReadonlyMap<string, CaseState>> =>
  new Map((await db.run(states({ userIds }))).map(({ userId, ...state }) => [userId, state]))

const lock = statement((p: Params<{ userId: string }>) =>
  q.selectFrom('chat_conversations').select(STATE).where('user_id', '=', p.userId).forUpdate(),
)

/** The state, locked against messages and other changes. Null without a conversation. */
export const lockState = async (tx: Tx, userId: string): Promise<CaseState | null> =>
  (await tx.first(lock({ userId }))) ?? null

const open = statement((p: Params<{ id: string; userId: string; at: Date; isOpenedByWriter: boolean }>) =>
  q
    .insertInto('chat_cases')
    .values({ id: p.id, user_id: p.userId, opened_at: p.at, is_opened_by_writer: p.isOpenedByWriter })
    .onConflict((c) => c.column('user_id').where('closed_at', 'is', null).doNothing()),
)
const answer = statement((p: Params<{ userId: string; at: Date }>) =>
  q
    .updateTable('chat_cases')
    .set({ first_answered_at: p.at })
    .where('user_id', '=', p.userId)
    .where('closed_at', 'is', null)
    .where('is_opened_by_writer', '=', true)
    .where('first_answered_at', 'is', null),
)

/** Opens a case with its first message, and records the first answer. The conversation is locked. */
export async function recordInCase(
  tx: Tx,
  { userId, sender, createdAt: at }: Pick<Message, 'userId' | 'sender' | 'createdAt'>,
): Promise<void> {
  await tx.change(open({ id: newId(), userId, at, isOpenedByWriter: sender === 'user' }))
  if (sender === 'admin') await tx.change(answer({ userId, at }))
}

const update = statement(
  (p: Params<{ userId: string; isOpen: boolean; assignedTo: string | null; waitingSince: Date | null }>) =>
    q
      .updateTable('chat_conversations')
      .set({ is_open: p.isOpen, assigned_to: p.assignedTo, waiting_since: p.waitingSince })
      .where('user_id', '=', p.userId),
)
const close = statement((p: Params<{ userId: string; by: string; at: Date }>) =>
  q
    .updateTable('chat_cases')
    .set({ closed_at: p.at, closed_by: p.by })
    .where('user_id', '=', p.userId)
    .where('closed_at', 'is', null),
)
const reopenLatest = statement((p: Params<{ userId: string }>) =>
  q
    .updateTable('chat_cases')
    .set({ closed_at: null, closed_by: null })
    .where(
      'id',
      '=',
      q.selectFrom('chat_cases').select('id').where('user_id', '=', p.userId).orderBy('opened_at', 'desc').limit(1),
    ),
)

/** Closes or reopens the case of a locked conversation, and changes its assignee. */
export async function saveState(
  tx: Tx,
  userId: string,
  {
    before,
    after,
    by,
    now,
  }: { readonly before: CaseState; readonly after: CaseState; readonly by: string; readonly now: Date },
): Promise<void> {
  await tx.change(update({ userId, ...after }))
  if (before.isOpen && !after.isOpen) await tx.change(close({ userId, by, at: now }))
  if (!before.isOpen && after.isOpen && (await tx.change(reopenLatest({ userId }))) === 0)
    await tx.change(open({ id: newId(), userId, at: now, isOpenedByWriter: false }))
}

type ReportRow = {
  /** Null: all days together. */
  readonly day: string | null
  readonly opened: number
  readonly answered: number
  readonly closed: number
  readonly firstAnswerSeconds: number | null
  readonly slowAnswerSeconds: number | null
  readonly resolutionSeconds: number | null
}

const report = statement(
  (p: Params<{ from: Date; until: Date }>) => sql<ReportRow>`
    with cases as (
      select kampala_day(opened_at)::text as day, is_opened_by_writer,
             extract(epoch from first_answered_at - opened_at) as answer_s,
             extract(epoch from closed_at - opened_at) as resolution_s
        from chat_cases where opened_at >= ${p.from} and opened_at < ${p.until}
    )
    select day, count(*)::int as opened, count(answer_s)::int as answered, count(resolution_s)::int as closed,
           (percentile_cont(0.5) within group (order by answer_s))::float8 as "firstAnswerSeconds",
           (percentile_cont(0.9) within group (order by answer_s))::float8 as "slowAnswerSeconds",
           (percentile_cont(0.5) within group (order by resolution_s))::float8 as "resolutionSeconds"
      from cases group by grouping sets ((day), ()) order by day desc nulls first`,
)

/** Cases by the day of their first message, the newest day first, after all days together. */
export const caseReport = (db: Sql, period: { readonly from: Date; readonly until: Date }): Promise<ReportRow[]> =>
  db.run(report(period))

const closers = statement(
  (p: Params<{ from: Date; until: Date }>) => sql<{ staff: string; closed: number }>`
    select closed_by as staff, count(*)::int as closed from chat_cases
     where opened_at >= ${p.from} and opened_at < ${p.until} and closed_by is not null
     group by 1 order by 2 desc, 1 limit 100`,
)

/** The members of staff who closed the cases of a period. */
export const closersOf = (db: Sql, period: { readonly from: Date; readonly until: Date }) => db.run(closers(period))
