import {
  checkLedger,
  closeReconciliationCase,
  listReconciliationCases,
  runReconciliation,
} from '@mupiira/contract/admin.ts'
import { ugxFromNumber, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { startOfDayKey } from '@mupiira/domain/time/kampala.ts'
import { type Outcome, type Route, route } from '../../kernel/http/route.ts'
import { isId } from '../../kernel/ids.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Audit } from '../audit/index.ts'
import type { Payments } from '../payments/index.ts'
import type { Wallet } from '../wallet/index.ts'
import { staffOf } from './staff.ts'
import { countsOf, presentCase, presentReport } from './present-reconciliation.ts'

export type MoneyDeps = {
  readonly audit: Pick<Audit, 'record'>
  readonly wallet: Pick<Wallet, 'checkLedger'>
  readonly payments: Pick<Payments, 'administration'>
}

export const moneyRoutes = (
  { clock, db }: Pick<Kernel, 'clock' | 'db'>,
  { audit, wallet, payments }: MoneyDeps,
): readonly Route[] => [
  route(checkLedger, async ({ actor, log }): Promise<Outcome<typeof checkLedger>> => {
    log.info({ admin: actor.userId }, 'the ledger is checked')
    const { differences, unexplainedKinds, ...report } = await wallet.checkLedger()
    return {
      status: 200,
      body: { ...report, differences: [...differences], unexplainedKinds: [...unexplainedKinds] },
    }
  }),

  route(runReconciliation, async (call) => {
    const { actor, log, now } = call
    const { day } = call.body
    const begins = startOfDayKey(day)
    if (begins === null || begins > now) {
      const message = begins === null ? 'is not a day' : 'has not begun'
      return { error: 'INVALID_FIELDS', errors: [{ path: 'day', message }] }
    }
    log.info({ admin: actor.userId, day }, 'providers are compared')
    const report = presentReport(day, await payments.administration.reconciliation.run(day), clock.now())
    // It opens cases, closes them, and ends payments.
    const staffAction = { action: 'payment.compare', subject: `day:${day}`, after: countsOf(report) } as const
    await db.transaction((tx) => audit.record(tx, { ...staffOf(call), ...staffAction }, clock.now()))
    return { status: 200, body: report }
  }),

  route(listReconciliationCases, async ({ now }) => {
    const [open, last] = await Promise.all([
      payments.administration.reconciliation.open(),
      payments.administration.reconciliation.lastRun(),
    ])
    const items = open.map((each) => presentCase(each, now))
    return { status: 200, body: { items, comparedAt: last?.toISOString() ?? null } }
  }),

  route(closeReconciliationCase, async (call) => {
    const { actor, params, body, now } = call
    if (!isId(params.id)) return { error: 'CASE_NOT_FOUND' }
    const seen = ugxFromNumber(body.amount)
    if (!seen.ok) return { error: 'CASE_CHANGED' }
    const { note, booked: isBooked } = body
    const closing = { caseId: params.id, closedBy: actor.userId, seenUgx: seen.value, note, isBooked }
    const closed = await db.transaction(async (tx) => {
      const done = await payments.administration.reconciliation.close(tx, closing, now)
      if (!done.ok) return done
      const after = { booked: ugxToNumber(done.value.bookedUgx) }
      const staffAction = {
        action: 'payment.close-case',
        subject: `case:${params.id}`,
        after,
        reason: body.note,
      } as const
      await audit.record(tx, { ...staffOf(call), ...staffAction }, now)
      return done
    })
    return closed.ok ? { status: 200, body: { booked: ugxToNumber(closed.value.bookedUgx) } } : { error: closed.error }
  }),
]
