import { CASE_LIST } from '@mupiira/contract/list-columns.ts'
import { providerText } from '@mupiira/domain/payments/providers.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { ReconciliationCase } from '@mupiira/contract/admin.ts'
import { PAYMENT_TYPE_TEXTS } from '@mupiira/domain/payments/payment-texts.ts'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import { type Answer } from '../../shared/api/client.ts'
import { textOf } from '../../shared/api/errors.ts'
import { useNow } from '../../shared/clock.ts'
import { counted } from '../../shared/format/counted.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { Checkbox } from '../../shared/ui/field.tsx'
import { EmptyState, Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Badge, Money, Notice } from '../../shared/ui/surfaces.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { May } from '../kit/may.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { DayInput } from '../kit/date-field.tsx'
import { ChipFilter, FilterBar } from '../kit/filters.tsx'
import { RowTable } from '../kit/list-table.tsx'
import type { Column } from '../kit/table-columns.ts'
import { writtenDate } from '../kit/typed-date.ts'
import { useListParams } from '../kit/use-list-params.ts'
import { useRefetchTasks } from '../kit/tasks.ts'
import { casesQuery, closeCase, compareDay } from './transaction-queries.ts'
import { ageText, outcomeText, transitText } from './transaction-texts.ts'

type Report = Answer<'POST /api/admin/reconciliation'>

const SUBJECTS = [
  ['', 'All differences'],
  ['payments', 'Payments'],
  ['wallets', 'Provider charges and wallets'],
] as const

/** Reconciles days with the providers, and lists unexplained differences. */
export function ReconciliationScreen() {
  const params = useListParams()
  const filter = params.query('about')
  const cases = useQuery(casesQuery(filter))
  const refetchTasks = useRefetchTasks()
  const changed = async () => void (await Promise.all([cases.refetch(), refetchTasks()]))
  return (
    <ConsolePage
      title="Reconciliation"
      end={
        <ButtonLink variant="secondary" href="/admin/transactions">
          Transactions
        </ButtonLink>
      }
    >
      <May do="admin:reconciliation:edit">
        <CompareDay onCompared={changed} />
      </May>
      <ChipFilter params={params} name="about" label="Differences" choices={SUBJECTS} />
      <Loaded query={cases} what="the differences" skeleton={<Skeleton className="h-40 w-full" />}>
        {({ items, comparedAt }) =>
          items.length === 0 ? (
            <NothingUnexplained comparedAt={comparedAt} />
          ) : (
            <RowTable
              name="unexplained differences"
              columns={COLUMNS}
              rows={items}
              rowKey={({ id }) => id}
              params={params}
              fileName={null}
              file={{ path: '/api/admin/reconciliation/cases/export', query: filter, what: 'Differences' }}
              empty={{ title: 'No unexplained differences' }}
              detail={({ detail }) => <p className="text-14 text-muted">{detail}</p>}
              actions={(found) => <CaseActions found={found} onChanged={changed} />}
            />
          )
        }
      </Loaded>
    </ConsolePage>
  )
}

const NothingUnexplained = ({ comparedAt }: { readonly comparedAt: string | null }) =>
  comparedAt === null ? (
    <EmptyState title="Not compared yet" text="No day has been compared with the providers." />
  ) : (
    <EmptyState
      title="No unexplained differences"
      text={`Every difference is resolved or explained. Last compared on ${dateTimeText(comparedAt)}.`}
    />
  )

function CompareDay({ onCompared }: { readonly onCompared: () => Promise<void> }) {
  const today = dayKey(useNow(60_000))
  const [day, setDay] = useState('')
  const [busy, setBusy] = useState(false)
  const [report, setReport] = useState<Report | null>(null)
  const run = async () => {
    setBusy(true)
    try {
      setReport(await compareDay(day === '' ? today : day))
      await onCompared()
    } catch (error) {
      showToast('error', textOf(error, 'The day could not be compared. Please try again.'))
    }
    setBusy(false)
  }
  return (
    <>
      <FilterBar>
        <DayInput label="Day" value={day === '' ? today : day} max={today} onValue={setDay} />
        <Button busy={busy} busyText="Comparing…" onClick={() => void run()}>
          Compare with the providers
        </Button>
      </FilterBar>
      {report !== null && (
        <Notice tone={report.areSumsEqual ? 'up' : 'info'} live>
          <p>{`${writtenDate(report.day)}: ${outcomeText(report)}${report.unavailable.length > 0 ? ` No list from ${report.unavailable.map(providerText).join(', ')}. Please try again later.` : ''}`}</p>
          {report.providers.map(({ provider, compared, unanswered, settled, wallet }) => (
            <div key={provider}>
              <span>
                {`${providerText(provider)}: ${counted(compared, 'order')} compared, ${unanswered.toLocaleString('en-UG')} without a reply, ${settled.toLocaleString('en-UG')} settled by the comparison`}
              </span>
              {wallet !== null && <WalletLine wallet={wallet} />}
              {wallet !== null && wallet.found !== wallet.expected && <InTransit payments={wallet.payments} />}
            </div>
          ))}
        </Notice>
      )}
    </>
  )
}

type Wallet = NonNullable<Report['providers'][number]['wallet']>

/** The amount in the provider's wallet beside the expected amount, and a possible explanation of the difference. */
function WalletLine({ wallet }: { readonly wallet: Wallet }) {
  const { found, expected, isFirst } = wallet
  if (isFirst) {
    return (
      <span>
        ; wallet <Money amount={found} />, recorded as the opening balance
      </span>
    )
  }
  return (
    <>
      <span>
        ; wallet <Money amount={found} />, expected <Money amount={expected} />
      </span>
      {found === expected ? (
        <span>: no difference</span>
      ) : (
        <span>
          : a difference of <Money amount={found - expected} signed />
        </span>
      )}
      {found !== expected && <span>{`. ${transitText(wallet)}`}</span>}
    </>
  )
}

/** The payments that may explain the difference of a wallet, with links. */
function InTransit({ payments }: Pick<Wallet, 'payments'>) {
  if (payments.length === 0) return null
  return (
    <ul aria-label="Payments under way" className="flex flex-col py-1 text-14">
      {payments.map(({ id, shortReference, type, amount, status, createdAt }) => (
        <li key={id} className="flex flex-wrap items-baseline gap-x-3">
          <Link
            href={`/admin/transactions?view=${id}`}
            className="inline-flex min-h-6 items-center tracking-wider underline"
          >
            {shortReference}
          </Link>
          <span>{PAYMENT_TYPE_TEXTS[type]}</span>
          <Money amount={amount} />
          <span>{status === 'pending' ? 'pending' : 'just ended'}</span>
          <span className="text-muted">{dateTimeText(createdAt)}</span>
        </li>
      ))}
    </ul>
  )
}

const COLUMNS: readonly Column<ReconciliationCase>[] = [
  { id: 'kind', ...CASE_LIST.kind },
  {
    id: 'amount',
    ...CASE_LIST.amount,
    phone: 'aside',

    cell: ({ amount }) => <Money amount={amount} signed />,
    align: 'end',
  },
  {
    id: 'age',
    ...CASE_LIST.age,
    phone: 'below-end',

    cell: ({ ageHours }) => <Badge tone={ageHours >= 24 ? 'down' : 'muted'}>{ageText(ageHours)}</Badge>,
  },
  { id: 'provider', ...CASE_LIST.provider, phone: 'below' },
  { id: 'day', ...CASE_LIST.day, phone: 'below', cell: ({ day }) => writtenDate(day) },
  {
    id: 'reference',
    ...CASE_LIST.reference,
    cell: ({ shortReference }) => <b className="tracking-wider">{shortReference ?? '–'}</b>,
  },
  {
    id: 'subject',
    ...CASE_LIST.subject,
    cell: ({ subject }) => <span className="text-12 break-all">{subject}</span>,
  },
  { id: 'found', ...CASE_LIST.found, hidden: true },
  { id: 'detail', ...CASE_LIST.detail, hidden: true },
]

type CaseProps = { readonly found: ReconciliationCase; readonly onChanged: () => Promise<void> }

function CaseActions({ found, onChanged }: CaseProps) {
  const [open, setOpen] = useState(false)
  const [booked, setBooked] = useState(false)
  const close = async (note: string): Promise<string | null> => {
    if (note.length < 3) return 'Please explain the difference.'
    try {
      const answer = await closeCase(found.id, { note, booked, amount: found.amount })
      if ('approvalId' in answer) showToast('info', 'A second member of staff must approve this booking.')
      else showToast('success', 'Case closed.')
    } catch (error) {
      await onChanged()
      return textOf(error, 'This case could not be closed. Please try again.')
    }
    await onChanged()
    return null
  }
  return (
    <>
      {found.transactionId !== null && (
        <ButtonLink variant="secondary" href={`/admin/transactions?view=${found.transactionId}`}>
          Payment
        </ButtonLink>
      )}
      <May do="admin:reconciliation:edit">
        <Button variant="secondary" onClick={() => setOpen(true)}>
          Explain
        </Button>
      </May>
      {open && (
        <ConfirmDialog
          title="Explain this difference?"
          verb="Close the case"
          reason={{ label: 'Explanation', missing: 'Please explain the difference.' }}
          onConfirm={close}
          onClose={() => setOpen(false)}
        >
          <p>
            <Money amount={found.amount} signed />. The case will not be reported again. The audit log records who
            closed it and why.
          </p>
          <Checkbox
            label="Book it to the operator’s own account"
            checked={booked}
            onChange={(event) => setBooked(event.target.checked)}
          />
        </ConfirmDialog>
      )}
    </>
  )
}
