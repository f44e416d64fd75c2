import { caseText } from '@mupiira/domain/payments/case-texts.ts'
import { providerText } from '@mupiira/domain/payments/providers.ts'
import { type Month, MONTH_FIGURES, monthName, monthOf } from '@mupiira/domain/money/months.ts'
import type { Amounts } from '@mupiira/domain/money/profit-and-loss.ts'
import { ugx, ugxToNumber, ZERO } from '@mupiira/domain/money/ugx.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import { AUDIT_FLAGS, type Outdated } from '../../../kernel/access/approvals.ts'
import type { Staff } from '../../../kernel/access/staff.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Audit } from '../../audit/index.ts'
import type { Payments } from '../../payments/index.ts'
import type { Wallet } from '../../wallet/index.ts'
import type { ConsoleApprovals } from '../approvals.ts'
import { type FigureSources, presentAmounts, profitAndLoss } from '../figures/profit-and-loss.ts'
import { closings, figureTexts, insertClosing } from './closings.repository.ts'

export type ClosingDeps = FigureSources & {
  readonly audit: Audit['commands']
  readonly payments: Pick<Payments, 'administration'>
  readonly wallet: Pick<Wallet, 'ledger'>
}

/** The figures of a month as they are now. */
export async function figuresOfMonth(sources: FigureSources, { from, until }: Month, now: Date): Promise<Amounts> {
  const { total } = await profitAndLoss(sources, { from, until }, 'day', now)
  return Object.fromEntries(MONTH_FIGURES.map((figure) => [figure, total[figure] ?? 0n]))
}

/** Differences with providers about days of the month, and payments of the month without a final result. */
export async function openMatters({ payments }: Pick<ClosingDeps, 'payments'>, { key, from, until }: Month) {
  const { history, reconciliation } = payments.administration
  const [cases, unfinished] = await Promise.all([reconciliation.open(), history.openPayments({ from, until })])
  return { cases: cases.filter(({ day }) => day.startsWith(key)), ...unfinished }
}
export type OpenMatters = Awaited<ReturnType<typeof openMatters>>

const MOST_NAMED = 5

/** "Missing at the provider (MTN, 2026-10-04), 3 payments: D7KQ2MXP, …" */
export function openMattersText({ cases, payments, paymentCount }: OpenMatters): string {
  const named = cases
    .slice(0, MOST_NAMED)
    .map(({ kind, provider, day }) => `${caseText(kind)} (${providerText(provider)}, ${day})`)
  const more = cases.length > MOST_NAMED ? [`${cases.length - MOST_NAMED} further differences`] : []
  const references = payments.slice(0, MOST_NAMED).map(({ shortReference }) => shortReference)
  const dots = paymentCount > MOST_NAMED ? ', …' : ''
  const ofPayments =
    paymentCount === 0
      ? []
      : [
          `${paymentCount} ${paymentCount === 1 ? 'payment' : 'payments'} without a result: ${references.join(', ')}${dots}`,
        ]
  return [...named, ...more, ...ofPayments].join(', ')
}

export type CloseRefusal =
  | { readonly code: 'MONTH_NOT_OVER' | 'MONTH_CLOSED' | 'MONTH_CHANGED' }
  | { readonly code: 'MONTH_NOT_RECONCILED'; readonly open: string }

type Figures = { readonly amounts: Amounts; readonly lastPosting: bigint }

type CloseRequest = {
  readonly month: string
  readonly title: string
  /** The figures that the approver sees, in hundredths. */
  readonly figures: { readonly [figure: string]: string }
}

const outdated = (what: string): Outdated => ({ code: 'APPROVAL_OUTDATED', what })

/** Closes months: stores their figures, with an audit entry, after the approval of a second person where there is one. */
export function createMonthClosing(
  { db, clock }: Pick<Kernel, 'db' | 'clock'>,
  deps: ClosingDeps,
  { fourEyes, register }: ConsoleApprovals,
) {
  /** The figures of a month that may be closed now. */
  async function closable(sql: Sql, month: Month): Promise<Result<Figures, CloseRefusal>> {
    const now = clock.now()
    if (month.until > now) return err({ code: 'MONTH_NOT_OVER' })
    if ((await closings(sql)).some((closing) => closing.month === month.key)) return err({ code: 'MONTH_CLOSED' })
    const open = await openMatters(deps, month)
    if (open.cases.length + open.paymentCount > 0)
      return err({ code: 'MONTH_NOT_RECONCILED', open: openMattersText(open) })
    return figuresUntilLast(month, now)
  }

  /**
   * The figures with the last posting that they contain, so that every posting counts either for the figures or for the
   * later differences. A posting into the month while they are read is a change.
   */
  async function figuresUntilLast(month: Month, now: Date): Promise<Result<Figures, CloseRefusal>> {
    const { rows } = deps.wallet.ledger
    const lastPosting = await rows.lastVisible()
    if (lastPosting === null) return err({ code: 'MONTH_CHANGED' })
    const amounts = await figuresOfMonth(deps, month, now)
    const { from, until } = month
    const later = await rows.writtenAfter({ from, until, after: lastPosting, limit: 1 })
    return later.length === 0 ? ok({ amounts, lastPosting }) : err({ code: 'MONTH_CHANGED' })
  }

  type Closed = { readonly month: Month; readonly figures: Figures; readonly reason: string; readonly closedBy: string }

  async function store(tx: Tx, closed: Closed, by: Staff, flag: object): Promise<Result<Date, 'MONTH_CLOSED'>> {
    const { month, reason, closedBy } = closed
    const { amounts: figures, lastPosting } = closed.figures
    const now = clock.now()
    const approvedBy = by.actorId === closedBy ? null : by.actorId
    const closing = { month: month.key, figures, lastPosting, reason, closedBy, approvedBy, closedAt: now }
    if (!(await insertClosing(tx, closing))) return err('MONTH_CLOSED')
    const after = { ...presentAmounts(figures), ...flag }
    await deps.audit.record(
      tx,
      { ...by, action: 'finance.close-month', subject: `month:${month.key}`, after, reason },
      now,
    )
    return ok(now)
  }

  register('close-month', async (tx, { request, reason, requestedBy }, by) => {
    const { month: key, figures: seen } = request as CloseRequest
    const month = monthOf(key)
    if (month === null) throw new Error(`${key} is not a month`)
    const evaluated = await closable(tx, month)
    if (!evaluated.ok) {
      if (evaluated.error.code === 'MONTH_CLOSED') return err('MONTH_CLOSED')
      if (evaluated.error.code === 'MONTH_CHANGED') return err(outdated('the figures of the month'))
      return err(outdated('the open differences and payments of the month'))
    }
    const figures = evaluated.value
    const isUnchanged = MONTH_FIGURES.every((figure) => String(figures.amounts[figure]) === seen[figure])
    if (!isUnchanged) return err(outdated('the figures of the month'))
    return store(tx, { month, figures, reason, closedBy: requestedBy }, by, { requestedBy })
  })

  /**
   * Closes a month, or requests it: null if the month is closed, else the id of the request. `netGamingRevenue`: the
   * displayed figure in UGX.
   */
  async function close(
    month: Month,
    {
      by,
      reason,
      netGamingRevenue,
    }: { readonly by: Staff; readonly reason: string; readonly netGamingRevenue: number },
  ): Promise<Result<string | null, CloseRefusal>> {
    return db.transaction(async (tx) => {
      const evaluated = await closable(tx, month)
      if (!evaluated.ok) return evaluated
      const figures = evaluated.value
      const net = figures.amounts.netGamingRevenue ?? 0n
      if (ugxToNumber(ugx(net)) !== netGamingRevenue) return err({ code: 'MONTH_CHANGED' })
      const now = clock.now()
      const decision = await fourEyes.requireApproval(tx, { kind: 'close-month', actorId: by.actorId }, now)
      if (decision === 'alone') {
        const closed = { month, figures, reason, closedBy: by.actorId }
        const stored = await store(tx, closed, by, { flag: AUDIT_FLAGS.closing })
        return stored.ok ? ok(null) : err({ code: stored.error })
      }
      const subject = `month:${month.key}` as const
      const request: CloseRequest = {
        month: month.key,
        title: monthName(month.key),
        figures: figureTexts(figures.amounts),
      }
      const amountUgx = net > 0n ? ugx(net) : ZERO
      const proposal = { kind: 'close-month', subject, amountUgx, request, reason } as const
      const approvalId = await fourEyes.propose(tx, { ...proposal, requestedBy: by.actorId, once: true }, now)
      await deps.audit.record(
        tx,
        { ...by, action: 'finance.close-month', subject, after: { waits: true }, reason },
        now,
      )
      return ok(approvalId)
    })
  }

  return { close }
}
