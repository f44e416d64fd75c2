import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { NotificationType } from './notifications.ts'
import { Id, strict } from './schemas.ts'

/** Measures the database connection for developers (HELP-26). Returns 404 if DEVELOPER_SCREENS is off. */
export const showDeveloper = endpoint({
  method: 'GET',
  path: '/api/developer',
  summary: 'For developers: test the database connection',
  access: 'player',
  responses: { 200: Type.Object({ milliseconds: Type.Number() }) },
  errors: ['NOT_FOUND'],
})

export type SampleType = Static<typeof NotificationType>

/** Creates a sample notification (HELP-25). Returns 404 if DEVELOPER_SCREENS is off. */
export const createSampleNotification = endpoint({
  method: 'POST',
  path: '/api/developer/notifications',
  summary: 'For developers: create a sample notification for the own account',
  access: 'player',
  body: Type.Object({ type: NotificationType }, strict),
  responses: { 201: Type.Object({ id: Id }) },
  errors: ['NOT_FOUND'],
})
