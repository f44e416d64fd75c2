import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { AmountInput, Cursor, Id, Instant, Limit, Money, literals, nullable, page, strict } from './schemas.ts'

const Multiplier = Type.Number({ minimum: 1, maximum: 10, description: 'At most two decimals' })
const RoundNumber = Type.Integer({ minimum: 1 })
const Hex = Type.String({ pattern: '^[0-9a-f]*$', maxLength: 128 })

/** A round as all players see it. Until the round ends, no field depends on the crash point. */
export const AviatorRound = Type.Object({
  id: RoundNumber,
  state: literals(['scheduled', 'betting', 'flying', 'crashed', 'interrupted', 'void']),
  /** Return to player in percent, fixed before betting opens. */
  rtp: Type.Number(),
  bettingOpensAt: nullable(Instant),
  bettingClosesAt: nullable(Instant),
  /** The start of the round. The multiplier is 1.006^(60 × seconds since `fliesAt`). */
  fliesAt: nullable(Instant),
  /** Set for a crashed round. */
  crash: nullable(Multiplier),
  endedAt: nullable(Instant),
})
export type AviatorRound = Static<typeof AviatorRound>

export const AviatorBet = Type.Object({
  id: Id,
  roundId: RoundNumber,
  stake: Money,
  /** The auto cashout target. */
  target: nullable(Multiplier),
  /** True if auto bet placed the bet. */
  auto: Type.Boolean(),
  state: literals(['placed', 'cashed-out', 'lost', 'refunded']),
  /** The multiplier of the cash-out. */
  multiplier: nullable(Multiplier),
  /** The payout, or the refunded stake. */
  payout: Money,
  placedAt: Instant,
  decidedAt: nullable(Instant),
})
export type AviatorBet = Static<typeof AviatorBet>

/** A bet in the current round, as all players see it. */
export const LiveBet = Type.Object({
  /** Masked: `A•••a`. */
  player: Type.String(),
  stake: Money,
  multiplier: nullable(Multiplier),
  payout: Money,
})
export type LiveBet = Static<typeof LiveBet>

export const LiveBets = Type.Object({
  roundId: RoundNumber,
  /** The number of bets in the round. `items` lists only the largest. */
  bets: Type.Integer(),
  staked: Money,
  items: Type.Array(LiveBet),
})
export type LiveBets = Static<typeof LiveBets>

const Limits = Type.Object({
  minBet: Money,
  maxBet: Money,
  maxWin: Money,
  maxRound: Money,
  rtp: Type.Number(),
  autoBet: Type.Boolean(),
})

export const AviatorState = Type.Object({
  /** The time of the response, by the clock that times the rounds. */
  now: Instant,
  /** True while rounds run and accept bets. */
  open: Type.Boolean(),
  round: nullable(AviatorRound),
  /** The elapsed time of the round in milliseconds, negative before its start. Null unless the round is running. */
  flownMs: nullable(Type.Integer()),
  /** Crash points of recent rounds, newest first. */
  history: Type.Array(Type.Object({ id: RoundNumber, crash: nullable(Multiplier) })),
  live: nullable(LiveBets),
  /** The player's bets in the current and the next round. */
  mine: Type.Array(AviatorBet),
  limits: Limits,
})
export type AviatorState = Static<typeof AviatorState>

export const getAviatorState = endpoint({
  method: 'GET',
  path: '/api/aviator/state',
  summary: "The current round, recent crash points, live bets, the player's bets and limits",
  access: 'public',
  perMinute: 600,
  responses: { 200: AviatorState },
  errors: [],
})

export const getAviatorClock = endpoint({
  method: 'GET',
  path: '/api/aviator/clock',
  summary: 'The server time of the rounds, for clock synchronisation',
  access: 'public',
  perMinute: 600,
  responses: { 200: Type.Object({ now: Instant }) },
  errors: [],
})

const PlacedBet = Type.Object({
  success: Type.Literal(true),
  bet: AviatorBet,
  /** True if the bet is for the next round because the current one has started. */
  waits: Type.Boolean(),
  balance: Money,
})

export const placeAviatorBet = endpoint({
  method: 'POST',
  path: '/api/aviator/bets',
  summary: 'Place a bet on the round that is open for betting, or on the next one',
  loginText: 'Please log in to play Aviator',
  access: 'player',
  idempotent: true,
  perMinute: 600,
  body: Type.Object(
    {
      stake: AmountInput,
      /** Auto cashout from 1.11 to 10.00. */
      target: Type.Optional(Type.Number()),
      /** Placed by auto bet. */
      auto: Type.Optional(Type.Boolean()),
    },
    strict,
  ),
  responses: { 201: PlacedBet },
  errors: [
    'STAFF_CANNOT_BET',
    'AMOUNT_TOO_PRECISE',
    'MAINTENANCE',
    'BETTING_DISABLED',
    'AVIATOR_PAUSED',
    'AVIATOR_AUTO_BET_OFF',
    'AVIATOR_MINIMUM',
    'STAKE_ABOVE_MAXIMUM',
    'AVIATOR_TARGET',
    'AVIATOR_TWO_BETS',
    'NEGATIVE_BALANCE',
    'AVIATOR_BALANCE',
    'AVIATOR_MAX_WIN',
    'AVIATOR_SHARE',
    'AVIATOR_ROUND_FULL',
    'LIMIT_REACHED',
    'EXCLUDED',
    'ACCOUNT_SUSPENDED',
    'PROFILE_NOT_FOUND',
  ],
})

export const cashOutAviatorBet = endpoint({
  method: 'POST',
  path: '/api/aviator/bets/{id}/cashout',
  summary: 'Cash out a bet at the multiplier when the request arrives',
  access: 'player',
  idempotent: true,
  perMinute: 480,
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  responses: { 200: Type.Object({ success: Type.Literal(true), bet: AviatorBet, balance: Money }) },
  errors: [
    'AVIATOR_PAUSED',
    'AVIATOR_BET_NOT_FOUND',
    'AVIATOR_NOT_FLYING',
    'AVIATOR_TOO_EARLY',
    'AVIATOR_TOO_LATE',
    'AVIATOR_REFUNDED',
    'AVIATOR_TAKEN_BACK',
  ],
})

export const cancelAviatorBet = endpoint({
  method: 'POST',
  path: '/api/aviator/bets/{id}/cancel',
  summary: 'Cancel a bet before its round starts',
  access: 'player',
  idempotent: true,
  perMinute: 120,
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  responses: { 200: Type.Object({ success: Type.Literal(true), bet: AviatorBet, balance: Money }) },
  errors: ['AVIATOR_BET_NOT_FOUND', 'AVIATOR_TAKEN_OFF', 'AVIATOR_TAKEN_BACK_OFTEN'],
})

export const listAviatorBets = endpoint({
  method: 'GET',
  path: '/api/aviator/bets',
  summary: "The player's Aviator bets, newest first",
  access: 'player',
  query: Type.Object({ limit: Type.Optional(Limit), cursor: Type.Optional(Cursor) }, strict),
  responses: { 200: page(AviatorBet) },
  errors: [],
})

export const listAviatorRounds = endpoint({
  method: 'GET',
  path: '/api/aviator/rounds',
  summary: 'Finished rounds, newest first',
  access: 'public',
  sameForAll: true,
  perMinute: 600,
  query: Type.Object({ limit: Type.Optional(Limit), cursor: Type.Optional(Cursor) }, strict),
  responses: { 200: page(AviatorRound) },
  errors: [],
})

export const AviatorChain = Type.Object({
  id: Id,
  /**
   * The last link of the chain, published before the first round. It equals the seed of link n, hashed n times.
   */
  commitment: Hex,
  links: Type.Integer(),
  committedAt: Instant,
  /** The public source of the salt and its position, published with the commitment. */
  beacon: Type.String(),
  height: Type.String(),
  salt: nullable(Hex),
  saltedAt: nullable(Instant),
  /** The 80-byte header of the salt's block. Null before the block exists, or for another source. */
  header: nullable(Type.String({ pattern: '^[0-9a-f]{160}$' })),
  /**
   * Skipped ranges of links, newest first: an interrupted server may have used them, or the chain is retired.
   */
  skipped: Type.Array(
    Type.Object({ from: Type.Integer(), to: Type.Integer(), why: literals(['silence', 'retired']), at: Instant }),
  ),
})
export type AviatorChain = Static<typeof AviatorChain>

/** The data that a player needs to verify a round. */
export const AviatorProof = Type.Object({
  roundId: RoundNumber,
  state: literals(['crashed', 'interrupted', 'void']),
  rtp: Type.Number(),
  /** The link of the round's seed in the chain, starting at 1. */
  link: Type.Integer(),
  seed: Hex,
  /** SHA-256 of the seed. It equals the seed of the previous link, or the commitment. */
  previous: Hex,
  crash: Multiplier,
  chain: AviatorChain,
})
export type AviatorProof = Static<typeof AviatorProof>

export const getAviatorProof = endpoint({
  method: 'GET',
  path: '/api/aviator/rounds/{id}/proof',
  summary: 'Seed, salt and commitment of a finished round',
  access: 'public',
  sameForAll: true,
  perMinute: 600,
  params: Type.Object({ id: Type.String({ maxLength: 20 }) }),
  responses: { 200: AviatorProof },
  errors: ['AVIATOR_ROUND_NOT_FOUND', 'AVIATOR_ROUND_RUNNING'],
})

export const listAviatorChains = endpoint({
  method: 'GET',
  path: '/api/aviator/chains',
  summary: 'The published commitments, newest first',
  access: 'public',
  sameForAll: true,
  perMinute: 60,
  responses: { 200: Type.Object({ items: Type.Array(AviatorChain) }) },
  errors: [],
})

const TopWin = Type.Object({
  roundId: RoundNumber,
  player: Type.String(),
  stake: Money,
  multiplier: Multiplier,
  payout: Money,
  at: Instant,
})

export const listAviatorTop = endpoint({
  method: 'GET',
  path: '/api/aviator/top',
  summary: 'The largest wins of today, or of all time',
  access: 'public',
  sameForAll: true,
  perMinute: 60,
  query: Type.Object({ period: Type.Optional(literals(['today', 'all'])) }, strict),
  responses: { 200: Type.Object({ items: Type.Array(TopWin) }) },
  errors: [],
})
