import { type Static, Type } from 'typebox'
import { DelayedBet, OddsPolicyInput } from './delayed-bets.ts'
import { endpoint } from './endpoint.ts'
import { AmountInput, Id, Money, strict } from './schemas.ts'
import { Ticket } from './tickets.ts'

export const SelectionInput = Type.Object(
  {
    gameId: Type.Optional(Id),
    /** Market id. If absent, it is inferred from the selection's text (D57). */
    market: Type.Optional(Type.String({ maxLength: 64 })),
    /** Selection id, or one of the specification's texts ("Over 2.5"). */
    selection: Type.String({ maxLength: 120 }),
    /** The odds that the player saw. */
    odds: Type.Number({ minimum: 1, maximum: 100000 }),
    stake: Type.Optional(AmountInput),
    match: Type.Optional(Type.String({ maxLength: 200 })),
  },
  strict,
)
export type SelectionInput = Static<typeof SelectionInput>

export const BetInput = Type.Object(
  {
    bookingCode: Type.Optional(Type.String({ maxLength: 12 })),
    stake: AmountInput,
    /** The total odds that the player saw (D17). */
    totalOdds: Type.Optional(Type.Number({ minimum: 0 })),
    bonusPercentage: Type.Optional(Type.Number()),
    selections: Type.Array(SelectionInput, { maxItems: 60 }),
    /** Which changed total odds the player accepts. Without it, `acceptOddsChanges` stands for `any`. */
    oddsPolicy: Type.Optional(OddsPolicyInput),
    acceptOddsChanges: Type.Optional(Type.Boolean()),
  },
  strict,
)
export type BetInput = Static<typeof BetInput>

/** The errors of an invalid slip, for quotes and bets. */
export const SLIP_ERRORS = [
  'NO_SELECTIONS',
  'TOO_MANY_SELECTIONS',
  'AMOUNT_TOO_PRECISE',
  'SAME_CATEGORY',
  'SAME_MATCH',
  'IMPOSSIBLE_COMBINATION',
  'COMBINATION_TOO_LARGE',
  'LIVE_COMBINATION',
] as const

export const placeBet = endpoint({
  method: 'POST',
  path: '/api/bets',
  summary: 'Place a bet',
  loginText: 'You need to be logged in to place a bet.',
  access: 'player',
  idempotent: true,
  perMinute: 60,
  body: BetInput,
  responses: {
    201: Type.Object({
      success: Type.Literal(true),
      ticket: Ticket,
      balance: Money,
      warning: Type.Optional(Type.String()),
    }),
    /** The bet has a live game and waits with its stake reserved (INP-05). */
    202: Type.Object({
      success: Type.Literal(true),
      delayed: DelayedBet,
      /** The delay of the bet. */
      delaySeconds: Type.Integer(),
      balance: Money,
    }),
  },
  errors: [
    ...SLIP_ERRORS,
    'STAKE_NOT_POSITIVE',
    'INVALID_STAKE',
    'STAKE_BELOW_MINIMUM',
    'STAKE_ABOVE_MAXIMUM',
    'STAKE_ABOVE_LIABILITY',
    'IN_PLAY_EXCLUDED',
    'LIABILITY_REACHED',
    'DAILY_BET_LIMIT',
    'INSUFFICIENT_BALANCE',
    'NEGATIVE_BALANCE',
    'BETTING_DISABLED',
    'MAINTENANCE',
    'STAFF_CANNOT_BET',
    'ACCOUNT_SUSPENDED',
    'ACCOUNT_BANNED',
    'LIMIT_REACHED',
    'EXCLUDED',
    'GAME_MISSING',
    'GAME_CLOSED',
    'MARKET_UNAVAILABLE',
    'ODDS_CHANGED',
    'PROFILE_NOT_FOUND',
    'PROFILE_ERROR',
    'MISSING_BOOKING_CODE',
  ],
})
