import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { code, csvFile, type CsvRow } from './csv.ts'

const written = async (rows: Iterable<CsvRow> | AsyncIterable<CsvRow>): Promise<string> =>
  (await buffer(csvFile('a.csv', ['Naïve', 'B'], rows).content as Readable)).toString()
const HEAD = '\uFEFFNaïve,B\r\n'

it('[PLAY-07] a CSV file starts with a UTF-8 byte order mark, so that Excel reads names correctly', async () => {
  expect(await written([['Nakató', 'x']])).toBe(`${HEAD}Nakató,x\r\n`)
})

it('[PLAY-07] user text in a CSV file is never a formula, and amounts are numbers', async () => {
  const cells = ['=cmd|x', '+1', '-2+3', '@a', '\tb', '\rc', '-25000.00', '12', 'a,b', 'say "hi"', '']
  expect(await written([cells])).toBe(`${HEAD}'=cmd|x,'+1,'-2+3,'@a,'\tb,"'\rc",-25000.00,12,"a,b","say ""hi""",\r\n`)
})

it.each([
  ['23E4', '"=""23E4"""'],
  ['MAR2345', '"=""MAR2345"""'],
  ['00771234567', '"=""00771234567"""'],
  ['K7Q2MXPA', 'K7Q2MXPA'],
  ['dep-1_2.x', 'dep-1_2.x'],
  ['=1+1', `'=1+1`],
  ['"&A1', '"""&A1"'],
])('[ADMT-24] the code %s is written to CSV so that a spreadsheet shows it as text', async (value, cell) => {
  expect(await written([[code(value), 'x']])).toBe(`${HEAD}${cell},x\r\n`)
})

it('an empty row separates the sections of a CSV file', async () => {
  expect(await written([['a', 'b'], [], ['c', 'd']])).toBe(`${HEAD}a,b\r\n\r\nc,d\r\n`)
})

it('a CSV download is aborted when reading rows fails, so an incomplete file never looks complete', async () => {
  async function* rows(): AsyncGenerator<CsvRow> {
    yield ['a', 'b']
    throw new Error('the database is unavailable')
  }
  await expect(written(rows())).rejects.toThrow('the database is unavailable')
})
