import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type {
  BalanceAnswer,
  DayAnswer,
  MobileMoneyProvider,
  Order,
  OrderQuery,
  SendAnswer,
  StatusAnswer,
} from '../../modules/payments/ports.ts'
import { maskNumbers } from './masking.ts'
import type { CallResult } from './provider-call.ts'
import { findInList, readBalance, readDay, readSendReply, readStatusReply } from './relworx-answers.ts'
import { createRelworxCall, type RelworxOptions } from './relworx-call.ts'
import { readCallback } from './relworx-signature.ts'

/** The vendor counts 10 minutes; a little more, for clocks that differ. */
const NUMBER_LIMIT_MS = 10 * 60_000 + 15_000

/** Relworx Payments API v2, directly or through the specification's proxy. It knows the wire and no rule of ours. */
export function createRelworx(options: RelworxOptions): MobileMoneyProvider {
  const { call, isAvailable } = createRelworxCall(options)
  const { clock, requestsPerNumber } = options
  let listing: Promise<CallResult> | null = null

  async function send(order: Order): Promise<SendAnswer> {
    const endpoint = order.kind === 'collection' ? 'request-payment' : 'send-payment'
    const result = await call('send', endpoint, {
      reference: order.reference,
      msisdn: order.phoneNumber,
      currency: 'UGX',
      amount: ugxToNumber(order.amount),
      description: order.description,
    })
    const { exchange } = result
    switch (result.kind) {
      case 'reply':
        return { ...readSendReply(result.reply), exchange }
      case 'never-sent':
        return { kind: 'refused', message: null, unavailable: true, exchange }
      case 'lost':
        return { kind: 'unclear', exchange }
    }
  }

  /** By the vendor's reference where we have it, else our reference is looked for in the list. */
  async function status({ reference, internalReference }: OrderQuery): Promise<StatusAnswer> {
    if (internalReference === null) return lookUp(reference)
    const result = await call('status', 'check-request-status', { internal_reference: internalReference })
    const told = result.kind === 'reply' ? readStatusReply(result.reply) : ({ kind: 'unclear' } as const)
    return { ...told, exchange: result.exchange }
  }

  async function lookUp(reference: string): Promise<StatusAnswer> {
    const result = await list()
    if (result.kind !== 'reply') return { kind: 'unclear', exchange: result.exchange }
    const { told, row } = findInList(result.reply, reference)
    return { ...told, exchange: { ...result.exchange, response: row === null ? null : maskNumbers(row) } }
  }

  /** Whoever looks something up while the list is under way gets the same one. */
  function list(): Promise<CallResult> {
    listing ??= call('list', 'transactions', {}).finally(() => (listing = null))
    return listing
  }

  async function day(from: Date, to: Date): Promise<DayAnswer> {
    const result = await call('list', 'transactions', {})
    const exchange = withoutList(result.exchange)
    const read = result.kind === 'reply' ? readDay(result.reply, { from, to, now: clock.now() }) : null
    return read === null ? { kind: 'unclear', exchange } : { kind: 'day', ...read, exchange }
  }

  async function balance(): Promise<BalanceAnswer> {
    const result = await call('balance', 'check-wallet-balance', { currency: 'UGX' })
    const { exchange } = result
    const amount = result.kind === 'reply' ? readBalance(result.reply) : null
    return amount === null
      ? { kind: 'unclear', exchange }
      : { kind: 'balance', wallets: [{ name: 'wallet', amount }], exchange }
  }

  return {
    name: 'relworx',
    numberLimit: requestsPerNumber === 0 ? null : { requests: requestsPerNumber, withinMs: NUMBER_LIMIT_MS },
    isAvailable,
    // What a repeated reference does is not documented.
    mayRepeat: () => false,
    send,
    status,
    day,
    balance,
    readCallback: (callback, now) => readCallback(options, callback.headers['relworx-signature'], callback.body, now),
  }
}

/** The whole list is not kept with every payment that was looked for in it. */
const withoutList = (exchange: CallResult['exchange']): CallResult['exchange'] => ({ ...exchange, response: null })
