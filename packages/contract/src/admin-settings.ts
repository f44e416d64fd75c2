import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Id, Instant, literals, nullable, strict } from './schemas.ts'

/** A setting in the console (DATA-27): its stored text and the allowed values. */
export const AdminSetting = Type.Object({
  id: Id,
  key: Type.String(),
  value: Type.String(),
  description: Type.String(),
  kind: literals(['boolean', 'integer', 'decimal', 'choice', 'text', 'json']),
  /** The default value. */
  initial: Type.String(),
  min: nullable(Type.Number()),
  max: nullable(Type.Number()),
  unit: nullable(Type.String()),
  choices: Type.Array(Type.String()),
  updatedAt: Instant,
  /** Null if it was never changed. */
  updatedBy: nullable(Type.String()),
  /** Changes that wait for a second admin, oldest first. */
  waiting: Type.Array(
    Type.Object({
      approvalId: Id,
      value: Type.String(),
      askedBy: Type.String(),
      askedAt: Instant,
      isOwn: Type.Boolean(),
    }),
  ),
})
export type AdminSetting = Static<typeof AdminSetting>

export const listSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  summary: 'All settings with description, range and default',
  access: 'admin',
  capability: 'admin:settings:read',
  responses: { 200: Type.Object({ items: Type.Array(AdminSetting) }) },
  errors: [],
})

export const changeSettings = endpoint({
  method: 'PUT',
  path: '/api/admin/settings',
  summary: 'Change several settings in one transaction. Some changes wait for a second admin (202)',
  access: 'admin',
  capability: 'admin:settings:edit',
  requiresFreshConfirmation: true,
  body: Type.Object(
    {
      changes: Type.Array(
        Type.Object(
          {
            key: Type.String({ maxLength: 60 }),
            value: Type.String({ maxLength: 20_000 }),
            /** The value when the form was opened. The request is rejected if it has changed since. */
            seen: Type.Optional(Type.String({ maxLength: 20_000 })),
          },
          strict,
        ),
        { minItems: 1, maxItems: 100 },
      ),
      reason: Type.Optional(Type.String({ maxLength: 500 })),
    },
    strict,
  ),
  responses: {
    200: Type.Object({ items: Type.Array(AdminSetting) }),
    /** 202: settings that affect money or staff access wait for a second approver. */
    202: Type.Object({ items: Type.Array(AdminSetting), approvalId: Id }),
  },
  errors: ['SETTING_REFUSED'],
})
