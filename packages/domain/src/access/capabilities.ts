/** The actions that a role allows. Handlers and screens call `can`; nothing compares roles. */
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

/** `null` is a visitor. */
export type Actor = { readonly role: Role; readonly status: AccountStatus } | null

// Staff look after other people's bets and therefore have none of their own (ADMX-28, D55), nor money to bet with.
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

/** Whether the actor may do it; a visitor and an account that is not active may do nothing that needs a session (D5). */
export function can(actor: Actor, capability: Capability): boolean {
  return actor !== null && actor.status === 'active' && GRANTED[actor.role].has(capability)
}

/** Everything that an active account of a role may do. */
export const capabilitiesOf = (role: Role): readonly Capability[] => [...GRANTED[role]]
