import type { AuditRecord } from '../../audit/index.ts'
import type { Staff } from '../../../kernel/access/staff.ts'
import type { GameRow } from '../games/game-row.ts'

/** Reopening a game also ends the wait for a second approver of its start. */
export const withSuspension = (suspended: boolean): Partial<GameRow> =>
  suspended ? { suspended } : { suspended, startApprovalPending: false }

type Suspension = { readonly suspended: boolean; readonly reason: string; readonly openBets: object }

/** The entry of the audit log about a game that is suspended or reopened. */
export const suspensionEntry = (
  before: GameRow,
  { suspended, reason, openBets }: Suspension,
): Omit<AuditRecord, keyof Staff> => ({
  action: suspended ? 'game.suspend' : 'game.resume',
  subject: `game:${before.id}`,
  before: { suspended: before.suspended },
  after: { suspended, openBets },
  reason,
})
