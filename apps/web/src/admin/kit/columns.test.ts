import { describe, expect, it } from 'vitest'
import { nextSort, shownColumns, type Column } from './columns.ts'

const columns: readonly Column<string>[] = [
  { id: 'name', title: 'Name', cell: (row) => row },
  { id: 'phone', title: 'Phone', cell: (row) => row },
  { id: 'nin', title: 'NIN', cell: (row) => row, hidden: true },
]
const ids = (chosen: readonly string[] | null) => shownColumns(columns, chosen).map(({ id }) => id)

describe('columns of a table', () => {
  it.each([
    ['those that it begins with', null, ['name', 'phone']],
    ['those that were chosen, in the order of the table', ['nin', 'phone'], ['name', 'phone', 'nin']],
    ['the first in any case', [], ['name']],
    ['none that is not there any more', ['balance'], ['name']],
  ])('are %s', (_which, chosen, shown) => {
    expect(ids(chosen)).toEqual(shown)
  })

  it('are sorted greatest first, smallest first, and not at all, one press after the other', () => {
    const presses = ['', '-balance', 'balance', 'name']
    expect(presses.map((sort) => nextSort(sort, 'balance'))).toEqual(['-balance', 'balance', '', '-balance'])
  })
})
