import {
  confirmOptOut,
  confirmOwnNumber,
  getOwnNumber,
  sendOptOutCode,
  sendOwnNumberCode,
} from '@mupiira/contract/payments.ts'
import { parseAccountPhone, type PhoneNumber } from '@mupiira/domain/phone/phone.ts'
import { type Route, route } from '../../../kernel/http/route.ts'
import type { PaymentDeps } from '../deps.ts'
import { isOwnNumberConfirmed } from './check-payer.ts'
import { saveOptOut } from './payers.repository.ts'
import { sendPhoneCode, usePhoneCode } from './phone-codes.ts'

/** Players confirm their own number; owners of any number stop payment requests from other accounts (D51a). */
export function payerRoutes(deps: PaymentDeps): readonly Route[] {
  const { db, clock } = deps.kernel

  async function ownNumber(userId: string): Promise<PhoneNumber> {
    const profile = await deps.identity.profiles.byId(userId)
    if (profile === null) throw new Error('the signed-in account has no profile')
    return profile.phoneNumber as PhoneNumber
  }

  return [
    route(getOwnNumber, async ({ actor: { userId } }) => {
      const phoneNumber = await ownNumber(userId)
      const confirmed = await db.asPlayer(userId, (sql) => isOwnNumberConfirmed(sql, userId, phoneNumber))
      return { status: 200, body: { phoneNumber, confirmed } }
    }),

    route(sendOwnNumberCode, async ({ actor: { userId }, address }) => {
      const phoneNumber = await ownNumber(userId)
      const sent = await sendPhoneCode(deps, { purpose: 'own-number', phoneNumber, userId, address })
      return sent.ok ? SENT : { error: sent.error.code, retryAfterSeconds: sent.error.retryAfterSeconds }
    }),

    route(confirmOwnNumber, async ({ actor: { userId }, body: { code } }) => {
      const phoneNumber = await ownNumber(userId)
      const isConfirmed = await db.transaction(async (tx) => {
        const used = await usePhoneCode(deps, tx, { purpose: 'own-number', phoneNumber, userId, code })
        if (used.ok) await deps.identity.accounts.recordPhoneVerification(tx, userId, phoneNumber, clock.now())
        return used.ok
      })
      return isConfirmed ? { status: 200, body: { confirmed: true } } : { error: 'PHONE_CODE_WRONG' }
    }),

    route(sendOptOutCode, async ({ body, address }) => {
      const phone = parseAccountPhone(body.phoneNumber)
      if (!phone.ok) return { error: 'INVALID_PHONE' }
      const sent = await sendPhoneCode(deps, { purpose: 'opt-out', phoneNumber: phone.value, userId: null, address })
      return sent.ok ? SENT : { error: sent.error.code, retryAfterSeconds: sent.error.retryAfterSeconds }
    }),

    route(confirmOptOut, async ({ body: { phoneNumber: typed, code, optedOut } }) => {
      const phone = parseAccountPhone(typed)
      if (!phone.ok) return { error: 'INVALID_PHONE' }
      const phoneNumber = phone.value
      const isDone = await db.transaction(async (tx) => {
        const used = await usePhoneCode(deps, tx, { purpose: 'opt-out', phoneNumber, userId: null, code })
        if (!used.ok) return false
        await saveOptOut(tx, phoneNumber, optedOut, clock.now())
        return true
      })
      return isDone ? { status: 200, body: { optedOut } } : { error: 'PHONE_CODE_WRONG' }
    }),
  ]
}

const SENT = { status: 202, body: { sent: true } } as const
