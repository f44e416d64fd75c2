import { type Static, Type } from 'typebox'
import { MAX_ADDED_DELAY_SECONDS } from '@mupiira/domain/in-play/delayed-bet.ts'
import { AdminPerson } from './admin-tickets.ts'
import { endpoint } from './endpoint.ts'
import { Money, nullable, strict, Reason } from './schemas.ts'

/** A restriction of a player's bets on live games (INP-12). */
export const InPlayRestriction = Type.Object(
  {
    /** Seconds that are added to the delay of each live bet. */
    extraDelaySeconds: Type.Integer({ minimum: 0, maximum: MAX_ADDED_DELAY_SECONDS }),
    /** True if the player cannot bet on live games. */
    isExcluded: Type.Boolean(),
  },
  strict,
)
export type InPlayRestriction = Static<typeof InPlayRestriction>

/** A player's live bets, compared with those of the other players on the same selections. */
export const CourtsidingPlayer = Type.Object({
  user: nullable(AdminPerson),
  userId: Type.String(),
  /** The live selections whose odds were compared 30 s after acceptance. */
  selections: Type.Integer(),
  /** The selections whose fair odds had moved in the player's favour. */
  favourable: Type.Integer(),
  /** The favourable moves at the average of the other players. */
  expected: Type.Number(),
  /** Chance alone explains the difference for one player in this many. */
  oneIn: Type.Integer(),
  /** True above the threshold, so that staff may restrict the player. */
  isAboveThreshold: Type.Boolean(),
  accepted: Type.Integer(),
  /** Bets rejected because of a goal, red card, penalty or review during their delay. */
  rejectedByEvent: Type.Integer(),
  turnover: Money,
  /** The payouts of settled tickets in percent of their stakes; null without one. */
  returnPercent: nullable(Type.Number()),
  restriction: InPlayRestriction,
})
export type CourtsidingPlayer = Static<typeof CourtsidingPlayer>

export const getCourtsiding = endpoint({
  method: 'GET',
  path: '/api/admin/in-play/courtsiding',
  summary: 'Players whose live bets are followed by favourable odds moves more often than average',
  access: 'admin',
  capability: 'admin:users:read',
  responses: {
    200: Type.Object({
      days: Type.Integer(),
      /** The settings `courtsiding_selections` and `courtsiding_threshold`. */
      threshold: Type.Object({ selections: Type.Integer(), oneIn: Type.Integer() }),
      /** All players together. */
      total: Type.Object({ players: Type.Integer(), selections: Type.Integer(), favourable: Type.Integer() }),
      items: Type.Array(CourtsidingPlayer),
    }),
  },
  errors: [],
})

export const restrictInPlay = endpoint({
  method: 'PUT',
  path: '/api/admin/users/{id}/in-play-restriction',
  summary: 'Lengthen a player’s delay of live bets, exclude the player from live bets, or lift this',
  access: 'admin',
  capability: 'admin:users:limit',
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  body: Type.Object(
    {
      restriction: InPlayRestriction,
      /** The displayed restriction. */
      seen: InPlayRestriction,
      reason: Reason,
    },
    strict,
  ),
  responses: { 200: InPlayRestriction },
  errors: ['USER_NOT_FOUND', 'IN_PLAY_RESTRICTION_CHANGED', 'BELOW_COURTSIDING_THRESHOLD'],
})
