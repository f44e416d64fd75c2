import { formatDecimal } from '@mupiira/domain/money/ugx.ts'
import { PAYMENT_TYPE_TEXTS, paymentStatusText } from '@mupiira/domain/payments/payment-texts.ts'
import { PROVIDERS } from '@mupiira/domain/payments/providers.ts'
import { displayPhone, reachableEmail } from '@mupiira/domain/phone/phone.ts'
import { sortableDateTime } from '@mupiira/domain/time/kampala.ts'
import { everyPage } from '../../../kernel/db/list-page.ts'
import { code, csvFile, type CsvRow } from '../../../kernel/http/files/csv.ts'
import type { FileAnswer } from '../../../kernel/http/route.ts'
import type { Identity, PlayerName } from '../../identity/index.ts'
import type { Payment } from '../payment.ts'
import { isBeingChecked } from '../present-payment.ts'
import type { PaymentFilter, PaymentHistory } from './payment-history.repository.ts'
import type { RecordRows } from '../../audit/index.ts'

const HEADINGS = [
  'Reference',
  'User',
  'Email',
  'Phone',
  'Type',
  'Amount (UGX)',
  'Fee (UGX)',
  'Status',
  'Network',
  'Provider',
  'Created At (EAT)',
  'Reference at the Provider',
]

type Deps = {
  readonly history: Pick<PaymentHistory, 'page'>
  readonly profiles: Identity['profiles']
  readonly recordRows: RecordRows
}

/** All payments that match, newest first, written as they are read. */
export const paymentsCsv = (deps: Deps, filter: PaymentFilter, name: string): FileAnswer =>
  csvFile(name, HEADINGS, deps.recordRows(paymentRows(deps, filter)))

async function* paymentRows({ history, profiles }: Deps, filter: PaymentFilter): AsyncGenerator<CsvRow> {
  for await (const payments of everyPage((pageRequest) => history.page(filter, pageRequest))) {
    const names = await profiles.names([...new Set(payments.map(({ userId }) => userId))])
    for (const payment of payments) yield rowOf(payment, names.get(payment.userId))
  }
}

const rowOf = (payment: Payment, user: PlayerName | undefined): CsvRow => [
  code(payment.shortReference),
  code(user?.username ?? payment.userId),
  reachableEmail(user?.email ?? '') ?? '',
  displayPhone(payment.phoneNumber),
  PAYMENT_TYPE_TEXTS[payment.type],
  formatDecimal(payment.amount),
  formatDecimal(payment.fee),
  paymentStatusText({ ...payment, beingChecked: isBeingChecked(payment) }),
  payment.paymentMethod,
  PROVIDERS[payment.provider].label,
  sortableDateTime(payment.createdAt),
  code(payment.reference),
]
