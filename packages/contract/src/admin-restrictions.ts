import { type Static, Type } from 'typebox'
import { RESTRICTION_KIND_NAMES } from '@mupiira/domain/risk/restrictions.ts'
import { endpoint } from './endpoint.ts'
import { Id, Instant, literals, nullable, Reason, strict } from './schemas.ts'

const Kind = literals(RESTRICTION_KIND_NAMES)

/** A restriction that staff set for a player. */
export const PlayerRestriction = Type.Object({
  id: Id,
  kind: Kind,
  /** Percent of the maximum stake, or seconds; null for kinds without a value. */
  value: nullable(Type.Integer()),
  reason: Type.String(),
  by: Type.String(),
  since: Instant,
  /** When the restriction ends by itself; null: when staff lift it. */
  endsAt: nullable(Instant),
})
export type PlayerRestriction = Static<typeof PlayerRestriction>

const player = Type.Object({ id: Type.String({ maxLength: 64 }) })
const changing = { method: 'POST', access: 'admin', capability: 'admin:users:limit', params: player } as const

export const restrictPlayer = endpoint({
  ...changing,
  path: '/api/admin/users/{id}/restrictions',
  summary: 'Set a restriction of a player in place of the one of its kind',
  body: Type.Object(
    {
      kind: Kind,
      value: nullable(Type.Integer({ minimum: 0, maximum: 1_000 })),
      endsAt: nullable(Instant),
      reason: Reason,
      /** The id of the displayed restriction of this kind; null without one. */
      seen: nullable(Id),
    },
    strict,
  ),
  responses: { 200: Type.Object({ id: Id }) },
  errors: [
    'USER_NOT_FOUND',
    'RESTRICTION_CHANGED',
    'RESTRICTION_VALUE',
    'RESTRICTION_END',
    'BELOW_COURTSIDING_THRESHOLD',
  ],
})

export const liftPlayerRestriction = endpoint({
  ...changing,
  path: '/api/admin/users/{id}/restrictions/lift',
  summary: 'End a restriction of a player',
  body: Type.Object({ restrictionId: Id, reason: Reason }, strict),
  responses: { 200: Type.Object({ success: Type.Literal(true) }) },
  errors: ['USER_NOT_FOUND', 'RESTRICTION_CHANGED'],
})
