import { askProvider, resolveTransaction } from '@mupiira/contract/admin.ts'
import { getTransactionFile, listTransactions, transactionTotals } from '@mupiira/contract/admin-transactions.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { type Outcome, type Route, route } from '../../kernel/http/route.ts'
import { isId } from '../../kernel/ids.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Audit } from '../audit/index.ts'
import type { Identity } from '../identity/index.ts'
import { type Payment, type Payments, presentPayment } from '../payments/index.ts'
import type { Wallet } from '../wallet/index.ts'
import { nameOf, noDay, peopleMeant, presentPerson, readDays } from './admin-query.ts'
import { presentEntry } from './present-entry.ts'
import { presentExchange } from './present-exchange.ts'
import type { createResolvePayment } from './resolve-payment.ts'
import { staffOf } from './staff.ts'

export type TransactionDeps = {
  readonly identity: Pick<Identity, 'listPeople' | 'profiles'>
  readonly audit: Pick<Audit, 'record'>
  readonly payments: Pick<Payments, 'administration' | 'reads'>
  readonly wallet: Pick<Wallet, 'entriesOf'>
}

const PAGE = 10

export const transactionRoutes = (
  kernel: Pick<Kernel, 'db'>,
  { audit, identity, payments, wallet }: TransactionDeps,
  resolvePayment: ReturnType<typeof createResolvePayment>,
): readonly Route[] => [
  route(listTransactions, async ({ query }) => {
    const { page = 1, pageSize = PAGE, type = null, status = null, review = false } = query
    const days = readDays(query)
    if ('wrong' in days) return noDay(days)
    const people = await peopleMeant(identity, query)
    if (people !== null && 'error' in people) return people
    const search = people === null ? null : { reference: people.words, userIds: people.userIds }
    const filter = { type, status, toReview: review, ...days, search }
    const found = await payments.administration.history.page(filter, { page, pageSize })
    const users = await identity.profiles([...new Set(found.payments.map(({ userId }) => userId))])
    const items = found.payments.map((payment) => {
      return { ...presentForAdmin(payment), user: presentPerson(users.get(payment.userId)) }
    })
    const { total } = found
    return { status: 200, body: { items, page, pageSize, total, hasMore: page * pageSize < total } }
  }),

  route(transactionTotals, async ({ query }) => {
    const days = readDays(query)
    if ('wrong' in days) return noDay(days)
    const found = await payments.administration.history.totals(days.from, days.until)
    return {
      status: 200,
      body: { days: found.map(({ amountUgx, ...day }) => ({ ...day, amount: ugxToNumber(amountUgx) })) },
    }
  }),

  route(getTransactionFile, async ({ params }) => {
    if (!isId(params.id)) return { error: 'PAYMENT_NOT_FOUND' }
    const [record, entries] = await Promise.all([
      payments.administration.history.record(params.id),
      wallet.entriesOf(params.id),
    ])
    if (record === null) return { error: 'PAYMENT_NOT_FOUND' }
    const { payment, exchanges, decisions } = record
    const people = await identity.profiles([payment.userId, ...decisions.map(({ decidedBy }) => decidedBy)])
    const nameBy = (id: string): string => {
      const profile = people.get(id)
      return profile === undefined ? '' : nameOf(profile)
    }
    return {
      status: 200,
      body: {
        transaction: { ...presentForAdmin(payment), user: presentPerson(people.get(payment.userId)) },
        internalReference: payment.internalReference,
        providerStatus: payment.providerStatus,
        providerCharge: payment.providerCharge === null ? null : ugxToNumber(payment.providerCharge),
        providerMessage: payment.providerMessage,
        reason: payment.reason,
        sentAt: payment.sentAt?.toISOString() ?? null,
        nextAt: payment.nextAt?.toISOString() ?? null,
        entries: entries.map(presentEntry),
        exchanges: exchanges.map(presentExchange),
        decisions: decisions.map(({ decidedBy, ending, note, createdAt }) => {
          return { by: nameBy(decidedBy), ending, note, at: createdAt.toISOString() }
        }),
      },
    }
  }),

  route(askProvider, async (call) => {
    const { id } = call.params
    if ((await payments.reads.present(id)) === null) return { error: 'PAYMENT_NOT_FOUND' }
    const taken = await kernel.db.transaction(async (tx) => {
      const payment = await payments.administration.claimForQuery(tx, id, call.now)
      const staffAction = { action: 'payment.ask', subject: `payment:${id}` } as const
      if (payment !== null) await audit.record(tx, { ...staffOf(call), ...staffAction }, call.now)
      return payment
    })
    if (taken === null) return { error: 'NOTHING_TO_ASK' }
    await payments.administration.queryProvider(taken)
    return { status: 200, body: { transaction: (await payments.reads.present(id)) ?? presentPayment(taken) } }
  }),

  route(resolveTransaction, async (call): Promise<Outcome<typeof resolveTransaction>> => {
    const { params, body, now } = call
    if (!isId(params.id)) return { error: 'PAYMENT_NOT_FOUND' }
    const decision = { paymentId: params.id, ...body, by: staffOf(call) }
    const decided = await kernel.db.transaction((tx) => resolvePayment(tx, decision, now))
    if (!decided.ok) return { error: decided.error }
    return { status: decided.value.approvalId === null ? 200 : 202, body: decided.value }
  }),
]

const presentForAdmin = (payment: Payment) => ({
  ...presentPayment(payment),
  provider: payment.provider,
  stage: payment.stage,
  toReview: payment.stage === 'review',
})
