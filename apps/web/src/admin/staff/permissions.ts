import type { StaffListItem } from '@mupiira/contract/admin-staff.ts'
import {
  capabilitiesOf,
  includesAll,
  OWN_PERMISSIONS,
  STAFF_CAPABILITIES,
  STAFF_CAPABILITY_NAMES,
  STAFF_ROLE_NAMES,
  type StaffCapability,
  type StaffRole,
} from '@mupiira/domain/access/staff-roles.ts'

export type Permissions = NonNullable<StaffListItem['permissions']>

/** The values of the fields that choose a role or an own set. */
export type ChosenPermissions = {
  readonly role: StaffRole | typeof OWN_PERMISSIONS
  readonly title: string
  readonly capabilities: readonly string[]
}

export const chosenFrom = (permissions: Permissions | null): ChosenPermissions => ({
  role: permissions?.role ?? 'care',
  title: permissions?.role === OWN_PERMISSIONS ? permissions.title : '',
  capabilities: permissions === null ? [] : [...capabilitiesOf(permissions)],
})

/** The permissions to send, or why they are incomplete. */
export function readChosen(
  chosen: ChosenPermissions,
): { readonly permissions: Permissions } | { readonly problem: string } {
  const { role } = chosen
  if (role !== OWN_PERMISSIONS) return { permissions: { role } }
  const title = chosen.title.trim()
  const capabilities = STAFF_CAPABILITY_NAMES.filter((each) => chosen.capabilities.includes(each))
  if (title === '') return { problem: 'Please enter a name for these permissions.' }
  if (capabilities.length === 0) return { problem: 'Please choose at least one permission.' }
  return { permissions: { role, title, capabilities } }
}

/** The roles whose rights are all among these. */
export const rolesWithin = (held: readonly StaffCapability[]): readonly StaffRole[] =>
  STAFF_ROLE_NAMES.filter((role) => includesAll(held, capabilitiesOf({ role })))

/** The capabilities of the console by area, in its order. */
export function capabilityAreas(
  held: readonly StaffCapability[],
): readonly (readonly [area: string, capabilities: readonly StaffCapability[]])[] {
  const areas = new Map<string, StaffCapability[]>()
  for (const capability of STAFF_CAPABILITY_NAMES) {
    if (!held.includes(capability)) continue
    const { area } = STAFF_CAPABILITIES[capability]
    areas.set(area, [...(areas.get(area) ?? []), capability])
  }
  return [...areas]
}
