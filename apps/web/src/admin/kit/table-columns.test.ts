import { beforeEach, describe, expect, it } from 'vitest'
import { deviceStorage } from '../../shared/storage.ts'
import { type Column, readSorting, readVisibility, storeVisibility, writeSorting } from './table-columns.ts'

const columns: readonly Column<never>[] = [
  { id: 'name', title: 'Name', value: () => null },
  { id: 'phone', title: 'Phone', value: () => null },
  { id: 'nin', title: 'NIN', value: () => null, hidden: true },
]
const shown = () => {
  const visibility = readVisibility('users', columns)
  return Object.keys(visibility).filter((id) => visibility[id])
}

beforeEach(() => deviceStorage.remove('mupiira.console.columns.users'))

describe('the columns of a table', () => {
  it('a table shows its default columns until staff selects other columns', () => {
    expect(shown()).toEqual(['name', 'phone'])
  })

  it.each([
    ['the selected columns in the order of the table', { nin: true, phone: true }, ['name', 'phone', 'nin']],
    ['the first column even if it is not selected', { name: false }, ['name', 'phone']],
    ['only columns that still exist', { balance: true }, ['name']],
  ])('a table shows %s', (_, visibility: Record<string, boolean>, expected) => {
    storeVisibility('users', visibility)
    expect(shown()).toEqual(expected)
  })
})

it.each([
  ['', []],
  ['balance', [{ id: 'balance', desc: false }]],
  ['-balance', [{ id: 'balance', desc: true }]],
])('the sort order in the URL, %j, is parsed as %j and written back unchanged', (sort, sorting) => {
  expect(readSorting(sort)).toEqual(sorting)
  expect(writeSorting(sorting)).toBe(sort)
})
