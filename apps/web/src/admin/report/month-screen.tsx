import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { MonthDetail } from '@mupiira/contract/admin-closings.ts'
import { FIGURES, type FigureId } from '@mupiira/domain/money/figures.ts'
import { daysOfMonth, MONTH_FIGURES, monthName } from '@mupiira/domain/money/months.ts'
import { caseText } from '@mupiira/domain/payments/case-texts.ts'
import { providerText } from '@mupiira/domain/payments/providers.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Money, Notice } from '../../shared/ui/surfaces.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { useMay } from '../../state/session.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { KeyFigure, KeyFigures } from '../kit/facts.tsx'
import { FigureLink } from '../kit/figure-link.tsx'
import { RowTable } from '../kit/list-table.tsx'
import { act, failureText } from '../kit/staff-api.ts'
import type { Column } from '../kit/table-columns.ts'
import { writtenDate } from '../kit/typed-date.ts'
import { useListParams } from '../kit/use-list-params.ts'
import { MonthBadge } from './months-screen.tsx'
import { ReportLinks } from './report-links.tsx'
import { monthQuery } from './report-query.ts'
import { ROW_COLUMNS, rowKey } from './row-columns.tsx'

type ScreenProps = { readonly params: { readonly [name: string]: string } }

/** The figures of a month, at its closing and now, and its closing. */
export function MonthScreen({ params: { month = '' } }: ScreenProps) {
  const query = useQuery(monthQuery(month))
  return (
    <ConsolePage title={monthName(month)} end={<ReportLinks current="month" />}>
      <Loaded query={query} what="the month" skeleton={<Skeleton className="h-160 w-full" />}>
        {(detail) => <Detail detail={detail} onChanged={async () => void (await query.refetch())} />}
      </Loaded>
    </ConsolePage>
  )
}

type DetailProps = { readonly detail: MonthDetail; readonly onChanged: () => Promise<void> }

/** A difference after the closing, in UGX. Amounts have at most two decimals. */
const differenceOf = ({ closing, now }: MonthDetail, figure: FigureId): number =>
  closing === null ? 0 : Math.round(((now[figure] ?? 0) - (closing.figures[figure] ?? 0)) * 100) / 100

function Detail({ detail, onChanged }: DetailProps) {
  const params = useListParams()
  const laterParams = useListParams('later')
  const may = useMay()
  const [isClosing, setClosing] = useState(false)
  const { month, closing, isOver, isRequested, open, rowsAfterClosing } = detail
  const isReady = open.cases.length + open.paymentCount === 0
  const canClose = closing === null && isOver && isReady && !isRequested && may('admin:months:close')
  const hasDifference = MONTH_FIGURES.some((figure) => differenceOf(detail, figure) !== 0)
  return (
    <>
      <KeyFigures>
        <KeyFigure name="State">
          <MonthBadge month={detail} />
        </KeyFigure>
        {(['grossGamingRevenue', 'tax', 'netGamingRevenue'] as const).map((figure) => (
          <KeyFigure key={figure} name={FIGURES[figure].name} note={closing === null ? 'now' : 'at closing'}>
            <Money amount={(closing?.figures ?? detail.now)[figure] ?? 0} />
          </KeyFigure>
        ))}
      </KeyFigures>
      {closing !== null && (
        <p className="text-14">
          {`Closed by ${closing.by}${closing.approvedBy === null ? '' : `, approved by ${closing.approvedBy}`}, ${dateTimeText(closing.at)}: ${closing.reason}`}
        </p>
      )}
      {closing === null && !isOver && <Notice tone="info">This month is not over, so it cannot be closed yet.</Notice>}
      {closing === null && isRequested && (
        <Notice tone="info">
          <Link href="/admin/approvals" className="underline">
            The closing waits for a second member of staff.
          </Link>
        </Notice>
      )}
      {closing === null && isOver && !isReady && <OpenMatters open={open} />}
      {hasDifference && (
        <Notice tone="info">The figures have changed after the closing. The rows are below the table.</Notice>
      )}
      {canClose && (
        <div>
          <Button onClick={() => setClosing(true)}>Close month</Button>
        </div>
      )}
      <RowTable
        name="figures of a month"
        params={params}
        columns={columnsOf(detail)}
        rows={MONTH_FIGURES.map((figure) => ({ figure }))}
        rowKey={({ figure }) => figure}
        fileName={null}
        file={{ path: '/api/admin/months/export', query: { month }, what: 'Month' }}
        empty={{ title: 'No figures' }}
      />
      {closing !== null && (hasDifference || rowsAfterClosing.length > 0) && (
        <section aria-labelledby="after-closing" className="flex flex-col gap-2">
          <h2 id="after-closing" className="text-16 font-bold">
            After closing
          </h2>
          <RowTable
            name="rows after closing"
            params={laterParams}
            columns={ROW_COLUMNS}
            rows={rowsAfterClosing}
            rowKey={rowKey}
            fileName={`mupiira-after-closing-${month}`}
            empty={{ title: 'No rows' }}
          />
        </section>
      )}
      {isClosing && <CloseDialog detail={detail} onChanged={onChanged} onClose={() => setClosing(false)} />}
    </>
  )
}

/** The open differences and payments that prevent the closing, with links. */
const OpenMatters = ({ open: { cases, payments, paymentCount } }: Pick<MonthDetail, 'open'>) => (
  <Notice tone="down">
    <span className="flex flex-col gap-1">
      <b>This month cannot be closed yet.</b>
      {cases.map(({ id, kind, provider, day }) => (
        <Link key={id} href="/admin/transactions/reconciliation" className="underline">
          {`${caseText(kind)}, ${providerText(provider)}, ${writtenDate(day)}`}
        </Link>
      ))}
      {paymentCount > 0 && (
        <span>
          {`${paymentCount} ${paymentCount === 1 ? 'payment' : 'payments'} without a result: `}
          {payments.map(({ id, shortReference }) => (
            <Link key={id} href={`/admin/transactions?view=${id}`} className="mr-2 underline">
              {shortReference}
            </Link>
          ))}
        </span>
      )}
    </span>
  </Notice>
)

type Row = { readonly figure: FigureId }

function columnsOf(detail: MonthDetail): readonly Column<Row>[] {
  const { month, closing, now } = detail
  const current: Column<Row> = {
    id: 'now',
    title: 'Now',
    value: ({ figure }) => now[figure] ?? 0,
    cell: ({ figure }) => <FigureLink figure={figure} {...daysOfMonth(month)} amount={now[figure] ?? 0} />,
    align: 'end',
    phone: closing === null ? 'aside' : 'below',
  }
  const name: Column<Row> = { id: 'figure', title: 'Figure', value: ({ figure }) => FIGURES[figure].name }
  if (closing === null) return [name, current]
  return [
    name,
    {
      id: 'closing',
      title: 'At closing',
      value: ({ figure }) => closing.figures[figure] ?? 0,
      cell: ({ figure }) => <Money amount={closing.figures[figure] ?? 0} />,
      align: 'end',
      phone: 'aside',
    },
    current,
    {
      id: 'difference',
      title: 'Difference',
      value: ({ figure }) => differenceOf(detail, figure),
      cell: ({ figure }) => {
        const difference = differenceOf(detail, figure)
        return difference === 0 ? '–' : <Money amount={difference} signed />
      },
      align: 'end',
      phone: 'below-end',
    },
  ]
}

type DialogProps = DetailProps & { readonly onClose: () => void }

function CloseDialog({ detail: { month, now }, onChanged, onClose }: DialogProps) {
  const close = async (reason: string): Promise<string | null> => {
    try {
      const body = { reason, netGamingRevenue: now.netGamingRevenue ?? 0 }
      const { approvalId } = await act('POST /api/admin/months/{month}/close', { params: { month }, body })
      if (approvalId === null) showToast('success', `${monthName(month)} is closed.`)
      else showToast('info', 'The closing waits for a second member of staff.')
    } catch (error) {
      await onChanged()
      return failureText(error, 'The month was not closed. Please try again.')
    }
    await onChanged()
    return null
  }
  return (
    <ConfirmDialog
      title={`Close ${monthName(month)}?`}
      verb="Close month"
      reason={{ label: 'Reason' }}
      onConfirm={close}
      onClose={onClose}
    >
      <p>These figures are stored as they are now. A closed month cannot be opened again.</p>
      <dl className="max-h-60 overflow-y-auto rounded-card border border-line px-3 py-1" tabIndex={0}>
        {MONTH_FIGURES.map((figure) => (
          <div key={figure} className="flex justify-between gap-3 py-1">
            <dt className="text-muted">{FIGURES[figure].name}</dt>
            <dd>
              <Money amount={now[figure] ?? 0} signed={(now[figure] ?? 0) < 0} />
            </dd>
          </div>
        ))}
      </dl>
    </ConfirmDialog>
  )
}
