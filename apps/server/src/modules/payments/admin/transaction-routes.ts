import { nameOf } from '@mupiira/domain/identity/registration.ts'
import { UNCONFIRMED_LONG_MS } from '@mupiira/domain/payments/payment-states.ts'
import { queryTransaction, resolveTransaction } from '@mupiira/contract/admin.ts'
import {
  type AdminTransaction,
  exportTransactions,
  getTransactionFile,
  listTransactions,
  type StoredExchange,
  type TransactionFile,
  transactionTotals,
} from '@mupiira/contract/admin-transactions.ts'
import { PAYMENT_LIST } from '@mupiira/contract/list-columns.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { everyPage, type PageRequest } from '../../../kernel/db/list-page.ts'
import { INVALID_CURSOR, readPageRequest } from '../../../kernel/http/input/cursor-page.ts'
import { invalidDay, readDays } from '../../../kernel/http/input/day-range.ts'
import { type Call, type Outcome, type Refusal, type Route, route } from '../../../kernel/http/route.ts'
import { staffOf } from '../../../kernel/access/staff.ts'
import { isId } from '../../../kernel/ids.ts'
import { type Audit, exportList } from '../../audit/index.ts'
import { findAccounts, type Identity, presentAccount, presentSearchRefusal } from '../../identity/index.ts'
import { presentEntry } from '../../wallet/index.ts'
import type { PaymentDeps } from '../deps.ts'
import type { Payment } from '../payment.ts'
import { claimForQuery, paymentById } from '../payments.repository.ts'
import { presentPayment } from '../present-payment.ts'
import type { Review } from '../withdrawals/reviews.repository.ts'
import type { ExchangeRecord, PaymentFilter, PaymentHistory } from './payment-history.repository.ts'
import type { PaymentResolver } from './resolve-payment.ts'

export type PaymentAdminDeps = {
  readonly profiles: Identity['profiles']
  readonly audit: Audit['commands']
}

export type TransactionRoutesParts = PaymentAdminDeps & {
  readonly deps: Pick<PaymentDeps, 'kernel' | 'wallet'>
  readonly history: PaymentHistory
  readonly queryProvider: (payment: Payment) => Promise<void>
  readonly resolvePayment: PaymentResolver
}

const PAGE = 10

/** Payments of all players, for staff. */
export const transactionRoutes = ({
  deps,
  history,
  queryProvider,
  resolvePayment,
  audit,
  profiles,
}: TransactionRoutesParts): readonly Route[] => [
  route(listTransactions, async ({ query, now }) => {
    const pageRequest = readPageRequest(query, PAGE)
    if (pageRequest === null) return INVALID_CURSOR
    const filter = await filterOf(profiles, query, now)
    if ('error' in filter) return filter
    const { page, pageSize } = pageRequest
    return { status: 200, body: { page, pageSize, ...(await readPage({ history, profiles }, filter, pageRequest)) } }
  }),

  route(exportTransactions, async (call) => {
    const filter = await filterOf(profiles, call.query, call.now)
    if ('error' in filter) return filter
    const rows = everyPage((pageRequest) => readPage({ history, profiles }, filter, pageRequest), call.query.sort)
    const file = { name: 'transactions', action: 'payment.export', columns: PAYMENT_LIST, rows } as const
    return exportList({ ...deps.kernel, audit }, call, file)
  }),

  route(transactionTotals, async ({ query, now }) => {
    const filter = await filterOf(profiles, query, now)
    if ('error' in filter) return filter
    const { days, unconfirmed } = await history.totalsOf(filter)
    return {
      status: 200,
      body: {
        days: days.map(({ amountUgx, ...day }) => ({ ...day, amount: ugxToNumber(amountUgx) })),
        unconfirmed: { transactions: unconfirmed.transactions, amount: ugxToNumber(unconfirmed.amountUgx) },
      },
    }
  }),

  route(getTransactionFile, async ({ params }) => {
    if (!isId(params.id)) return { error: 'PAYMENT_NOT_FOUND' }
    const [record, entries] = await Promise.all([history.record(params.id), deps.wallet.ledger.entriesOf(params.id)])
    if (record === null) return { error: 'PAYMENT_NOT_FOUND' }
    const { payment, exchanges, decisions, review } = record
    const staff = [...decisions, review].flatMap((decision) => decision?.decidedBy ?? [])
    const accounts = await profiles.byIds([payment.userId, ...staff])
    const nameBy = (id: string): string => {
      const profile = accounts.get(id)
      return profile === undefined ? '' : nameOf(profile)
    }
    return {
      status: 200,
      body: {
        transaction: { ...presentForAdmin(payment), user: presentAccount(accounts.get(payment.userId)) },
        internalReference: payment.internalReference,
        providerStatus: payment.providerStatus,
        providerCharge: payment.providerCharge === null ? null : ugxToNumber(payment.providerCharge),
        providerMessage: payment.providerMessage,
        reason: payment.reason,
        sentAt: payment.sentAt?.toISOString() ?? null,
        nextAt: payment.nextAt?.toISOString() ?? null,
        review: review === null ? null : presentReview(review, nameBy),
        entries: entries.map(presentEntry),
        exchanges: exchanges.map(presentExchange),
        decisions: decisions.map(({ decidedBy, ending, note, createdAt }) => {
          return { by: nameBy(decidedBy), ending, note, at: createdAt.toISOString() }
        }),
      },
    }
  }),

  route(queryTransaction, async (call) => {
    const { id } = call.params
    const { db } = deps.kernel
    if (!isId(id) || (await paymentById(db, id)) === null) return { error: 'PAYMENT_NOT_FOUND' }
    const claimed = await db.transaction(async (tx) => {
      const payment = await claimForQuery(tx, id, call.now)
      const auditEntry = { action: 'payment.query-provider', subject: `payment:${id}` } as const
      if (payment !== null) await audit.record(tx, { ...staffOf(call), ...auditEntry }, call.now)
      return payment
    })
    if (claimed === null) return { error: 'NOTHING_TO_ASK' }
    await queryProvider(claimed)
    return { status: 200, body: { transaction: presentPayment((await paymentById(db, id)) ?? claimed) } }
  }),

  route(resolveTransaction, async (call): Promise<Outcome<typeof resolveTransaction>> => {
    const { params, body } = call
    if (!isId(params.id)) return { error: 'PAYMENT_NOT_FOUND' }
    const decision = { paymentId: params.id, ...body, by: staffOf(call) }
    const decided = await deps.kernel.db.transaction((tx) => resolvePayment(tx, decision))
    if (!decided.ok) return { error: decided.error }
    const { payment, approvalId } = decided.value
    return { status: approvalId === null ? 200 : 202, body: { transaction: presentPayment(payment), approvalId } }
  }),
]

async function readPage(
  { history, profiles }: Pick<TransactionRoutesParts, 'history' | 'profiles'>,
  filter: PaymentFilter,
  pageRequest: PageRequest,
) {
  const { items: payments, ...found } = await history.page(filter, pageRequest)
  const users = await profiles.byIds([...new Set(payments.map(({ userId }) => userId))])
  const items = payments.map((payment) => {
    return { ...presentForAdmin(payment), user: presentAccount(users.get(payment.userId)) }
  })
  return { items, ...found }
}

async function filterOf(
  profiles: PaymentAdminDeps['profiles'],
  query: Call<typeof exportTransactions>['query'],
  now: Date,
): Promise<PaymentFilter | Refusal<'INVALID_FIELDS' | 'SEARCH_TOO_WIDE'>> {
  const { type = null, status = null, review: toReview = false } = query
  const days = readDays(query)
  if ('wrong' in days) return invalidDay(days)
  const found = await findAccounts({ profiles }, query)
  if (!found.ok) return presentSearchRefusal(found.error)
  const accounts = found.value
  const search = accounts === null ? null : { reference: accounts.text, userIds: accounts.userIds }
  const filter = { type, toReview, ...days, search }
  return status === 'overdue'
    ? { ...filter, status: null, unknownSince: new Date(now.getTime() - UNCONFIRMED_LONG_MS) }
    : { ...filter, status }
}

/** A payment as staff see it, without its player. */
export const presentForAdmin = (payment: Payment): Omit<AdminTransaction, 'user'> => ({
  ...presentPayment(payment),
  provider: payment.provider,
  reference: payment.reference,
  stage: payment.stage,
  toReview: payment.stage === 'review',
  reason: payment.reason,
})

const presentReview = (
  { reasons, decision, decidedAt, decidedBy, note }: Review,
  nameBy: (id: string) => string,
): TransactionFile['review'] => ({
  reasons: [...reasons],
  decision,
  decidedAt: decidedAt?.toISOString() ?? null,
  by: decidedBy === null ? null : nameBy(decidedBy),
  note,
})

const presentExchange = ({ createdAt, request, ...exchange }: ExchangeRecord): StoredExchange => ({
  ...exchange,
  at: createdAt.toISOString(),
  request: request === null ? null : JSON.stringify(request, null, 2),
})
