import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Id } from './schemas.ts'

/** Who sits at the console, and what he may do there. */
export const StaffMember = Type.Object({
  userId: Id,
  name: Type.String(),
  phoneNumber: Type.String(),
  capabilities: Type.Array(Type.String()),
})
export type StaffMember = Static<typeof StaffMember>

export const getStaffMember = endpoint({
  method: 'GET',
  path: '/api/admin/me',
  summary: 'Who sits at the console',
  access: 'admin',
  capability: 'admin:enter',
  responses: { 200: StaffMember },
  errors: [],
})
