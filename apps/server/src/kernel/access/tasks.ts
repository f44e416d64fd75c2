import type { StaffCapability } from '@mupiira/domain/access/staff-roles.ts'

/** Work that waits for staff. `oldestAt` is null if nothing waits, or if the time is unknown. */
export type WaitingTasks = { readonly count: number; readonly oldestAt: Date | null }

export type TaskCaller = {
  readonly userId: string
  readonly capabilities: readonly StaffCapability[]
  readonly now: Date
}

/**
 * Counts the work of one kind (`TASK_KINDS`). Every open console calls it often, so it must read a bounded number of
 * rows with an index. It may count further than `MAX_COUNTED_TASKS`.
 */
export type TaskReading = (caller: TaskCaller) => Promise<WaitingTasks>

/** The work in a list that was read completely. */
export const tasksOf = <Row>(rows: readonly Row[], timeOf: (row: Row) => Date): WaitingTasks => ({
  count: rows.length,
  oldestAt: rows.length === 0 ? null : new Date(Math.min(...rows.map((row) => timeOf(row).getTime()))),
})
