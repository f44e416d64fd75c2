import { ArrowDownToLine, ArrowUpFromLine, Clock } from 'lucide-react'
import { Link } from 'wouter'
import type { Transaction } from '@mupiira/contract/payments.ts'
import { withoutLineBreaks } from '../../shared/format/amounts.ts'
import { classes } from '../../shared/ui/classes.ts'
import { Moment } from '../../shared/ui/moment.tsx'
import { Money } from '../../shared/ui/surfaces.tsx'
import { phoneText, statusTexts, TONE_COLOURS } from './payment-texts.ts'
import { X } from '../../shared/ui/icons.tsx'

export function PaymentRow({ payment }: { readonly payment: Transaction }) {
  const { short, tone } = statusTexts(payment)
  const isDeposit = payment.type === 'deposit'
  const Icon = tone === 'waiting' ? Clock : tone === 'down' ? X : isDeposit ? ArrowDownToLine : ArrowUpFromLine
  return (
    <Link href={`/payments/${payment.id}`} className="flex min-h-16 items-center gap-3 px-3 py-2 text-14">
      <span
        aria-hidden="true"
        className={classes(
          'inline-flex size-9 shrink-0 items-center justify-center rounded-full border border-line bg-raised',
          TONE_COLOURS[tone],
        )}
      >
        <Icon className="size-5" />
      </span>
      <span className="grid min-w-0 flex-1 grid-cols-[1fr_auto] gap-x-3">
        <span className="min-w-0">
          <b>{isDeposit ? 'Deposit' : 'Withdrawal'}</b>{' '}
          <span className="text-12 text-muted">{payment.shortReference}</span>
        </span>
        <b className="text-right">
          <Money amount={payment.amount} />
        </b>
        <span className="min-w-0 text-12 text-muted">{withoutLineBreaks(phoneText(payment))}</span>
        <b className={classes('text-right text-12', TONE_COLOURS[tone])}>{short}</b>
        <span className="col-span-2 text-12 text-muted">
          <Moment at={payment.createdAt} />
        </span>
      </span>
    </Link>
  )
}
