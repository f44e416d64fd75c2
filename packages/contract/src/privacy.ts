import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Id, Reason, strict } from './schemas.ts'

/** Requires the password, because a stolen session must not reveal the content of the file. */
export const exportAccount = endpoint({
  method: 'POST',
  path: '/api/account/export',
  summary: "Export all data of the player's account as JSON",
  access: 'player',
  guardsAccount: true,
  perMinute: 5,
  body: Type.Object({ currentPassword: Type.String({ maxLength: 200 }) }, strict),
  // One list of rows for each kind of data: see personal-tables.repository.ts of the server.
  responses: { 200: Type.Record(Type.String(), Type.Unknown()) },
  errors: ['CURRENT_PASSWORD_WRONG', 'LOGIN_SLOWED'],
})

export const eraseAccount = endpoint({
  method: 'POST',
  path: '/api/account/erasure',
  summary: "Close the player's account and erase personal data",
  access: 'player',
  guardsAccount: true,
  perMinute: 5,
  body: Type.Object({ currentPassword: Type.String({ maxLength: 200 }) }, strict),
  responses: { 200: Type.Object({ success: Type.Literal(true) }) },
  errors: ['CURRENT_PASSWORD_WRONG', 'LOGIN_SLOWED', 'ERASURE_BALANCE', 'ERASURE_OPEN_BETS', 'ERASURE_OPEN_PAYMENTS'],
})

const byStaff = {
  method: 'POST',
  access: 'admin',
  capability: 'admin:users:privacy',
  requiresFreshConfirmation: true,
  perMinute: 10,
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  body: Type.Object({ reason: Reason }, strict),
} as const

export const exportPlayerData = endpoint({
  ...byStaff,
  path: '/api/admin/users/{id}/export',
  summary: "Export all data of a player's account as JSON",
  responses: { 200: Type.Record(Type.String(), Type.Unknown()) },
  errors: ['USER_NOT_FOUND'],
})

export const erasePlayer = endpoint({
  ...byStaff,
  path: '/api/admin/users/{id}/erasure',
  summary: "Close a player's account and erase personal data, with a second member of staff where there is one",
  responses: { 200: Type.Object({ approvalId: Type.Null() }), 202: Type.Object({ approvalId: Id }) },
  errors: ['USER_NOT_FOUND', 'ERASURE_BALANCE', 'ERASURE_OPEN_BETS', 'ERASURE_OPEN_PAYMENTS'],
})
