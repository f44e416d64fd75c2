type RoleRow = { readonly label: string; readonly text: string; readonly holds?: 'everything' | 'reading' }

/** The roles of staff. A role holds the capabilities that name it in `STAFF_CAPABILITIES`; two hold more. */
export const STAFF_ROLES = {
  care: { label: 'Customer care', text: 'Answers players, reads their files and locks accounts' },
  trader: { label: 'Trader', text: 'Runs games, sets odds and enters results' },
  finance: { label: 'Finance', text: 'Decides payments, adjusts balances and reconciles' },
  risk: { label: 'Risk', text: 'Limits players, suspends betting and cancels bets' },
  marketing: { label: 'Marketing', text: 'Sends notices and reads reports' },
  manager: { label: 'Manager', text: 'May do everything, and manages staff and settings', holds: 'everything' },
  auditor: { label: 'Auditor', text: 'Reads everything and changes nothing', holds: 'reading' },
} as const satisfies Record<string, RoleRow>

export type StaffRole = keyof typeof STAFF_ROLES
export const STAFF_ROLE_NAMES = Object.keys(STAFF_ROLES) as readonly StaffRole[]

/** The roles whose capabilities are listed one by one. */
type ListedRole = { [R in StaffRole]: (typeof STAFF_ROLES)[R] extends { holds: string } ? never : R }[StaffRole]
type CapabilityRow = { readonly area: string; readonly label: string; readonly roles: readonly ListedRole[] }

/**
 * What staff may do, in the order of the console. A capability that ends in `:read` changes nothing. `roles` does not
 * name the manager, who holds everything, and the auditor, who holds what reads.
 */
export const STAFF_CAPABILITIES = {
  'admin:enter': {
    area: 'Console',
    label: 'Open the console, its dashboard and its search',
    roles: ['care', 'trader', 'finance', 'risk', 'marketing'],
  },
  'admin:alerts:read': { area: 'Alerts', label: 'See alerts', roles: ['trader', 'finance', 'risk'] },
  'admin:alerts:acknowledge': { area: 'Alerts', label: 'Acknowledge alerts', roles: ['trader', 'finance', 'risk'] },
  'admin:chat:read': { area: 'Customer care', label: 'Read conversations', roles: ['care', 'risk'] },
  'admin:chat:write': { area: 'Customer care', label: 'Answer players and edit quick replies', roles: ['care'] },
  'admin:games:read': {
    area: 'Games',
    label: 'See games, markets and exposure',
    roles: ['care', 'trader', 'finance', 'risk', 'marketing'],
  },
  'admin:games:edit': { area: 'Games', label: 'Create and run games, and enter results', roles: ['trader'] },
  'admin:games:suspend': { area: 'Games', label: 'Suspend and reopen betting', roles: ['trader', 'risk'] },
  'admin:games:release': { area: 'Games', label: 'Reopen games that Risk suspended', roles: ['risk'] },
  'admin:odds:edit': { area: 'Games', label: 'Set odds and maximum stakes of markets', roles: ['trader'] },
  'admin:fixtures:read': { area: 'Games', label: 'See fixtures', roles: ['trader'] },
  'admin:fixtures:edit': { area: 'Games', label: 'Edit and publish fixtures', roles: ['trader'] },
  'admin:aviator:edit': { area: 'Games', label: 'Commit Aviator chains and enter their blocks', roles: [] },
  'admin:users:read': { area: 'Players', label: 'See players and their files', roles: ['care', 'finance', 'risk'] },
  'admin:users:note': { area: 'Players', label: 'Add notes', roles: ['care', 'finance', 'risk'] },
  'admin:users:lock': { area: 'Players', label: 'Suspend, block and log out players', roles: ['care', 'risk'] },
  'admin:users:unlock': { area: 'Players', label: 'Reactivate suspended and blocked players', roles: ['risk'] },
  'admin:users:limit': { area: 'Players', label: 'Limit stakes and live betting of a player', roles: ['risk'] },
  'admin:users:adjust': { area: 'Players', label: 'Top up and deduct balances', roles: ['finance'] },
  'admin:users:privacy': { area: 'Players', label: 'Export and erase the data of players', roles: [] },
  'admin:bets:read': {
    area: 'Bets',
    label: 'See bets and live bets',
    roles: ['care', 'trader', 'finance', 'risk'],
  },
  'admin:bets:cancel': { area: 'Bets', label: 'Cancel bets', roles: ['risk'] },
  'admin:payments:read': { area: 'Payments', label: 'See payments', roles: ['care', 'finance', 'risk'] },
  'admin:payments:query': { area: 'Payments', label: 'Query a provider about a payment', roles: ['care', 'finance'] },
  'admin:payments:decide': { area: 'Payments', label: 'Decide payments without an outcome', roles: ['finance'] },
  'admin:withdrawals:review': {
    area: 'Payments',
    label: 'Approve and reject withdrawals that wait for a review',
    roles: ['finance', 'risk'],
  },
  'admin:reconciliation:read': {
    area: 'Payments',
    label: 'See the reconciliation and the ledger check',
    roles: ['finance'],
  },
  'admin:reconciliation:edit': {
    area: 'Payments',
    label: 'Run the reconciliation and close differences',
    roles: ['finance'],
  },
  'admin:reports:read': { area: 'Finance', label: 'See and export reports', roles: ['finance', 'marketing'] },
  'admin:figures:read': {
    area: 'Finance',
    label: 'See the profit and loss, and the rows behind its figures',
    roles: ['finance'],
  },
  'admin:months:close': { area: 'Finance', label: 'Close months', roles: ['finance'] },
  'admin:notices:read': { area: 'Notices', label: 'See notices', roles: ['care', 'marketing'] },
  'admin:notices:edit': { area: 'Notices', label: 'Send and delete notices', roles: ['marketing'] },
  'admin:approvals:read': { area: 'Approvals', label: 'See approvals', roles: ['trader', 'finance', 'risk'] },
  'admin:approvals:decide': {
    area: 'Approvals',
    label: 'Decide the approvals that their other permissions allow',
    roles: ['trader', 'finance', 'risk'],
  },
  'admin:settings:read': { area: 'Settings', label: 'See settings', roles: ['trader', 'finance', 'risk'] },
  'admin:settings:edit': { area: 'Settings', label: 'Change settings', roles: [] },
  'admin:settings:approve': { area: 'Settings', label: 'Approve changes of protected settings', roles: ['finance'] },
  'admin:audit:read': { area: 'Staff', label: 'See and export the audit log', roles: ['finance', 'risk'] },
  'admin:staff:read': { area: 'Staff', label: 'See staff', roles: [] },
  'admin:staff:edit': { area: 'Staff', label: 'Invite staff and change their roles', roles: [] },
} as const satisfies Record<`admin:${string}`, CapabilityRow>

export type StaffCapability = keyof typeof STAFF_CAPABILITIES
export const STAFF_CAPABILITY_NAMES = Object.keys(STAFF_CAPABILITIES) as readonly StaffCapability[]

export const isReading = (capability: StaffCapability): boolean =>
  capability === 'admin:enter' || capability.endsWith(':read')

/** The capabilities of a role. */
export function capabilitiesOfRole(role: StaffRole): readonly StaffCapability[] {
  const row: RoleRow = STAFF_ROLES[role]
  const holds = (capability: StaffCapability) => {
    if (row.holds === 'everything') return true
    if (row.holds === 'reading') return isReading(capability)
    return (STAFF_CAPABILITIES[capability].roles as readonly StaffRole[]).includes(role)
  }
  return STAFF_CAPABILITY_NAMES.filter(holds)
}

/** The permissions of a member of staff: a role, or an own set of capabilities with a name. */
export const OWN_PERMISSIONS = 'own'
export type StaffPermissions =
  | { readonly role: StaffRole }
  | { readonly role: typeof OWN_PERMISSIONS; readonly title: string; readonly capabilities: readonly StaffCapability[] }

export const capabilitiesOf = (permissions: StaffPermissions): readonly StaffCapability[] =>
  permissions.role === OWN_PERMISSIONS ? permissions.capabilities : capabilitiesOfRole(permissions.role)

/** The name of a role or of an own set. */
export const permissionsLabel = (permissions: StaffPermissions): string =>
  permissions.role === OWN_PERMISSIONS ? permissions.title : STAFF_ROLES[permissions.role].label

/** Reads stored permissions. Ignores unknown capabilities; null for an unknown role. */
export function readPermissions(stored: {
  readonly role: string
  readonly title: string | null
  readonly capabilities: readonly string[] | null
}): StaffPermissions | null {
  if (stored.role === OWN_PERMISSIONS) {
    const capabilities = STAFF_CAPABILITY_NAMES.filter((each) => stored.capabilities?.includes(each))
    return { role: OWN_PERMISSIONS, title: stored.title ?? '', capabilities }
  }
  const role = STAFF_ROLE_NAMES.find((each) => each === stored.role)
  return role === undefined ? null : { role }
}

/** Whether `of` contains every capability of `others`. Staff cannot manage colleagues with more rights. */
export const includesAll = (of: readonly StaffCapability[], others: readonly StaffCapability[]): boolean =>
  others.every((each) => of.includes(each))
