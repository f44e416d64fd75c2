import { useQuery } from '@tanstack/react-query'
import type { TransactionFile } from '@mupiira/contract/admin-transactions.ts'
import { displayPhone } from '@mupiira/domain/phone/phone.ts'
import { withoutLineBreaks } from '../../shared/format/amounts.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Money } from '../../shared/ui/surfaces.tsx'
import { AccountLink } from '../kit/account-link.tsx'
import { Email } from '../kit/email.tsx'
import { DetailsDialog, DetailsLedger, DetailsLine, DetailsSection } from '../kit/details-dialog.tsx'
import { providerText } from '../kit/provider-texts.ts'
import { TYPE_TEXTS } from '../kit/payment-texts.ts'
import { PaymentStatus } from '../kit/payment-status.tsx'
import { QueryProvider } from './query-provider.tsx'
import { ResolvePayment } from './resolve-payment.tsx'
import { transactionQuery } from './transaction-queries.ts'
import { STAGE_TEXTS } from './transaction-texts.ts'

type DialogProps = {
  readonly id: string
  readonly onChanged: () => Promise<void>
  readonly onClose: () => void
}

export function TransactionDialog({ id, onChanged, onClose }: DialogProps) {
  const query = useQuery(transactionQuery(id))
  const changed = async () => {
    await Promise.all([query.refetch(), onChanged()])
  }
  return (
    <DetailsDialog title="Transaction" what="this payment" query={query} onClose={onClose}>
      {(file) => <PaymentDetails file={file} onChanged={changed} />}
    </DetailsDialog>
  )
}

type FileProps = { readonly file: TransactionFile; readonly onChanged: () => Promise<void> }

function PaymentDetails({ file, onChanged }: FileProps) {
  const { transaction } = file
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <b className="text-20">
          {TYPE_TEXTS[transaction.type]} <Money amount={transaction.amount} />
        </b>
        <PaymentStatus payment={transaction} />
      </div>
      {transaction.toReview && <ResolvePayment transaction={transaction} reason={file.reason} onChanged={onChanged} />}
      {(transaction.toReview || transaction.stage === 'checking') && (
        <QueryProvider id={transaction.id} onChanged={onChanged} />
      )}
      <dl className="grid grid-cols-1 gap-x-6 text-14 md:grid-cols-2">
        <DetailsLine name="User">
          <AccountLink user={transaction.user} />
        </DetailsLine>
        <DetailsLine name="Email">
          {transaction.user === null ? '–' : <Email address={transaction.user.email} />}
        </DetailsLine>
        <DetailsLine name="Phone">{displayPhone(transaction.phoneNumber)}</DetailsLine>
        <DetailsLine name="Carrier, provider">
          {transaction.paymentMethod}, {providerText(transaction.provider)}
        </DetailsLine>
        <DetailsLine name="Requested">{dateTimeText(transaction.createdAt)}</DetailsLine>
        <DetailsLine name="Ended">
          {transaction.completedAt === null ? '–' : dateTimeText(transaction.completedAt)}
        </DetailsLine>
        <DetailsLine name="Stage">{STAGE_TEXTS[transaction.stage]}</DetailsLine>
        <DetailsLine name="Next query">{file.nextAt === null ? '–' : dateTimeText(file.nextAt)}</DetailsLine>
        <DetailsLine name="Reference">
          <b className="tracking-wider">{transaction.shortReference}</b>
        </DetailsLine>
        <DetailsLine name="Sent reference">
          <Code text={transaction.reference} />
        </DetailsLine>
        <DetailsLine name="Provider’s reference">
          <Code text={file.internalReference ?? transaction.providerRef ?? '–'} />
        </DetailsLine>
        <DetailsLine name="Provider’s status">
          {[file.providerStatus, file.providerMessage].filter(Boolean).join(': ') || '–'}
        </DetailsLine>
        <DetailsLine name="Provider’s charge">
          {file.providerCharge === null ? '–' : <Money amount={file.providerCharge} />}
        </DetailsLine>
        <DetailsLine name="Message to the player">{withoutLineBreaks(transaction.message)}</DetailsLine>
        <DetailsLine name="Reason">{file.reason ?? '–'}</DetailsLine>
      </dl>
      {file.decisions.map((decision) => (
        <p
          key={decision.at}
          className="rounded-card bg-tint px-3 py-2 text-14"
        >{`${dateTimeText(decision.at)}: ${decision.by} marked it as ${decision.ending === 'success' ? 'paid' : 'failed'}: “${decision.note}”`}</p>
      ))}
      <DetailsLedger entries={file.entries} />
      <DetailsSection title="Exchange with the provider">
        <p className="text-12 text-muted">Keys are not stored. Phone numbers are masked.</p>
        {file.exchanges.map((exchange) => (
          <details key={exchange.id} className="rounded-card border border-line bg-raised">
            <summary className="min-h-11 px-3 py-2.5 text-14">
              {dateTimeText(exchange.at)} · <b>{exchange.operation}</b> ·{' '}
              <span>
                {exchange.failure ?? (exchange.httpStatus === null ? 'received' : `HTTP ${exchange.httpStatus}`)}
              </span>
              <span>{exchange.durationMs !== null && ` · ${exchange.durationMs} ms`}</span>
            </summary>
            <ExchangeBody name="Request" text={exchange.request} />
            <ExchangeBody name="Response" text={exchange.response} />
          </details>
        ))}
      </DetailsSection>
    </>
  )
}

/** A reference in small text. References are long, so they can break anywhere. */
const Code = ({ text }: { readonly text: string }) => <span className="text-12 break-all">{text}</span>

function ExchangeBody({ name, text }: { readonly name: string; readonly text: string | null }) {
  if (text === null) return null
  return (
    <div className="border-t border-line px-3 py-2">
      <p className="text-12 text-muted">{name}</p>
      <pre className="overflow-x-auto text-12 break-all whitespace-pre-wrap">{text}</pre>
    </div>
  )
}
