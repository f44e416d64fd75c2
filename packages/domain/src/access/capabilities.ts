type PlayerCapability =
  | 'bet:place'
  | 'bet:cash-out'
  | 'aviator:play'
  | 'wallet:deposit'
  | 'wallet:withdraw'
  | 'chat:write'
type OwnCapability = 'bet:view-own' | 'wallet:view-own' | 'notifications:read' | 'profile:edit-own'
type StaffCapability =
  | 'admin:enter'
  | 'admin:users'
  | 'admin:money'
  | 'admin:reports'
  | 'admin:bets'
  | 'admin:games'
  | 'admin:fixtures'
  | 'admin:settings'
  | 'admin:chat'
  | 'admin:notices'
  | 'admin:audit'

/** The actions that roles allow. Handlers and screens call `can` and never compare roles. */
export type Capability = PlayerCapability | OwnCapability | StaffCapability

const OWN: readonly OwnCapability[] = ['bet:view-own', 'wallet:view-own', 'notifications:read', 'profile:edit-own']

/**
 * `label` is the name on screen. `isStaff` decides session lifetime, second factor and password length (decision 0018).
 */
type RoleRow = { readonly label: string } & (
  | { readonly isStaff: false; readonly capabilities: readonly (OwnCapability | PlayerCapability)[] }
  // Staff accounts have no betting or payment actions, because staff manage players' bets and payments.
  | { readonly isStaff: true; readonly capabilities: readonly (OwnCapability | StaffCapability)[] }
)

/** All roles. A new role is one row and a migration of `profiles_role_check` (docs/recipes/add-a-staff-role.md). */
export const ROLES = {
  user: {
    label: 'User',
    isStaff: false,
    capabilities: [
      ...OWN,
      'bet:place',
      'bet:cash-out',
      'aviator:play',
      'wallet:deposit',
      'wallet:withdraw',
      'chat:write',
    ],
  },
  admin: {
    label: 'Admin',
    isStaff: true,
    capabilities: [
      ...OWN,
      'admin:enter',
      'admin:users',
      'admin:money',
      'admin:reports',
      'admin:bets',
      'admin:games',
      'admin:fixtures',
      'admin:settings',
      'admin:chat',
      'admin:notices',
      'admin:audit',
    ],
  },
} as const satisfies Record<string, RoleRow>

export type Role = keyof typeof ROLES
export type StaffRole = { [R in Role]: (typeof ROLES)[R]['isStaff'] extends true ? R : never }[Role]

export const ROLE_NAMES = Object.keys(ROLES) as readonly Role[]
export const isStaff = (role: Role): role is StaffRole => ROLES[role].isStaff
export const STAFF_ROLES: readonly StaffRole[] = ROLE_NAMES.filter(isStaff)
/** The role of a newly registered user. */
export const PLAYER_ROLE: Exclude<Role, StaffRole> = 'user'

export const ACCOUNT_STATUSES = ['active', 'suspended', 'banned'] as const
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number]

/** `null` is a visitor without a session. */
export type Actor = { readonly role: Role; readonly status: AccountStatus } | null

/** The capabilities of an active account with this role. */
export const capabilitiesOf = (role: Role): readonly Capability[] => ROLES[role].capabilities

/** The roles whose active accounts have the capability. */
export const rolesWith = (capability: Capability): readonly Role[] =>
  ROLE_NAMES.filter((role) => capabilitiesOf(role).includes(capability))

/** Returns whether the actor has the capability. Visitors and inactive accounts have no capabilities (D5). */
export const can = (actor: Actor, capability: Capability): boolean =>
  actor !== null && actor.status === 'active' && capabilitiesOf(actor.role).includes(capability)

/**
 * Returns whether staff with the role `role` may lock or unlock an account with the role `other`. Accounts with more
 * rights are excluded.
 */
export const canManage = (role: Role, other: Role): boolean =>
  !isStaff(other) || capabilitiesOf(other).every((each) => capabilitiesOf(role).includes(each))
