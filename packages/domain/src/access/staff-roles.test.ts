import { describe, expect, it } from 'vitest'
import { APPROVAL_KINDS, type ApprovalKind, approverNeeds } from './approval-kinds.ts'
import {
  capabilitiesOf,
  capabilitiesOfRole,
  includesAll,
  isReading,
  permissionsLabel,
  readPermissions,
  STAFF_CAPABILITY_NAMES,
  STAFF_ROLE_NAMES,
  type StaffCapability,
  type StaffRole,
} from './staff-roles.ts'

const holds = (role: StaffRole, capability: StaffCapability) => capabilitiesOfRole(role).includes(capability)

describe('staff roles', () => {
  it.each(STAFF_ROLE_NAMES)('[ADMX-06] the role %s may open the console', (role) => {
    expect(holds(role, 'admin:enter')).toBe(true)
  })

  it('[ADMX-06] a manager may do everything, so every capability has a role', () => {
    expect(capabilitiesOfRole('manager')).toEqual(STAFF_CAPABILITY_NAMES)
  })

  it('[ADMX-06] an auditor reads everything and changes nothing', () => {
    expect(capabilitiesOfRole('auditor')).toEqual(STAFF_CAPABILITY_NAMES.filter(isReading))
  })

  it.each([
    ['care', 'admin:odds:edit'],
    ['care', 'admin:games:edit'],
    ['care', 'admin:users:adjust'],
    ['trader', 'admin:users:adjust'],
    ['trader', 'admin:payments:decide'],
    ['finance', 'admin:odds:edit'],
    ['risk', 'admin:odds:edit'],
    ['risk', 'admin:payments:decide'],
    ['marketing', 'admin:users:read'],
    ['marketing', 'admin:payments:read'],
  ] as const)('[ADMX-06] the role %s does not hold %s', (role, capability) => {
    expect(holds(role, capability)).toBe(false)
  })

  it.each(STAFF_ROLE_NAMES.filter((role) => capabilitiesOfRole(role).some((each) => !isReading(each))))(
    '[ADMX-06] the role %s can see what it may change',
    (role) => {
      const readable = new Set(STAFF_CAPABILITY_NAMES.filter((each) => each.endsWith(':read')).map(areaOf))
      for (const capability of capabilitiesOfRole(role)) {
        if (!readable.has(areaOf(capability))) continue
        expect(holds(role, `${areaOf(capability)}:read` as StaffCapability), capability).toBe(true)
      }
    },
  )

  it.each(Object.keys(APPROVAL_KINDS) as ApprovalKind[])(
    '[ADMT-30] approvals of the kind %s can be decided by a role besides the manager or by two managers',
    (kind) => {
      expect(includesAll(capabilitiesOfRole('manager'), approverNeeds(kind))).toBe(true)
      expect(includesAll(capabilitiesOfRole('auditor'), approverNeeds(kind))).toBe(false)
    },
  )
})

describe('own permission sets', () => {
  const own = { role: 'own', title: 'Night shift', capabilities: ['admin:enter', 'admin:chat:read'] }

  it('an own set holds exactly its capabilities and has its name', () => {
    const permissions = readPermissions(own)
    expect(permissions).toEqual(own)
    if (permissions === null) return
    expect(capabilitiesOf(permissions)).toEqual(['admin:enter', 'admin:chat:read'])
    expect(permissionsLabel(permissions)).toBe('Night shift')
    expect(permissionsLabel({ role: 'care' })).toBe('Customer care')
  })

  it('a stored capability or role that no longer exists gives nothing', () => {
    const stored = { role: 'own', title: null, capabilities: ['admin:enter', 'admin:everything'] }
    expect(readPermissions(stored)).toEqual({ role: 'own', title: '', capabilities: ['admin:enter'] })
    expect(readPermissions({ role: 'own', title: 'Empty', capabilities: null })).toMatchObject({ capabilities: [] })
    expect(readPermissions({ role: 'owner', title: null, capabilities: null })).toBeNull()
  })
})

const areaOf = (capability: StaffCapability): string => capability.slice(0, capability.lastIndexOf(':'))
