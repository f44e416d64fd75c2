import type { ReactNode } from 'react'
import type { CareCard } from '@mupiira/contract/admin-care.ts'
import { PAYMENT_TYPE_TEXTS } from '@mupiira/domain/payments/payment-texts.ts'
import { TICKET_STATUS_TEXTS } from '@mupiira/domain/ticket/status-texts.ts'
import { oddsText } from '../../shared/format/amounts.ts'
import { dateText, dateTimeText } from '../../shared/format/times.ts'
import { legScore, legState } from '../../shared/leg-state.ts'
import { Badge, Money } from '../../shared/ui/surfaces.tsx'
import { PaymentStatus } from '../kit/payment-status.tsx'
import { BET_TONES } from '../kit/tones.ts'
import { CardLink, CardSection } from './card-section.tsx'

const LEG_COLOURS = { up: 'text-up', down: 'text-down', muted: 'text-muted' } as const

type Payments = NonNullable<CareCard['payments']>
type Tickets = NonNullable<CareCard['tickets']>

type RowProps = {
  readonly href: string
  readonly code: string
  readonly what: ReactNode
  readonly status: ReactNode
  readonly at: string
  readonly children?: ReactNode
}

const Row = ({ href, code, what, status, at, children }: RowProps) => (
  <li className="flex flex-wrap items-center justify-between gap-x-2 border-t border-line py-1 text-14 first:border-t-0">
    <CardLink href={href}>{code}</CardLink>
    {status}
    <span className="basis-full text-12 text-muted tabular">
      {what} · {dateTimeText(at)}
    </span>
    {children}
  </li>
)

type PaymentsProps = { readonly payments: Payments; readonly allHref: string }

/** The newest payments with the state that the provider has reported. */
export const LastPayments = ({ payments, allHref }: PaymentsProps) => (
  <CardSection title="Last payments" allHref={allHref}>
    {payments.length === 0 ? (
      <p className="text-14 text-muted">No payments yet.</p>
    ) : (
      <ul>
        {payments.map((payment) => (
          <Row
            key={payment.id}
            href={`/admin/transactions?view=${payment.id}`}
            code={payment.shortReference}
            what={
              <>
                {PAYMENT_TYPE_TEXTS[payment.type]} <Money amount={payment.amount} />
              </>
            }
            status={<PaymentStatus payment={payment} />}
            at={payment.createdAt}
          />
        ))}
      </ul>
    )}
  </CardSection>
)

type TicketsProps = { readonly tickets: Tickets; readonly allHref: string }

export const LastTickets = ({ tickets, allHref }: TicketsProps) => (
  <CardSection title="Last tickets" allHref={allHref}>
    {tickets.length === 0 ? (
      <p className="text-14 text-muted">No tickets yet.</p>
    ) : (
      <ul>
        {tickets.map((ticket) => (
          <Row
            key={ticket.id}
            href={`/admin/bets?view=${ticket.id}`}
            code={ticket.bookingCode}
            what={
              <>
                Stake <Money amount={ticket.totalStake} />
              </>
            }
            status={<Badge tone={BET_TONES[ticket.status]}>{TICKET_STATUS_TEXTS[ticket.status]}</Badge>}
            at={ticket.createdAt}
          >
            <Legs ticket={ticket} />
          </Row>
        ))}
      </ul>
    )}
  </CardSection>
)

/** Long tickets would push the other facts out of the card. The ticket itself has all selections. */
const MAX_LEGS = 4

/** Why a ticket has its status: each selection with its game's score and outcome. */
function Legs({ ticket }: { readonly ticket: Tickets[number] }) {
  const { selections } = ticket
  const others = selections.length - MAX_LEGS
  return (
    <ul className="basis-full text-12">
      {selections.slice(0, MAX_LEGS).map((leg) => {
        const { text, tone } = legState(leg, ticket)
        return (
          <li key={leg.selectionId} className="flex flex-wrap justify-between gap-x-2">
            <span className="min-w-0">
              {leg.homeTeam} – {leg.awayTeam} <b className="whitespace-nowrap tabular">{legScore(leg)}</b>
              <span className="block text-muted">{`${leg.marketName}: ${leg.selectionLabel} @ ${oddsText(leg.odds)}`}</span>
            </span>
            <b className={LEG_COLOURS[tone]}>{text}</b>
          </li>
        )
      })}
      {others > 0 && <li className="text-muted">{`and ${others} more`}</li>}
    </ul>
  )
}

/** The subjects of earlier conversations. Their messages are above the current ones. */
export const EarlierConversations = ({ conversations }: Pick<CareCard, 'conversations'>) => (
  <CardSection title="Earlier conversations">
    {conversations.length === 0 ? (
      <p className="text-14 text-muted">This is the first conversation.</p>
    ) : (
      <ul>
        {conversations.map(({ from, until, messages, excerpt }) => (
          <li key={from} className="border-t border-line py-1 text-14 first:border-t-0">
            <span className="text-12 text-muted">
              {`${dateText(from) === dateText(until) ? dateText(from) : `${dateText(from)} – ${dateText(until)}`} · ${messages} message${messages === 1 ? '' : 's'}`}
            </span>
            <p className="line-clamp-2 break-words">{excerpt === '' ? 'Image' : excerpt}</p>
          </li>
        ))}
      </ul>
    )}
  </CardSection>
)
