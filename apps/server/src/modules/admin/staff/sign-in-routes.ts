import { nameOf } from '@mupiira/domain/identity/registration.ts'
import { beginSecondFactor, confirmStaff, enableSecondFactor, getStaffMember } from '@mupiira/contract/staff.ts'
import { type Route, route } from '../../../kernel/http/route.ts'
import type { Audit } from '../../audit/index.ts'
import { DEVICE_COOKIE, type Identity, presentAccountRefusal } from '../../identity/index.ts'
import { staffOf } from '../../../kernel/access/staff.ts'

export type SignInDeps = {
  readonly audit: Audit['commands']
  readonly identity: Pick<Identity, 'profiles' | 'secondFactor'>
}

const ISSUER = 'Mupiira'

/** Routes for staff to confirm their identity in the console (D55). */
export const signInRoutes = ({ audit, identity }: SignInDeps): readonly Route[] => {
  const { secondFactor } = identity

  async function staffProfile(userId: string) {
    const profile = await identity.profiles.byId(userId)
    if (profile === null) throw new Error('the profile of the session is missing')
    return profile
  }

  return [
    route(getStaffMember, async ({ actor }) => {
      const { id: userId, phoneNumber, ...profile } = await staffProfile(actor.userId)
      const body = {
        userId,
        name: nameOf(profile),
        phoneNumber,
        capabilities: [...actor.staff.capabilities],
        secondFactor: actor.staff.secondFactor,
        isSecondFactorDemanded: secondFactor.demandsSecondFactor(),
        recoveryCodesLeft: await secondFactor.recoveryCodesLeft(userId),
      }
      return { status: 200, body }
    }),

    route(beginSecondFactor, async ({ actor, now }) => {
      const { phoneNumber } = await staffProfile(actor.userId)
      const secret = await secondFactor.begin(actor.userId, now)
      if (secret === null) return { error: 'SECOND_FACTOR_SET' }
      const label = encodeURIComponent(`${ISSUER}:${phoneNumber}`)
      return { status: 200, body: { secret, address: `otpauth://totp/${label}?secret=${secret}&issuer=${ISSUER}` } }
    }),

    route(enableSecondFactor, async (call) => {
      const { actor, body, cookies, now } = call
      const session = { ...actor, device: cookies[DEVICE_COOKIE] }
      const auditEntry = {
        ...staffOf(call),
        action: 'staff.second-factor-set',
        subject: `user:${actor.userId}`,
      } as const
      const enabled = await secondFactor.enable(session, body.code, (tx) => audit.record(tx, auditEntry, now), now)
      return enabled.ok ? { status: 200, body: { recoveryCodes: enabled.value } } : presentAccountRefusal(enabled.error)
    }),

    route(confirmStaff, async (call) => {
      const { actor, body, cookies, now } = call
      const auditEntry = {
        ...staffOf(call),
        action: 'staff.confirm-identity',
        subject: `user:${actor.userId}`,
      } as const
      const proven = await secondFactor.prove(
        { ...actor, device: cookies[DEVICE_COOKIE] },
        body,
        (tx, method) => audit.record(tx, { ...auditEntry, after: { by: method } }, now),
        now,
      )
      if (!proven.ok) return presentAccountRefusal(proven.error)
      const recoveryCodesLeft = await secondFactor.recoveryCodesLeft(actor.userId)
      return { status: 200, body: { success: true, recoveryCodesLeft } }
    }),
  ]
}
