import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { ListAnswer, MobileMoneyProvider, Order, SendAnswer, StatusAnswer } from '../../modules/payments/ports.ts'
import { readList, readSendReply, readStatusReply } from './relworx-answers.ts'
import { createRelworxCall, type RelworxOptions } from './relworx-call.ts'
import { readCallback } from './relworx-signature.ts'

/** Relworx Payments API v2, directly or through the specification's proxy. It knows the wire and no rule of ours. */
export function createRelworx(options: RelworxOptions): MobileMoneyProvider {
  const { call, isAvailable } = createRelworxCall(options)

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

  async function status(internalReference: string): Promise<StatusAnswer> {
    const result = await call('status', 'check-request-status', { internal_reference: internalReference })
    const told = result.kind === 'reply' ? readStatusReply(result.reply) : ({ kind: 'unclear' } as const)
    return { ...told, exchange: result.exchange }
  }

  async function list(): Promise<ListAnswer> {
    const { exchange, ...result } = await call('list', 'transactions', {})
    const orders = result.kind === 'reply' ? readList(result.reply) : null
    // The whole list is not kept with every payment that was looked for in it.
    const brief = { ...exchange, response: null }
    return orders === null ? { kind: 'unclear', exchange: brief } : { kind: 'list', orders, exchange: brief }
  }

  return {
    name: 'relworx',
    isAvailable,
    send,
    status,
    list,
    readCallback: (headers, body, now) => readCallback(options, headers['relworx-signature'], body, now),
  }
}
