import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Id, Instant, literals, nullable, strict } from './schemas.ts'

/** A setting as the console shows it (DATA-27): its stored text, and what the text may be. */
export const AdminSetting = Type.Object({
  id: Id,
  key: Type.String(),
  value: Type.String(),
  description: Type.String(),
  kind: literals(['boolean', 'integer', 'decimal', 'choice', 'json']),
  /** The value in force before anybody changes it. */
  initial: Type.String(),
  min: nullable(Type.Number()),
  max: nullable(Type.Number()),
  unit: nullable(Type.String()),
  choices: Type.Array(Type.String()),
  updatedAt: Instant,
  /** null: never changed. */
  updatedBy: nullable(Type.String()),
  /** Other values that wait for a second admin, the oldest first. */
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
  summary: 'Every setting with its description, range and first value',
  access: 'admin',
  capability: 'admin:settings',
  responses: { 200: Type.Object({ items: Type.Array(AdminSetting) }) },
  errors: [],
})

export const changeSettings = endpoint({
  method: 'PUT',
  path: '/api/admin/settings',
  summary: 'Change settings together: all of them, or none; in force at once, or waiting for a second admin (202)',
  access: 'admin',
  capability: 'admin:settings',
  isConfirmed: true,
  body: Type.Object(
    {
      changes: Type.Array(
        Type.Object(
          {
            key: Type.String({ maxLength: 60 }),
            value: Type.String({ maxLength: 5_000 }),
            /** The value that the form was filled with: if it differs by now, nothing is changed. */
            seen: Type.Optional(Type.String({ maxLength: 5_000 })),
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
    /** 202: settings that move money or control staff access wait for a second approver. */
    202: Type.Object({ items: Type.Array(AdminSetting), approvalId: Id }),
  },
  errors: ['SETTING_REFUSED'],
})
