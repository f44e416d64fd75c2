import {
  closeReconciliationCase,
  exportReconciliationCases,
  listReconciliationCases,
  runReconciliation,
} from '@mupiira/contract/admin.ts'
import { CASE_LIST } from '@mupiira/contract/list-columns.ts'
import { ugxFromNumber, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { startOfDayKey } from '@mupiira/domain/time/kampala.ts'
import { type Route, route } from '../../../kernel/http/route.ts'
import { staffOf } from '../../../kernel/access/staff.ts'
import { isId } from '../../../kernel/ids.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { type Audit, exportList } from '../../audit/index.ts'
import type { Reconciliation } from '../reconciliation/reconciliation.ts'
import type { DifferenceCloser } from './close-difference.ts'
import { countsOf, presentCase, presentReport } from './present-reconciliation.ts'

/** Comparisons with providers and their cases, for staff. */
export const reconciliationRoutes = (
  { clock, db }: Pick<Kernel, 'clock' | 'db'>,
  reconciliation: Reconciliation,
  audit: Audit['commands'],
  closeDifference: DifferenceCloser,
): readonly Route[] => [
  route(runReconciliation, async (call) => {
    const { actor, log, now } = call
    const { day } = call.body
    const begins = startOfDayKey(day)
    if (begins === null || begins > now) {
      const message = begins === null ? 'is not a valid date (YYYY-MM-DD)' : 'has not begun'
      return { error: 'INVALID_FIELDS', errors: [{ path: 'day', message }] }
    }
    log.info({ admin: actor.userId, day }, 'a comparison with the payment providers begins')
    const report = presentReport(day, await reconciliation.run(day), clock.now())
    // A comparison opens and closes cases and ends payments.
    const auditEntry = { action: 'payment.compare', subject: `day:${day}`, after: countsOf(report) } as const
    await db.transaction((tx) => audit.record(tx, { ...staffOf(call), ...auditEntry }, clock.now()))
    return { status: 200, body: report }
  }),

  route(listReconciliationCases, async ({ query, now }) => {
    const [open, last] = await Promise.all([reconciliation.open(query.about), reconciliation.lastRun()])
    const items = open.map((each) => presentCase(each, now))
    return { status: 200, body: { items, comparedAt: last?.at.toISOString() ?? null, comparedDay: last?.day ?? null } }
  }),

  route(exportReconciliationCases, async (call) => {
    const open = await reconciliation.open(call.query.about)
    const rows = [open.map((each) => presentCase(each, call.now))]
    const file = { name: 'differences', action: 'payment.export-cases', columns: CASE_LIST, rows } as const
    return exportList({ clock, db, audit }, call, file)
  }),

  route(closeReconciliationCase, async (call) => {
    const { params, body } = call
    if (!isId(params.id)) return { error: 'CASE_NOT_FOUND' }
    const seen = ugxFromNumber(body.amount)
    if (!seen.ok) return { error: 'CASE_CHANGED' }
    const { note, booked: isBooked } = body
    const closing = { caseId: params.id, seenUgx: seen.value, note, isBooked, by: staffOf(call) }
    const closed = await db.transaction((tx) => closeDifference(tx, closing))
    if (!closed.ok) return { error: closed.error }
    if ('approvalId' in closed.value) return { status: 202, body: { approvalId: closed.value.approvalId } }
    return { status: 200, body: { booked: ugxToNumber(closed.value.bookedUgx) } }
  }),
]
