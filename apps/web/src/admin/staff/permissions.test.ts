import { describe, expect, it } from 'vitest'
import { capabilitiesOfRole, STAFF_CAPABILITY_NAMES, STAFF_ROLE_NAMES } from '@mupiira/domain/access/staff-roles.ts'
import { roleText } from '@mupiira/contract/list-columns.ts'
import { capabilityAreas, chosenFrom, readChosen, rolesWithin } from './permissions.ts'

describe('the permissions of a member of staff', () => {
  it('[ADMX-06] a role is sent without capabilities, and an own set with its name and known capabilities', () => {
    expect(readChosen({ role: 'risk', title: '', capabilities: [] })).toEqual({ permissions: { role: 'risk' } })
    const own = { role: 'own', title: ' Night shift ', capabilities: ['admin:bets:read', 'admin:gone'] } as const
    expect(readChosen(own)).toEqual({
      permissions: { role: 'own', title: 'Night shift', capabilities: ['admin:bets:read'] },
    })
    expect(readChosen({ ...own, title: ' ' })).toEqual({ problem: 'Please enter a name for these permissions.' })
    expect(readChosen({ ...own, capabilities: [] })).toEqual({ problem: 'Please choose at least one permission.' })
  })

  it('[ADMX-06] the form starts with the present permissions', () => {
    expect(chosenFrom(null)).toEqual({ role: 'care', title: '', capabilities: [] })
    expect(chosenFrom({ role: 'trader' }).capabilities).toEqual(capabilitiesOfRole('trader'))
    const own = { role: 'own' as const, title: 'Night shift', capabilities: ['admin:enter' as const] }
    expect(chosenFrom(own)).toEqual(own)
  })

  it('[ADMX-06] staff can choose only roles and capabilities whose rights they have', () => {
    expect(rolesWithin(STAFF_CAPABILITY_NAMES)).toEqual(STAFF_ROLE_NAMES)
    expect(rolesWithin(capabilitiesOfRole('auditor'))).toEqual(['auditor'])
    expect(capabilityAreas(['admin:bets:read', 'admin:enter'])).toEqual([
      ['Console', ['admin:enter']],
      ['Bets', ['admin:bets:read']],
    ])
  })

  it('[ADMX-06] the list names the role, or that there is none', () => {
    expect(roleText({ permissions: { role: 'care' }, leftAt: null })).toBe('Customer care')
    expect(roleText({ permissions: null, leftAt: null })).toBe('No role')
    expect(roleText({ permissions: null, leftAt: '2026-11-21T12:00:00.000Z' })).toBe('Left')
  })
})
