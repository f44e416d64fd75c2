import { CircleCheck, CircleX, Clock, MessagesSquare, Smartphone } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { Link } from 'wouter'
import type { Transaction } from '@mupiira/contract/payments.ts'
import { carrierOfMethod } from '@mupiira/domain/phone/carriers.ts'
import { displayPhone } from '@mupiira/domain/phone/phone.ts'
import { useNow } from '../../shared/clock.ts'
import { withoutLineBreaks } from '../../shared/format/amounts.ts'
import { classes } from '../../shared/ui/classes.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { CopyButton } from '../../shared/ui/copy-button.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { ScreenHeader } from '../../shared/ui/screen-header.tsx'
import { CardSkeleton } from '../../shared/ui/skeletons.tsx'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Card, FigureRow, Money } from '../../shared/ui/surfaces.tsx'
import { useSuppressedToasts } from '../../shared/ui/suppressed-toasts.ts'
import { usePollingMs } from '../../state/connectivity.ts'
import { useMayDeposit } from '../../state/exclusion.tsx'
import { usePublicSettings } from '../../state/settings.ts'
import { useSlipCount } from '../../state/slip.ts'
import {
  careQuestion,
  handsetLink,
  isEndedByReview,
  nextSteps,
  paymentCharges,
  paymentEnd,
  phoneText,
  statusTexts,
  TONE_COLOURS,
} from './payment-texts.ts'
import { ReviewSection } from './review-section.tsx'
import { timeLeftText } from './time-left.ts'
import { paymentQuery } from './wallet-queries.ts'

const POLL_MS = 5000

type PaymentScreenProps = { readonly params: { readonly [name: string]: string } }

/** A deposit or withdrawal with its state, updated by the stream or by polling. */
export function PaymentScreen({ params }: PaymentScreenProps) {
  const id = params['id'] ?? ''
  const payment = useQuery({ ...paymentQuery(id), refetchInterval: usePollingMs(POLL_MS) })
  useSuppressedToasts(`/payments/${id}`)
  const title = payment.data?.type === 'withdrawal' ? 'Withdrawal' : payment.data ? 'Deposit' : 'Payment'
  return (
    <>
      <ScreenHeader title={title} backTo="/payments" />
      <div className="mx-auto flex max-w-120 flex-col gap-3 p-3">
        <Loaded
          query={payment}
          what="the payment"
          skeleton={<PaymentSkeleton />}
          failure={{
            title: 'Could not load the payment',
            action: (
              <ButtonLink href="/payments" variant="secondary">
                All payments
              </ButtonLink>
            ),
          }}
          missing={{
            title: 'Payment not found.',
            text: 'Check the link, or see all payments of this account.',
            action: <ButtonLink href="/payments">All payments</ButtonLink>,
          }}
        >
          {(answer) => <PaymentView payment={answer} onTimeOut={() => void payment.refetch()} />}
        </Loaded>
      </div>
    </>
  )
}

type PaymentViewProps = { readonly payment: Transaction; readonly onTimeOut: () => void }

const ICONS = { waiting: Smartphone, up: CircleCheck, down: CircleX } as const

function PaymentView({ payment, onTimeOut }: PaymentViewProps) {
  const settings = usePublicSettings()
  const mayDeposit = useMayDeposit()
  const hasSlip = useSlipCount() > 0
  const status = statusTexts(payment)
  // While we check the payment with the network, the player has nothing to do on the phone.
  const Icon = status.tone === 'waiting' && payment.beingChecked ? Clock : ICONS[status.tone]
  const waiting = payment.status === 'pending'
  const steps = nextSteps(payment)
  const end = paymentEnd(payment)
  const isReceived = payment.type === 'deposit' && payment.status === 'success'
  // After a withdrawal, the player is not encouraged to bet.
  const isPaidOut = payment.type === 'withdrawal' && payment.status !== 'failed'
  const isReviewed = isEndedByReview(payment)
  return (
    <>
      <div role="status" className="flex flex-col items-center gap-2 py-4 text-center">
        <Icon className={`size-12 ${TONE_COLOURS[status.tone]}`} strokeWidth={1.5} />
        <h2 className="text-20 font-bold">{status.title}</h2>
        <p className="text-28 font-bold">
          <Money amount={payment.amount} />
        </p>
        {payment.message && <p className="max-w-96 text-14 text-muted">{withoutLineBreaks(payment.message)}</p>}
      </div>
      {waiting && !payment.beingChecked && payment.pollingEndsAt && (
        <TimeLeft until={payment.pollingEndsAt} onTimeOut={onTimeOut} />
      )}
      {payment.review?.state === 'waiting' && <ReviewSection payment={payment} dueAt={payment.review.dueAt} />}
      {steps.length > 0 && (
        <Card as="section" label="What to know">
          <ul className="flex list-disc flex-col gap-1 pl-5 text-14">
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ul>
        </Card>
      )}
      {waiting && payment.type === 'deposit' && settings?.handsetUrl && (
        <a
          href={handsetLink(settings.handsetUrl, payment.phoneNumber)}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-12 items-center justify-center rounded-card border border-gold px-4 text-14 font-bold"
        >
          Open the demo phone of {withoutLineBreaks(displayPhone(payment.phoneNumber))}
        </a>
      )}
      <Card as="section" label="Details">
        <dl>
          <FigureRow name="Network">{carrierOfMethod(payment.paymentMethod)}</FigureRow>
          <FigureRow name="Phone">{phoneText(payment)}</FigureRow>
          {paymentCharges(payment).map(({ name, amount }) => (
            <FigureRow key={name} name={name}>
              <Money amount={amount} />
            </FigureRow>
          ))}
          <FigureRow name="Requested">
            <Moment at={payment.createdAt} />
          </FigureRow>
          {end && (
            <FigureRow name={end.name}>
              <Moment at={end.at} />
            </FigureRow>
          )}
          <FigureRow name="Reference">
            <CopyButton text={payment.shortReference} what="reference" />
          </FigureRow>
        </dl>
      </Card>
      <div className={classes('grid gap-2', isReviewed ? '' : 'grid-cols-2')}>
        {isPaidOut && (
          <ButtonLink href="/payments" variant="secondary">
            All payments
          </ButtonLink>
        )}
        {/* A player who may have paid already is not asked to pay again. */}
        {isReviewed ? null : payment.status === 'failed' &&
          !payment.beingChecked &&
          (payment.type === 'withdrawal' || mayDeposit) ? (
          <ButtonLink href={payment.type === 'deposit' ? '/deposit' : '/withdraw'}>Try Again</ButtonLink>
        ) : hasSlip && payment.type === 'deposit' ? (
          <ButtonLink href="/betslip">Back to your betslip</ButtonLink>
        ) : (
          <ButtonLink href="/sports" variant={isReceived ? 'primary' : 'secondary'}>
            See the games
          </ButtonLink>
        )}
        {!isPaidOut && (
          <ButtonLink href="/payments" variant="secondary">
            All payments
          </ButtonLink>
        )}
      </div>
      {(payment.status !== 'success' || isPaidOut) && (
        <Link
          href="/help#chat"
          state={{ question: careQuestion(payment) }}
          className="inline-flex min-h-11 items-center justify-center gap-2 text-14 font-bold underline"
        >
          <MessagesSquare className="size-5 text-muted" aria-hidden />
          Ask customer care about this payment
        </Link>
      )}
    </>
  )
}

type TimeLeftProps = { readonly until: string; readonly onTimeOut: () => void }

/** Counts down to the server's last poll, then refetches the payment. */
function TimeLeft({ until, onTimeOut }: TimeLeftProps) {
  const now = useNow(1000)
  const leftMs = Date.parse(until) - now.getTime()
  const over = leftMs <= 0
  const timeOut = useEffectEvent(onTimeOut)
  useEffect(() => {
    if (over) timeOut()
  }, [over])
  return (
    <p className="text-center text-14 text-muted">
      Waiting for your network. It has <b className="text-ink tabular">{timeLeftText(leftMs)}</b> left to reply.
    </p>
  )
}

function PaymentSkeleton() {
  return (
    <div className="flex flex-col items-center gap-3 py-4">
      <Skeleton className="size-12 rounded-full" />
      <Skeleton className="h-7 w-40" />
      <Skeleton className="h-9 w-56" />
      <div className="w-full">
        <CardSkeleton lines={['w-full', 'w-3/5', 'w-full', 'w-3/5']} />
      </div>
    </div>
  )
}
