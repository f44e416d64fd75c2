import type { StaffCapability } from './staff-roles.ts'

type PlayerCapability =
  | 'bet:place'
  | 'bet:cash-out'
  | 'aviator:play'
  | 'wallet:deposit'
  | 'wallet:withdraw'
  | 'chat:write'

/** The actions that accounts may do. Handlers and screens ask for a capability and never compare roles. */
export type Capability = PlayerCapability | StaffCapability

/**
 * The kinds of accounts. `label` is the name on screen. `isStaff` decides session lifetime, second factor and password
 * length (decision 0018). Staff accounts have no betting or payment actions, because staff manage players' bets and
 * payments; what each member of staff may do is in `staff-roles.ts`.
 */
export const ROLES = {
  user: { label: 'User', isStaff: false },
  admin: { label: 'Admin', isStaff: true },
} as const satisfies Record<string, { label: string; isStaff: boolean }>

export type Role = keyof typeof ROLES
type StaffAccountRole = { [R in Role]: (typeof ROLES)[R]['isStaff'] extends true ? R : never }[Role]

export const ROLE_NAMES = Object.keys(ROLES) as readonly Role[]
export const isStaff = (role: Role): role is StaffAccountRole => ROLES[role].isStaff
export const STAFF_ACCOUNT_ROLES: readonly StaffAccountRole[] = ROLE_NAMES.filter(isStaff)
/** The role of a newly registered user. */
export const PLAYER_ROLE: Exclude<Role, StaffAccountRole> = 'user'
/** The role of a staff account. */
export const STAFF_ACCOUNT_ROLE: StaffAccountRole = 'admin'

export const ACCOUNT_STATUSES = ['active', 'suspended', 'banned'] as const
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number]

/** `null` is a visitor without a session. `capabilities` are those of a member of staff. */
export type Actor = {
  readonly role: Role
  readonly status: AccountStatus
  readonly capabilities?: readonly string[]
} | null

/**
 * Returns whether the actor has the capability. Visitors and inactive accounts have none (D5). Players have those that
 * are not for staff.
 */
export function can(actor: Actor, capability: Capability): boolean {
  if (actor === null || actor.status !== 'active') return false
  return isStaff(actor.role) ? (actor.capabilities ?? []).includes(capability) : !capability.startsWith('admin:')
}
