import { describe, expect, it } from 'vitest'
import { type Actor, can, type Capability, isStaff, PLAYER_ROLE, STAFF_ACCOUNT_ROLES } from './capabilities.ts'
import { capabilitiesOfRole } from './staff-roles.ts'

const actors = {
  visitor: null,
  user: { role: 'user', status: 'active' },
  suspended: { role: 'user', status: 'suspended' },
  banned: { role: 'user', status: 'banned' },
  manager: { role: 'admin', status: 'active', capabilities: capabilitiesOfRole('manager') },
  suspendedManager: { role: 'admin', status: 'suspended', capabilities: capabilitiesOfRole('manager') },
  /** A staff account whose role has ended. */
  formerStaff: { role: 'admin', status: 'active', capabilities: [] },
  withoutRole: { role: 'admin', status: 'active' },
} as const satisfies Record<string, Actor>

describe('capabilities', () => {
  it.each([
    ['[SLIP-60]', 'visitor', 'bet:place', false],
    ['[SLIP-47]', 'user', 'bet:place', true],
    ['[ADMX-28]', 'manager', 'bet:place', false],
    ['[ADMX-28]', 'manager', 'aviator:play', false],
    ['[AUTH-74]', 'suspended', 'bet:place', false],
    ['[AUTH-74]', 'banned', 'wallet:withdraw', false],
    ['[ADMX-06]', 'user', 'admin:enter', false],
    ['[ADMX-06]', 'visitor', 'admin:enter', false],
    ['[ADMX-06]', 'manager', 'admin:enter', true],
    ['[ADMX-06]', 'suspendedManager', 'admin:enter', false],
    ['[ADMX-06]', 'formerStaff', 'admin:enter', false],
    ['[ADMX-06]', 'withoutRole', 'admin:enter', false],
    ['[ADMX-28]', 'withoutRole', 'bet:place', false],
    ['[ADMS-16]', 'user', 'admin:settings:edit', false],
    ['[ADMS-16]', 'manager', 'admin:settings:edit', true],
    ['[NOTE-13]', 'user', 'admin:notices:edit', false],
    ['[NOTE-13]', 'manager', 'admin:notices:edit', true],
    ['[DEP-05]', 'visitor', 'wallet:deposit', false],
    ['[ADMX-28]', 'manager', 'wallet:deposit', false],
  ] as const)('%s the actor %s has the capability %s: %s', (_, actor, capability, allowed) => {
    expect(can(actors[actor], capability satisfies Capability)).toBe(allowed)
  })

  it('[AUTH-66] the role of a newly registered user is not a staff role', () => {
    expect(isStaff(PLAYER_ROLE)).toBe(false)
    expect(STAFF_ACCOUNT_ROLES.every(isStaff)).toBe(true)
  })
})
