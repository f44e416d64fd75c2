import { type Static, Type } from 'typebox'
import { SETTING_EFFECTS } from '@mupiira/domain/settings/effects.ts'
import { endpoint } from './endpoint.ts'
import { Id, Instant, literals, nullable, Reason, strict } from './schemas.ts'

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

const ChangedValue = {
  key: Type.String({ maxLength: 60 }),
  value: Type.String({ maxLength: 20_000 }),
}

/** The changes as they would be saved, and what each of them affects. */
export const SettingsPreview = Type.Object({
  /** `wait`: at least one change waits for a second member of staff. `alone`: it would, but there is no second one. */
  approval: literals(['none', 'alone', 'wait']),
  changes: Type.Array(
    Type.Object({
      key: Type.String(),
      before: Type.String(),
      after: Type.String(),
      /** True if one member of staff may make this change alone. */
      isAllowedAlone: Type.Boolean(),
      /** What the change affects. `count` is null for an effect without a number. */
      effects: Type.Array(
        Type.Object({ kind: literals(SETTING_EFFECTS), count: nullable(Type.Integer({ minimum: 0 })) }),
      ),
    }),
  ),
})
export type SettingsPreview = Static<typeof SettingsPreview>

export const previewSettings = endpoint({
  method: 'POST',
  path: '/api/admin/settings/preview',
  summary: 'Preview a change of settings: what it affects, and whether it waits for a second member of staff',
  access: 'admin',
  capability: 'admin:settings:edit',
  perMinute: 60,
  body: Type.Object({ changes: Type.Array(Type.Object(ChangedValue, strict), { minItems: 1, maxItems: 100 }) }, strict),
  responses: { 200: SettingsPreview },
  errors: ['SETTING_REFUSED'],
})

export const changeSettings = endpoint({
  method: 'PUT',
  path: '/api/admin/settings',
  summary:
    'Change settings. What one member of staff may change alone applies at once, and the rest waits for a second one (202)',
  access: 'admin',
  capability: 'admin:settings:edit',
  requiresFreshConfirmation: true,
  body: Type.Object(
    {
      changes: Type.Array(
        Type.Object(
          {
            ...ChangedValue,
            /** The value when the form was opened. The request is rejected if it has changed since. */
            seen: Type.Optional(Type.String({ maxLength: 20_000 })),
          },
          strict,
        ),
        { minItems: 1, maxItems: 100 },
      ),
      reason: Reason,
    },
    strict,
  ),
  responses: {
    200: Type.Object({ items: Type.Array(AdminSetting) }),
    /** 202: these changes wait for a second approver, except those that one member of staff may make alone. */
    202: Type.Object({ items: Type.Array(AdminSetting), approvalId: Id }),
  },
  errors: ['SETTING_REFUSED'],
})
