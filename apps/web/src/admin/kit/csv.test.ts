import { expect, it } from 'vitest'
import { csvOf } from './csv.ts'
import type { Column } from './table-columns.ts'

type Row = {
  readonly name: string
  readonly code: string
  readonly amount: number
  readonly end: string | Date | null
}
const columns: readonly Column<Row>[] = [
  { id: 'name', title: 'Name', value: ({ name }) => name },
  { id: 'code', title: 'Code', value: ({ code }) => code },
  { id: 'amount', title: 'Amount', value: ({ amount }) => amount },
  { id: 'end', title: 'End', value: ({ end }) => end },
]
const fileOf = (row: Partial<Row>) => csvOf(columns, [{ name: 'Okello', code: 'K7', amount: 1, end: null, ...row }])

it('[ADMT-22] a CSV file has a byte order mark, a title line and one line per row', () => {
  expect(fileOf({})).toBe('\uFEFFName,Code,Amount,End\r\nOkello,K7,1,\r\n')
})

it.each([
  ['a quotation mark', { name: 'Ok"ello, J' }, '"Ok""ello, J",K7,1,'],
  ['a formula', { name: '=HYPERLINK("x")' }, `"'=HYPERLINK(""x"")",K7,1,`],
  ['a phone number', { name: '+256 77 200 0100' }, '+256 77 200 0100,K7,1,'],
  ['a time', { end: new Date('2026-11-30T08:37:00Z') }, 'Okello,K7,1,2026-11-30 11:37:00'],
  ['a code of digits', { code: '0012' }, 'Okello,"=""0012""",1,'],
  ['a code that looks like an exponent', { code: '12E4' }, 'Okello,"=""12E4""",1,'],
  ['a code that looks like a date', { code: 'MAR2345' }, 'Okello,"=""MAR2345""",1,'],
  ['a code that looks like a day', { code: '5jan' }, 'Okello,"=""5jan""",1,'],
  ['a score', { code: '1 - 2' }, 'Okello,"=""1 - 2""",1,'],
  ['a name that starts like a month', { name: 'Mariam' }, 'Mariam,K7,1,'],
  ['a negative amount', { amount: -2_500.5 }, 'Okello,K7,-2500.5,'],
] as const)('[ADMT-22] a CSV cell with %s is shown unchanged by a spreadsheet', (_, row, line) => {
  expect(fileOf(row).split('\r\n')[1]).toBe(line)
})
