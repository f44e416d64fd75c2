import { describe, expect, it } from 'vitest'
import { can, canManage, capabilitiesOf, isStaff, PLAYER_ROLE, rolesWith, STAFF_ROLES } from './capabilities.ts'
import type { Actor, Capability } from './capabilities.ts'

const actors = {
  visitor: null,
  user: { role: 'user', status: 'active' },
  suspended: { role: 'user', status: 'suspended' },
  banned: { role: 'user', status: 'banned' },
  admin: { role: 'admin', status: 'active' },
} as const satisfies Record<string, Actor>

describe('capabilities', () => {
  it.each([
    ['[SLIP-60]', 'visitor', 'bet:place', false],
    ['[SLIP-47]', 'user', 'bet:place', true],
    ['[ADMX-28]', 'admin', 'bet:place', false],
    ['[ADMX-28]', 'admin', 'aviator:play', false],
    ['[AUTH-74]', 'suspended', 'bet:place', false],
    ['[AUTH-74]', 'banned', 'wallet:withdraw', false],
    ['[ADMX-06]', 'user', 'admin:enter', false],
    ['[ADMX-06]', 'visitor', 'admin:enter', false],
    ['[ADMX-06]', 'admin', 'admin:enter', true],
    ['[ADMS-16]', 'user', 'admin:settings', false],
    ['[ADMS-16]', 'admin', 'admin:settings', true],
    ['[NOTE-13]', 'user', 'admin:notices', false],
    ['[NOTE-13]', 'admin', 'admin:notices', true],
    ['[DEP-05]', 'visitor', 'wallet:deposit', false],
    ['[ADMX-28]', 'admin', 'wallet:deposit', false],
  ] as const)('%s an actor with the role %s has the capability %s: %s', (_, actor, capability, allowed) => {
    expect(can(actors[actor], capability satisfies Capability)).toBe(allowed)
  })

  it.each(STAFF_ROLES)('[ADMX-28] the staff role %s has the console capability and no player capability', (role) => {
    const own: readonly Capability[] = ['bet:view-own', 'wallet:view-own', 'notifications:read', 'profile:edit-own']
    const others = capabilitiesOf(role).filter((each) => !own.includes(each))
    expect(others).toContain('admin:enter')
    expect(others.filter((each) => !each.startsWith('admin:'))).toEqual([])
    expect(isStaff(role)).toBe(true)
  })

  it('[AUTH-66] the role of a newly registered user is not a staff role and has no console capability', () => {
    expect(isStaff(PLAYER_ROLE)).toBe(false)
    expect(capabilitiesOf(PLAYER_ROLE).filter((each) => each.startsWith('admin:'))).toEqual([])
  })

  it('[ADMT-30] only roles with money capabilities count as approvers', () => {
    expect(rolesWith('admin:money').every(isStaff)).toBe(true)
    expect(rolesWith('bet:place')).toEqual([PLAYER_ROLE])
  })
})

it.each([
  ['admin', 'user', true],
  ['admin', 'admin', true],
  ['user', 'admin', false],
] as const)('the role %s may lock an account with the role %s: %s', (role, other, expected) => {
  expect(canManage(role, other)).toBe(expected)
})
