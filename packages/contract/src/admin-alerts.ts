import { type Static, Type } from 'typebox'
import { ALERT_KINDS } from '@mupiira/domain/alerts/alerts.ts'
import { ALERT_SORTS } from '@mupiira/domain/access/console-sorts.ts'
import { endpoint } from './endpoint.ts'
import { listExport } from './list-export.ts'
import {
  Cursor,
  Id,
  Instant,
  literals,
  nullable,
  numberedPage,
  PageNumber,
  PageSize,
  Reason,
  strict,
} from './schemas.ts'
import { sortBy } from './sort-by.ts'

/** A message about an alert to one target. */
const Delivery = Type.Object({
  target: literals(['email', 'webhook']),
  /** The email address, or the host of the webhook. */
  to: Type.String(),
  state: literals(['sent', 'waiting', 'failed']),
  attempts: Type.Integer(),
  /** Why the last attempt failed. */
  failure: nullable(Type.String()),
})

/** An alert (domain/alerts/alerts.ts). Open until its condition ends; a large win until it is acknowledged. */
export const Alert = Type.Object({
  id: Id,
  kind: literals(ALERT_KINDS),
  /** A ticket, a provider, a league and day, or a job. */
  name: Type.String(),
  /** The screen of the console that shows it. */
  link: Type.String(),
  /** In the unit of the kind. */
  value: Type.Number(),
  threshold: Type.Number(),
  openedAt: Instant,
  /** When the condition was last found. */
  seenAt: Instant,
  closedAt: nullable(Instant),
  acknowledged: nullable(Type.Object({ by: Type.String(), at: Instant, note: Type.String() })),
  deliveries: Type.Array(Delivery),
})
export type Alert = Static<typeof Alert>

export const ALERT_STATES = ['unacknowledged', 'open', 'closed'] as const

const filter = {
  /** `unacknowledged`: open and not acknowledged. */
  state: Type.Optional(literals(ALERT_STATES)),
  kind: Type.Optional(literals(ALERT_KINDS)),
  sort: sortBy(ALERT_SORTS),
}

export const listAlerts = endpoint({
  method: 'GET',
  path: '/api/admin/alerts',
  summary: 'Alerts, open ones first by default',
  access: 'admin',
  capability: 'admin:alerts:read',
  query: Type.Object(
    {
      ...filter,
      page: Type.Optional(PageNumber),
      cursor: Type.Optional(Cursor),
      pageSize: Type.Optional(PageSize),
    },
    strict,
  ),
  responses: { 200: numberedPage(Alert) },
  errors: [],
})

export const exportAlerts = listExport({
  path: '/api/admin/alerts',
  rows: 'alerts',
  capability: 'admin:alerts:read',
  filter,
  errors: [],
})

export const acknowledgeAlert = endpoint({
  method: 'POST',
  path: '/api/admin/alerts/{id}/acknowledge',
  summary: 'Acknowledge an alert with a note. This closes an alert about a single event, such as a large win',
  access: 'admin',
  capability: 'admin:alerts:acknowledge',
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  body: Type.Object({ note: Reason }, strict),
  responses: { 200: Type.Object({ alert: Alert }) },
  errors: ['ALERT_NOT_FOUND', 'ALERT_ACKNOWLEDGED'],
})
