import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { MIGRATION_CHECKSUMS } from './migration-checksums.ts'
import { repositorySources, type Sources } from './sources.ts'

const folder = 'apps/server/src/migrations/'
const list = 'tests/architecture/migration-checksums.ts'

/** Migrations that differ from the list of checksums, and what to do about it. */
function changedMigrations(sources: Sources, listed: Readonly<Record<string, string>>): string[] {
  const found = new Map(
    [...sources].flatMap(([path, text]) =>
      path.startsWith(folder)
        ? [[path.slice(folder.length), createHash('sha256').update(text).digest('hex')] as const]
        : [],
    ),
  )
  const names = new Set([...found.keys(), ...Object.keys(listed)])
  return [...names].toSorted().flatMap((name) => {
    const checksum = found.get(name)
    if (checksum === undefined) return [`${name} was removed: restore it`]
    if (listed[name] === undefined) return [`${name} is new: add to ${list} the line '${name}': '${checksum}',`]
    if (listed[name] === checksum) return []
    return [
      `${name} was changed, so databases that have applied it would not start: restore it and add a new migration`,
    ]
  })
}

it('no migration has changed since it was added, and each is listed with its checksum', () => {
  expect(changedMigrations(repositorySources(), MIGRATION_CHECKSUMS)).toEqual([])
})

describe('a deliberate violation', () => {
  const sources: Sources = new Map([[`${folder}0001-roles.sql`, 'create role player;\n']])
  const checksum = createHash('sha256').update('create role player;\n').digest('hex')

  it.each([
    ['a listed migration', { '0001-roles.sql': checksum }, []],
    [
      'a changed migration',
      { '0001-roles.sql': checksum.replace(/^./, 'x') },
      [
        '0001-roles.sql was changed, so databases that have applied it would not start: restore it and add a new migration',
      ],
    ],
    ['a new migration', {}, [`0001-roles.sql is new: add to ${list} the line '0001-roles.sql': '${checksum}',`]],
    [
      'a removed migration',
      { '0000-start.sql': checksum, '0001-roles.sql': checksum },
      ['0000-start.sql was removed: restore it'],
    ],
  ])('the checksums of %s compared with the list %j: %j', (_what, listed, faults) => {
    expect(changedMigrations(sources, listed)).toEqual(faults)
  })
})
