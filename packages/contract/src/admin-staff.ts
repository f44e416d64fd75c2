import { type Static, Type } from 'typebox'
import { ACCOUNT_STATUSES } from '@mupiira/domain/access/capabilities.ts'
import {
  capabilitiesOfRole,
  OWN_PERMISSIONS,
  STAFF_CAPABILITY_NAMES,
  STAFF_ROLE_NAMES,
  type StaffRole,
} from '@mupiira/domain/access/staff-roles.ts'
import { type Endpoint, endpoint } from './endpoint.ts'
import { listExport } from './list-export.ts'
import { Id, Instant, literals, nullable, Reason, strict } from './schemas.ts'

/** A role, or an own set of capabilities with a name. */
const Permissions = Type.Union([
  Type.Object({ role: literals(STAFF_ROLE_NAMES) }, strict),
  Type.Object(
    {
      role: Type.Literal(OWN_PERMISSIONS),
      title: Type.String({ minLength: 1, maxLength: 40 }),
      capabilities: Type.Array(literals(STAFF_CAPABILITY_NAMES), { minItems: 1, uniqueItems: true }),
    },
    strict,
  ),
])

export const StaffListItem = Type.Object({
  id: Id,
  name: Type.String(),
  phoneNumber: Type.String(),
  accountStatus: literals(ACCOUNT_STATUSES),
  /** Null: no role yet, or the person has left. */
  permissions: nullable(Permissions),
  givenBy: nullable(Type.String()),
  givenAt: nullable(Instant),
  leftAt: nullable(Instant),
  hasSecondFactor: Type.Boolean(),
  sessions: Type.Integer(),
  lastSeenAt: nullable(Instant),
  isOwn: Type.Boolean(),
  /** False for colleagues with more rights than the caller. */
  isManageable: Type.Boolean(),
})
export type StaffListItem = Static<typeof StaffListItem>

const editing = {
  access: 'admin',
  capability: 'admin:staff:edit',
  requiresFreshConfirmation: true,
  method: 'POST',
  perMinute: 60,
} as const
const params = Type.Object({ id: Type.String({ maxLength: 64 }) })
/** The request that waits for another manager; null if the change has been made. */
const ApprovalId = nullable(Id)

export const listStaff = endpoint({
  method: 'GET',
  path: '/api/admin/staff',
  summary: 'Members of staff with their roles and sessions, by name; those who left come last',
  access: 'admin',
  capability: 'admin:staff:read',
  responses: { 200: Type.Object({ items: Type.Array(StaffListItem) }) },
  errors: [],
})

export const exportStaff = listExport({
  path: '/api/admin/staff',
  rows: 'members of staff',
  capability: 'admin:staff:read',
  filter: {},
  errors: [],
})

export const inviteStaff = endpoint({
  ...editing,
  path: '/api/admin/staff',
  summary:
    'Create a staff account without a password, which its owner sets by SMS code. Its role waits if another manager exists',
  body: Type.Object(
    {
      phoneNumber: Type.String({ maxLength: 30 }),
      name: Type.String({ minLength: 1, maxLength: 100 }),
      permissions: Permissions,
      reason: Reason,
    },
    strict,
  ),
  responses: { 201: Type.Object({ id: Id, approvalId: ApprovalId }) },
  errors: ['INVALID_PHONE', 'STAFF_PHONE_TAKEN', 'STAFF_RIGHTS'],
})

export const changeStaffPermissions = endpoint({
  ...editing,
  path: '/api/admin/staff/{id}/permissions',
  summary: 'Give a member of staff another role and end their sessions; waits if another manager exists (202)',
  params,
  /** `seen`: when the present role was given, as the form showed it. */
  body: Type.Object({ permissions: Permissions, seen: nullable(Instant), reason: Reason }, strict),
  responses: { 200: Type.Object({ approvalId: Type.Null() }), 202: Type.Object({ approvalId: Id }) },
  errors: ['STAFF_NOT_FOUND', 'STAFF_RIGHTS', 'STAFF_CHANGED', 'OWN_ACCOUNT'],
})

export const resetStaffSecondFactor = endpoint({
  ...editing,
  path: '/api/admin/staff/{id}/second-factor/reset',
  summary: 'Remove the lost second factor of a member of staff and end their sessions',
  params,
  body: Type.Object({ reason: Reason }, strict),
  responses: { 200: Type.Object({ success: Type.Literal(true) }) },
  errors: ['STAFF_NOT_FOUND', 'STAFF_RIGHTS', 'OWN_ACCOUNT', 'SECOND_FACTOR_UNSET'],
})

export const endStaffMembership = endpoint({
  ...editing,
  path: '/api/admin/staff/{id}/leave',
  summary: 'Record that a member of staff has left: ends their role and sessions and suspends the account',
  params,
  body: Type.Object({ reason: Reason }, strict),
  responses: { 200: Type.Object({ success: Type.Literal(true) }) },
  errors: ['STAFF_NOT_FOUND', 'STAFF_RIGHTS', 'OWN_ACCOUNT'],
})

/** The roles that may call an operation of staff. */
export const rolesThatMayCall = ({ capability }: Pick<Endpoint, 'capability'>): readonly StaffRole[] =>
  STAFF_ROLE_NAMES.filter((role) => capability !== undefined && capabilitiesOfRole(role).includes(capability))
