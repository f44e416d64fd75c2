import type { Sql } from '../../../kernel/db/sql.ts'
import type { Staff } from '../../../kernel/access/staff.ts'
import type { Audit, AuditRecord } from '../../audit/index.ts'
import type { GameRow } from '../games/game-row.ts'

/** Reopening a game also ends the wait for a second approver of its start. */
export const withSuspension = (suspended: boolean): Partial<GameRow> =>
  suspended ? { suspended } : { suspended, startApprovalPending: false }

/** `mayRelease`: whether the member of staff may reopen games that Risk suspended (`admin:games:release`). */
export type Suspending = { readonly suspended: boolean; readonly reason: string; readonly mayRelease: boolean }

/**
 * Whether the member of staff must not reopen this game, because Risk suspended it. A second suspension by a
 * trader changes nothing, so it does not make the suspension the trader's own.
 */
export const isKeptByRisk = async (
  sql: Sql,
  audit: Pick<Audit['commands'], 'isMarked'>,
  gameId: string,
  { suspended, mayRelease }: Omit<Suspending, 'reason'>,
): Promise<boolean> =>
  !suspended &&
  !mayRelease &&
  (await audit.isMarked(sql, {
    subject: `game:${gameId}`,
    begins: 'game.suspend',
    ends: 'game.resume',
    mark: 'byRisk' satisfies keyof SuspendedState,
  }))

type SuspendedState = { readonly suspended: boolean; readonly byRisk?: true; readonly openBets: object }

/** The entry of the audit log about a game that is suspended or reopened. */
export function suspensionEntry(
  before: GameRow,
  { suspended, reason, mayRelease, openBets }: Suspending & { readonly openBets: object },
): Omit<AuditRecord, keyof Staff> {
  const after: SuspendedState = { suspended, ...(suspended && mayRelease ? { byRisk: true } : {}), openBets }
  return {
    action: suspended ? 'game.suspend' : 'game.resume',
    subject: `game:${before.id}`,
    before: { suspended: before.suspended },
    after,
    reason,
  }
}
