import { type Static, Type } from 'typebox'
import { TIMELINE_KIND_NAMES } from '@mupiira/domain/access/timeline-kinds.ts'
import { endpoint } from './endpoint.ts'
import { Cursor, Instant, literals, Money, nullable, page, PageSize, strict } from './schemas.ts'

const TimelineKind = literals(TIMELINE_KIND_NAMES)

/** An event of a player's account. */
export const TimelineEvent = Type.Object({
  kind: TimelineKind,
  /** The id of the event, unique within its kind. */
  id: Type.String(),
  at: Instant,
  /** The ticket or payment of the event, for links; null for the other kinds. */
  target: nullable(Type.String()),
  amount: nullable(Money),
  /** What happened to it: the status of a ticket or payment, the name of a staff action. Empty without one. */
  state: Type.String(),
  tone: literals(['up', 'down', 'live', 'muted']),
  detail: Type.String(),
  /** The member of staff who acted; null without one. */
  by: nullable(Type.String()),
})
export type TimelineEvent = Static<typeof TimelineEvent>

export const listUserTimeline = endpoint({
  method: 'GET',
  path: '/api/admin/users/{id}/timeline',
  summary: 'The events of an account, newest first: payments, bets, logins, limits, staff actions and chats',
  access: 'admin',
  capability: 'admin:users:read',
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  query: Type.Object(
    { kind: Type.Optional(TimelineKind), pageSize: Type.Optional(PageSize), cursor: Type.Optional(Cursor) },
    strict,
  ),
  responses: {
    200: Type.Object({
      ...page(TimelineEvent).properties,
      /** The kinds that the reader may see. The other kinds are left out. */
      kinds: Type.Array(TimelineKind),
    }),
  },
  errors: ['USER_NOT_FOUND'],
})
