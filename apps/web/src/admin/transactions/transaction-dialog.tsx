import { providerText } from '@mupiira/domain/payments/providers.ts'
import { reviewReasonsText } from '@mupiira/domain/payments/review-texts.ts'
import { useQuery } from '@tanstack/react-query'
import type { TransactionFile } from '@mupiira/contract/admin-transactions.ts'
import { displayPhone } from '@mupiira/domain/phone/phone.ts'
import { withoutLineBreaks } from '../../shared/format/amounts.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Money, Notice } from '../../shared/ui/surfaces.tsx'
import { May } from '../kit/may.tsx'
import { DetailsDialog, DetailsLedger, DetailsSection } from '../kit/details-dialog.tsx'
import { Fact, Facts, KeyFigure, KeyFigures } from '../kit/facts.tsx'
import { PlayerFacts } from '../kit/player-facts.tsx'
import { PAYMENT_TYPE_TEXTS, reasonText } from '@mupiira/domain/payments/payment-texts.ts'
import { PaymentStatus } from '../kit/payment-status.tsx'
import { DecisionButtons, DecisionDialog, useReviewDecision } from './decide-withdrawal.tsx'
import { REVIEW_DECISIONS } from './review-texts.ts'
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
    <DetailsDialog title="Payment" what="this payment" query={query} onClose={onClose}>
      {(file) => <PaymentDetails file={file} onChanged={changed} />}
    </DetailsDialog>
  )
}

type FileProps = { readonly file: TransactionFile; readonly onChanged: () => Promise<void> }

function PaymentDetails({ file, onChanged }: FileProps) {
  const { transaction } = file
  const decision = useReviewDecision()
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <b className="text-20">{PAYMENT_TYPE_TEXTS[transaction.type]}</b>
        <PaymentStatus payment={transaction} />
        {(transaction.toReview || transaction.stage === 'checking') && (
          <span className="ml-auto">
            <May do="admin:payments:query">
              <QueryProvider id={transaction.id} onChanged={onChanged} />
            </May>
          </span>
        )}
      </div>
      {transaction.toReview && (
        <May do="admin:payments:decide">
          <ResolvePayment transaction={transaction} reason={file.reason} onChanged={onChanged} />
        </May>
      )}
      {transaction.stage === 'held' && (
        <Notice tone="info">
          <p>{`Held for review: ${reviewReasonsText(file.review?.reasons ?? [])}.`}</p>
          {transaction.review !== null && (
            <p>{`The player was promised a decision by ${dateTimeText(transaction.review.dueAt)}.`}</p>
          )}
          <div className="flex flex-wrap gap-2 pt-2">
            <DecisionButtons withdrawal={transaction} decision={decision} />
          </div>
        </Notice>
      )}
      <DecisionDialog decision={decision} onChanged={onChanged} />
      <KeyFigures>
        <KeyFigure name="Amount">
          <Money amount={transaction.amount} />
        </KeyFigure>
        <KeyFigure name="Fee">
          <Money amount={transaction.fee} />
        </KeyFigure>
        <KeyFigure name="Reference">
          <span className="tracking-wider">{transaction.shortReference}</span>
        </KeyFigure>
      </KeyFigures>
      <div className="grid gap-2 md:grid-cols-2">
        <PlayerFacts user={transaction.user} />
        <Facts title="Progress">
          <Fact name="Requested">{dateTimeText(transaction.createdAt)}</Fact>
          <Fact name="Ended">{transaction.completedAt === null ? '–' : dateTimeText(transaction.completedAt)}</Fact>
          <Fact name="Stage">{STAGE_TEXTS[transaction.stage]}</Fact>
          {file.nextAt !== null && <Fact name="Next query">{dateTimeText(file.nextAt)}</Fact>}
          {file.reason !== null && <Fact name="Reason">{reasonText(file.reason)}</Fact>}
          <Fact name="Message to the player">{withoutLineBreaks(transaction.message)}</Fact>
        </Facts>
      </div>
      <Facts title="Provider">
        <Fact name="Network, provider">
          {transaction.paymentMethod}, {providerText(transaction.provider)}
        </Fact>
        <Fact name="Phone">
          <span className="whitespace-nowrap">{displayPhone(transaction.phoneNumber)}</span>
        </Fact>
        <Fact name="Sent reference">
          <Code text={transaction.reference} />
        </Fact>
        <Fact name="Provider’s reference">
          <Code text={file.internalReference ?? transaction.providerRef ?? '–'} />
        </Fact>
        <Fact name="Provider’s status">
          {[file.providerStatus, file.providerMessage].filter(Boolean).join(': ') || '–'}
        </Fact>
        <Fact name="Provider’s charge">
          {file.providerCharge === null ? '–' : <Money amount={file.providerCharge} />}
        </Fact>
      </Facts>
      {file.review !== null && file.review.decision !== null && (
        <ReviewFact review={file.review} decision={file.review.decision} />
      )}
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

type ReviewFactProps = {
  readonly review: NonNullable<TransactionFile['review']>
  readonly decision: keyof typeof REVIEW_DECISIONS
}

/** The decision on a withdrawal that was held, with the rules that held it. */
const ReviewFact = ({ review: { reasons, decidedAt, by, note }, decision }: ReviewFactProps) => (
  <p className="rounded-card bg-tint px-3 py-2 text-14">
    {[
      decidedAt === null ? '' : `${dateTimeText(decidedAt)}: `,
      REVIEW_DECISIONS[decision],
      decision === 'cancelled' ? '' : ` by ${by ?? 'staff'}`,
      note === null ? '' : `: “${note}”`,
      `. Held because: ${reviewReasonsText(reasons)}.`,
    ].join('')}
  </p>
)

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
