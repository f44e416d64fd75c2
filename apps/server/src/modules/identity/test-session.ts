import type { Sql } from '../../kernel/db/sql.ts'
import { type OpenedSession, openSession } from './sessions.ts'

/** A session without a sign-in, of whoever has just confirmed himself; `token` is its cookie. */
export const testSession = (sql: Sql, userId: string, now: Date): Promise<OpenedSession> =>
  openSession(sql, { userId, isStored: true, isConfirmed: true }, now)
