import type { StaffRole } from '@mupiira/domain/access/staff-roles.ts'

/** Demo accounts, printed by `npm start`. Production refuses DEMO, so they never exist there. */
export const DEMO_PLAYER = {
  phoneNumber: '772000100',
  password: 'crane-4728',
  firstName: 'Amina',
  lastName: 'Nakato',
} as const
export const DEMO_ADMIN = {
  phoneNumber: '772000200',
  password: 'desk-9163',
  firstName: 'Joel',
  lastName: 'Okello',
} as const
/**
 * The second administrator, who exists only with a generated history. Requests approvals, which the demo admin decides.
 */
export const DEMO_SECOND_ADMIN = {
  phoneNumber: '772000300',
  password: 'desk-5821-heron',
  firstName: 'Ruth',
  lastName: 'Namara',
} as const

/** The password of the demo accounts of the other staff roles. */
export const DEMO_STAFF_PASSWORD = 'desk-3307-crane'
/** One demo account for each further staff role. */
export const DEMO_STAFF = {
  care: { phoneNumber: '772000401', firstName: 'Sarah', lastName: 'Namutebi' },
  trader: { phoneNumber: '772000402', firstName: 'Moses', lastName: 'Kato' },
  finance: { phoneNumber: '772000403', firstName: 'Grace', lastName: 'Achieng' },
  risk: { phoneNumber: '772000404', firstName: 'Isaac', lastName: 'Mugisha' },
  marketing: { phoneNumber: '772000405', firstName: 'Peter', lastName: 'Opio' },
  auditor: { phoneNumber: '772000406', firstName: 'Esther', lastName: 'Nabirye' },
} as const satisfies { readonly [R in Exclude<StaffRole, 'manager'>]: unknown }

/** The demo player's first balance in whole shillings. */
export const DEMO_BALANCE = 250_000
