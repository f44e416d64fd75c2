import type { ReactNode } from 'react'
import type { TransactionFile } from '@mupiira/contract/desk-transactions.ts'
import { displayPhone } from '@mupiira/domain/phone/phone.ts'
import { useApi } from '../../shared/api/queries.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Badge, FigureRow, Money } from '../../shared/ui/surfaces.tsx'
import { ResolvePayment } from './resolve-payment.tsx'
import { STAGE_TEXTS, STATUS_TONES } from './transaction-texts.ts'

type DialogProps = {
  readonly id: string
  readonly onChanged: () => Promise<void>
  readonly onClose: () => void
}

export function TransactionDialog({ id, onChanged, onClose }: DialogProps) {
  const query = useApi('GET /api/admin/transactions/{id}', { params: { id } }, { staleMs: 0 })
  const changed = async () => {
    await Promise.all([query.refetch(), onChanged()])
  }
  return (
    <Dialog title="Transaction" open onClose={onClose} place="wide">
      <div className="p-4">
        <Loaded query={query} what="this payment" skeleton={<Skeleton look="h-100 w-full" />}>
          {(file) => <PaymentFile file={file} onChanged={changed} />}
        </Loaded>
      </div>
    </Dialog>
  )
}

type FileProps = { readonly file: TransactionFile; readonly onChanged: () => Promise<void> }

function PaymentFile({ file, onChanged }: FileProps) {
  const { transaction } = file
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-2">
        <b className="text-20">
          {transaction.type === 'deposit' ? 'Deposit' : 'Withdrawal'} <Money amount={transaction.amount} />
        </b>
        <Badge tone={STATUS_TONES[transaction.status]}>{transaction.status}</Badge>
      </div>
      {transaction.toReview && <ResolvePayment transaction={transaction} onChanged={onChanged} />}
      <dl className="grid gap-x-6 text-14 md:grid-cols-2">
        <Line name="User">{transaction.user?.username ?? 'Unknown'}</Line>
        <Line name="Email">{transaction.user?.email ?? '–'}</Line>
        <Line name="Phone">{displayPhone(transaction.phoneNumber)}</Line>
        <Line name="Carrier, provider">
          {transaction.paymentMethod}, {transaction.provider}
        </Line>
        <Line name="Asked for">{dateTimeText(transaction.createdAt)}</Line>
        <Line name="Ended">{transaction.completedAt === null ? '–' : dateTimeText(transaction.completedAt)}</Line>
        <Line name="Stands">{STAGE_TEXTS[transaction.stage]}</Line>
        <Line name="Asked again">{file.nextAt === null ? '–' : dateTimeText(file.nextAt)}</Line>
        <Line name="Reference">{transaction.reference}</Line>
        <Line name="Provider’s reference">{file.internalReference ?? transaction.providerRef ?? '–'}</Line>
        <Line name="Provider says">
          {[file.providerStatus, file.providerMessage].filter(Boolean).join(': ') || '–'}
        </Line>
        <Line name="Provider’s charge">
          {file.providerCharge === null ? '–' : <Money amount={file.providerCharge} />}
        </Line>
        <Line name="The player reads">{transaction.message}</Line>
        <Line name="Reason">{file.reason ?? '–'}</Line>
      </dl>
      {file.decisions.map((decision) => (
        <p key={decision.at} className="rounded-card bg-tint px-3 py-2 text-14">
          {dateTimeText(decision.at)}: {decision.by} decided that it{' '}
          {decision.ending === 'success' ? 'was paid' : 'failed'}: “{decision.note}”
        </p>
      ))}
      <section className="flex flex-col gap-2">
        <h3 className="text-14 font-bold">Ledger</h3>
        {file.entries.length === 0 && <p className="text-14 text-muted">No money has moved.</p>}
        <dl>
          {file.entries.map((entry) => (
            <FigureRow key={entry.id} name={`${dateTimeText(entry.createdAt)} · ${entry.description}`}>
              <Money amount={entry.amount} signed />
            </FigureRow>
          ))}
        </dl>
      </section>
      <section className="flex flex-col gap-2">
        <h3 className="text-14 font-bold">Exchange with the provider</h3>
        <p className="text-12 text-muted">Keys are never kept; phone numbers are masked.</p>
        {file.exchanges.map((exchange) => (
          <details key={exchange.id} className="rounded-card border border-line bg-raised">
            <summary className="min-h-11 px-3 py-2.5 text-14">
              {dateTimeText(exchange.at)} · <b>{exchange.operation}</b> ·{' '}
              {exchange.failure ?? (exchange.httpStatus === null ? 'received' : `HTTP ${exchange.httpStatus}`)}
              {exchange.durationMs !== null && ` · ${exchange.durationMs} ms`}
            </summary>
            <Words name="Asked" text={exchange.request} />
            <Words name="Told" text={exchange.response} />
          </details>
        ))}
      </section>
    </div>
  )
}

function Words({ name, text }: { readonly name: string; readonly text: string | null }) {
  if (text === null) return null
  return (
    <div className="border-t border-line px-3 py-2">
      <p className="text-12 text-muted">{name}</p>
      <pre className="overflow-x-auto text-12 break-all whitespace-pre-wrap">{text}</pre>
    </div>
  )
}

const Line = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="flex justify-between gap-3 border-b border-line py-1.5">
    <dt className="shrink-0 text-muted">{name}</dt>
    <dd className="min-w-0 text-right break-words">{children}</dd>
  </div>
)
