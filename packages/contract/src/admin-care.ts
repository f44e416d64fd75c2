import { type Static, Type } from 'typebox'
import { InPlayRestriction } from './admin-courtsiding.ts'
import { AdminTicket } from './admin-tickets.ts'
import { AdminTransaction } from './admin-transactions.ts'
import { endpoint } from './endpoint.ts'
import { Limit, Protection } from './protection.ts'
import { Instant, Money, nullable } from './schemas.ts'
import { UserFile } from './user-file.ts'
import { User } from './users.ts'

/** Messages without a long pause between them. */
const EarlierConversation = Type.Object({
  from: Instant,
  until: Instant,
  messages: Type.Integer(),
  /** The first message of the player, or of staff if the player wrote none. */
  excerpt: Type.String(),
})

/**
 * The facts about a player that customer care needs beside the chat. Parts that the reader's role excludes are null.
 */
export const CareCard = Type.Object({
  user: User,
  /** Money set aside for withdrawals and for live bets that wait. */
  held: Money,
  /** The player's manual maximum stake; null without one. */
  mostStake: nullable(Money),
  inPlayRestriction: InPlayRestriction,
  limits: Type.Array(Limit),
  exclusion: Protection.properties.exclusion,
  location: Type.String(),
  lastLoginAt: nullable(Instant),
  payments: nullable(Type.Array(AdminTransaction)),
  tickets: nullable(Type.Array(AdminTicket)),
  notes: nullable(UserFile.properties.notes),
  /** Newest first, without the current conversation. */
  conversations: Type.Array(EarlierConversation),
})
export type CareCard = Static<typeof CareCard>

export const getCareCard = endpoint({
  method: 'GET',
  path: '/api/admin/chat/{userId}/card',
  summary: 'The player of a conversation: balance, limits, last payments and tickets, notes, earlier conversations',
  access: 'admin',
  capability: 'admin:chat:read',
  params: Type.Object({ userId: Type.String({ maxLength: 64 }) }),
  responses: { 200: CareCard },
  errors: ['USER_NOT_FOUND'],
})

const PaymentNumber = Type.Object({
  phoneNumber: Type.String(),
  network: Type.String(),
  payments: Type.Integer(),
  lastAt: Instant,
})

export const LifetimeFigures = Type.Object({
  /** The time of the first counted ledger entry, if the account has too many to count all; else null. */
  since: nullable(Instant),
  /** Figures of this player (domain/money/figures.ts). `bonusCost` is that of the counted tickets. */
  figures: Type.Object({
    deposits: Money,
    withdrawals: Money,
    withdrawalFees: Money,
    turnover: Money,
    openStakes: Money,
    payouts: Money,
    refunds: Money,
    voids: Money,
    netResult: Money,
    bonusCost: Money,
  }),
  /** Top-ups less deductions by staff. */
  adjustments: Money,
  /** The number of newest tickets that `bonusCost` and `markets` count. */
  tickets: Type.Integer(),
  /** The markets of these tickets with the most selections, most first. */
  markets: Type.Array(Type.Object({ name: Type.String(), selections: Type.Integer() })),
  /** The numbers of the newest payments, most recently used first. Null if the reader's role excludes payments. */
  numbers: nullable(Type.Array(PaymentNumber)),
  /** The networks of the last logins, most recently used first. */
  networks: Type.Array(Type.Object({ network: Type.String(), lastAt: Instant })),
  /** Browsers that have logged in to the account. */
  devices: Type.Object({ known: Type.Integer(), lastSeenAt: nullable(Instant) }),
})
export type LifetimeFigures = Static<typeof LifetimeFigures>

export const getLifetimeFigures = endpoint({
  method: 'GET',
  path: '/api/admin/users/{id}/lifetime',
  summary: 'The figures of an account since it exists, and what it uses most',
  access: 'admin',
  capability: 'admin:users:read',
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  responses: { 200: LifetimeFigures },
  errors: ['USER_NOT_FOUND'],
})
