import { describe, expect, it } from 'vitest'
import { type Advisory, compareVersions, findingsOf, lockedPackages } from './advisories.ts'

const LOCKED = lockedPackages({
  packages: {
    '': { version: '1.0.0' },
    'apps/web': { version: '1.0.0' },
    'node_modules/plain': { version: '2.3.1' },
    'node_modules/plain/node_modules/@scope/nested': { version: '1.0.0-rc.2' },
    'node_modules/alias': { name: 'original', version: '4.0.0', dev: true },
  },
})
const byName = Map.groupBy(LOCKED, ({ name }) => name)

const advisory = (name: string, change: object, ecosystem = 'npm'): Advisory => ({
  id: 'GHSA-1',
  modified: '2026-11-01T00:00:00Z',
  summary: 'It leaks',
  affected: [{ package: { ecosystem, name }, ...change }],
})
const events = (...list: object[]) => ({ ranges: [{ type: 'SEMVER', events: list }] })

describe('the check of advisories', () => {
  it('the advisory check reads name, version and use of each locked package, without the workspaces', () => {
    expect(LOCKED).toEqual([
      { name: 'plain', version: '2.3.1', isShipped: true },
      { name: '@scope/nested', version: '1.0.0-rc.2', isShipped: true },
      { name: 'original', version: '4.0.0', isShipped: false },
    ])
  })

  it.each([
    ['every version', 'plain', events({ introduced: '0' }), true],
    ['versions below a later fix', 'plain', events({ introduced: '0' }, { fixed: '2.3.2' }), true],
    ['versions below this one', 'plain', events({ introduced: '0' }, { fixed: '2.3.1' }), false],
    ['versions up to this one', 'plain', events({ introduced: '2.0.0' }, { last_affected: '2.3.1' }), true],
    ['versions up to an earlier one', 'plain', events({ introduced: '2.0.0' }, { last_affected: '2.3.0' }), false],
    ['later versions', 'plain', events({ introduced: '2.10.0' }), false],
    [
      'a second range, in any order',
      'plain',
      events({ introduced: '2.0.0' }, { introduced: '0' }, { fixed: '1.0.0' }),
      true,
    ],
    ['this version by name', 'plain', { versions: ['2.3.1'] }, true],
    ['pre-releases of a fixed version', '@scope/nested', events({ introduced: '0' }, { fixed: '1.0.0' }), true],
    ['the original of an alias', 'original', events({ introduced: '0' }), true],
    ['commits only', 'plain', { ranges: [{ type: 'GIT', events: [{ introduced: '0' }] }] }, false],
    ['another package', 'other', events({ introduced: '0' }), false],
  ])('an advisory about %s of %s affects the locked version: $3', (_, name, change, isAffected) => {
    expect(findingsOf(advisory(name, change), byName).map((finding) => finding.name)).toEqual(isAffected ? [name] : [])
  })

  it('the advisory check ignores withdrawn advisories and packages of another registry', () => {
    const all = events({ introduced: '0' })
    expect(findingsOf({ ...advisory('plain', all), withdrawn: '2026-11-02T00:00:00Z' }, byName)).toEqual([])
    expect(findingsOf(advisory('plain', all, 'PyPI'), byName)).toEqual([])
  })

  it('the advisory check orders versions and their pre-releases', () => {
    const ordered = ['0', '1.0.0-1', '1.0.0-2', '1.0.0-10', '1.0.0-alpha', '1.0.0-alpha.1', '1.0.0', '1.2.0', '1.10.0']
    expect(ordered.toReversed().toSorted(compareVersions)).toEqual(ordered)
    expect(compareVersions('1.0.0+build', '1.0.0')).toBe(0)
  })
})
