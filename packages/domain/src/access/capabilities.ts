/** The actions that roles allow. Handlers and screens call `can` and never compare roles. */
export type Capability =
  | 'bet:place'
  | 'bet:view-own'
  | 'bet:cash-out'
  | 'aviator:play'
  | 'wallet:view-own'
  | 'wallet:deposit'
  | 'wallet:withdraw'
  | 'chat:write'
  | 'notifications:read'
  | 'profile:edit-own'
  | 'admin:enter'
  | 'admin:users'
  | 'admin:money'
  | 'admin:bets'
  | 'admin:games'
  | 'admin:fixtures'
  | 'admin:settings'
  | 'admin:chat'
  | 'admin:notices'
  | 'admin:audit'

export type Role = 'user' | 'admin'
export const ACCOUNT_STATUSES = ['active', 'suspended', 'banned'] as const
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number]

/** `null` is a visitor without a session. */
export type Actor = { readonly role: Role; readonly status: AccountStatus } | null

// Staff accounts have no betting or payment actions, because staff manage other players' bets.
const GRANTED: Record<Role, ReadonlySet<Capability>> = {
  user: new Set<Capability>([
    ...(['bet:place', 'bet:view-own', 'bet:cash-out', 'aviator:play', 'wallet:view-own'] as const),
    ...(['wallet:deposit', 'wallet:withdraw', 'chat:write', 'notifications:read', 'profile:edit-own'] as const),
  ]),
  admin: new Set<Capability>([
    ...(['bet:view-own', 'wallet:view-own', 'notifications:read', 'profile:edit-own'] as const),
    ...(['admin:enter', 'admin:users', 'admin:money', 'admin:bets', 'admin:games', 'admin:fixtures'] as const),
    ...(['admin:settings', 'admin:chat', 'admin:notices', 'admin:audit'] as const),
  ]),
}

/** Returns whether the actor has the capability. Visitors and inactive accounts have none that needs a session (D5). */
export function can(actor: Actor, capability: Capability): boolean {
  return actor !== null && actor.status === 'active' && GRANTED[actor.role].has(capability)
}

/** The capabilities of an active account with this role. */
export const capabilitiesOf = (role: Role): readonly Capability[] => [...GRANTED[role]]
