import { type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'

export type NewNote = {
  readonly id: string
  readonly userId: string
  readonly writtenBy: string
  readonly note: string
  readonly now: Date
}

const insertNote = statement((p: Params<NewNote>) =>
  q
    .insertInto('staff_notes')
    .values({ id: p.id, user_id: p.userId, written_by: p.writtenBy, note: p.note, created_at: p.now }),
)

export const addNote = (tx: Tx, note: NewNote): Promise<number> => tx.change(insertNote(note))

const newestNotes = statement((p: Params<{ userId: string }>) =>
  q.selectFrom('staff_notes').selectAll().where('user_id', '=', p.userId).orderBy('id', 'desc').limit(100),
)

/** The newest notes of staff about an account. */
export const readNotes = (db: Sql, userId: string) => db.run(newestNotes({ userId }))

const erasure = statement((p: Params<{ userId: string }>) =>
  q.selectFrom('account_erasures').select('requested_at as requestedAt').where('user_id', '=', p.userId),
)

/** When the player closed the account. */
export const readErasureTime = async (db: Sql, userId: string): Promise<Date | null> =>
  (await db.first(erasure({ userId })))?.requestedAt ?? null
