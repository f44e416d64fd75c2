import { nameOf } from '@mupiira/domain/identity/registration.ts'
import { isStaff } from '@mupiira/domain/access/capabilities.ts'
import type { StaffRole } from '@mupiira/domain/access/staff-roles.ts'
import { checkPassword, MIN_STAFF_PASSWORD_LENGTH } from '@mupiira/domain/identity/password.ts'
import { INVALID_PHONE_TEXT, parseAccountPhone } from '@mupiira/domain/phone/phone.ts'
import { transactionOfOwner } from '../../../kernel/db/owner.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Audit } from '../../audit/index.ts'
import type { Identity } from '../../identity/index.ts'

export type StaffAccountDeps = {
  readonly audit: Audit['commands']
  readonly identity: Pick<Identity, 'accounts' | 'passwords' | 'profiles' | 'secondFactor' | 'sessions'>
}

export type CommandResult = { readonly isDone: boolean; readonly text: string }

const ADDRESS = 'the server'

const refused = (text: string): CommandResult => ({ isDone: false, text })

/** Manages staff accounts for commands on the server. The audit log records each command without a member of staff. */
export function createStaffAccounts(
  kernel: Pick<Kernel, 'db' | 'clock' | 'config' | 'log'>,
  { audit, identity }: StaffAccountDeps,
) {
  const { db, clock } = kernel
  return {
    async create(profile: {
      readonly phoneNumber: string
      readonly name: string
      readonly password: string
      readonly role: StaffRole
    }): Promise<CommandResult> {
      const phone = parseAccountPhone(profile.phoneNumber)
      if (!phone.ok) return refused(INVALID_PHONE_TEXT)
      const [firstName = '', ...rest] = profile.name.trim().split(/\s+/)
      const lastName = rest.join(' ')
      if (firstName === '') return refused('Please enter a name.')
      const evaluated = checkPassword(profile.password, { minLength: MIN_STAFF_PASSWORD_LENGTH, phone: phone.value })
      if (!evaluated.ok) {
        return refused(
          `The password needs at least ${MIN_STAFF_PASSWORD_LENGTH} characters, and must not be easy to guess.`,
        )
      }
      const passwordHash = await identity.passwords.hash(profile.password)
      const now = clock.now()
      return transactionOfOwner(kernel, async (tx) => {
        const names = { firstName, lastName, location: 'Kampala' } as const
        const staff = { permissions: { role: profile.role }, givenBy: null, reason: '' }
        const account = { ...names, phoneNumber: phone.value, passwordHash, staff }
        const created = await identity.accounts.create(tx, account, now)
        if (created === null)
          return refused(`There is already an account with ${phone.value}. Staff need separate accounts.`)
        const auditEntry = {
          action: 'staff.create',
          subject: `user:${created.id}`,
          after: { role: profile.role },
        } as const
        await audit.record(tx, { actorId: null, address: ADDRESS, ...auditEntry }, now)
        return {
          isDone: true,
          text: `${nameOf(names)} can log in with ${phone.value}. The console is at /admin.`,
        }
      })
    },

    async resetSecondFactor(phoneNumber: string): Promise<CommandResult> {
      const phone = parseAccountPhone(phoneNumber)
      if (!phone.ok) return refused(INVALID_PHONE_TEXT)
      const profile = await identity.profiles.byPhone(phone.value)
      if (profile === null || !isStaff(profile.role)) return refused(`No staff account has the number ${phone.value}.`)
      const now = clock.now()
      return db.transaction(async (tx) => {
        if ((await identity.secondFactor.remove(tx, profile.id)) === 0) return refused('No second factor is set up.')
        // An open session may belong to someone who found a lost phone.
        await identity.sessions.end(tx, profile.id)
        const auditEntry = { action: 'staff.second-factor-reset', subject: `user:${profile.id}` } as const
        await audit.record(tx, { actorId: null, address: ADDRESS, ...auditEntry }, now)
        return { isDone: true, text: 'The second factor was removed. A new one can be set up at the next login.' }
      })
    },
  }
}
