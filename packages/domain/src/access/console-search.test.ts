import { expect, it } from 'vitest'
import { parseConsoleSearch } from './console-search.ts'

const NUMBER = { from: '+256772611123', to: '+256772611123' }
const START = { from: '+256772000000', to: '+256772999999' }

it.each([
  ['0772611123', NUMBER],
  ['772611123', NUMBER],
  ['+256772611123', NUMBER],
  ['256 77 261 1123', NUMBER],
  ['00256772611123', NUMBER],
  ['0772 611-123', NUMBER],
  ['0772', START],
  ['+256772', START],
  ['256772', START],
  ['7726', { from: '+256772600000', to: '+256772699999' }],
  ['772', null],
  ['+256', null],
  ['077', null],
  ['07726111234', null],
  ['0772a', null],
])('a search for “%s” finds the numbers that begin so', (typed, phone) => {
  expect(parseConsoleSearch(typed).phone).toEqual(phone)
})

it.each([
  ['Grace', ['grace']],
  ['  Grace   NAKATO ', ['grace', 'nakato']],
  ['Zoë O’Brien-Kato', ['zoe', 'o', 'brien', 'kato']],
  ['0772', []],
  ['grace@example.com', []],
  [`a' | b:* & !c`, ['a', 'b', 'c']],
  ['one two three four five six', ['one', 'two', 'three', 'four', 'five']],
])('a search for “%s” has the words %o', (typed, words) => {
  expect(parseConsoleSearch(typed).words).toEqual(words)
})

it.each([
  ['k7q2', { code: 'K7Q2', reference: null }],
  ['K7Q2MXPA', { code: 'K7Q2MXPA', reference: 'K7Q2MXPA' }],
  ['d7kq 2mxp', { code: null, reference: 'd7kq 2mxp' }],
  ['WABCDEFG', { code: 'WABCDEFG', reference: 'WABCDEFG' }],
  ['DEP-01990000000070008000000000000001', { code: null, reference: 'DEP-01990000000070008000000000000001' }],
  ['12345678901', { code: '12345678901', reference: '12345678901' }],
  ['7726', { code: null, reference: null }],
  ['Grace', { code: 'GRACE', reference: null }],
  ['Wakiso Giants', { code: null, reference: null }],
])('a search for “%s” may be for the code or reference %o', (typed, expected) => {
  expect(parseConsoleSearch(typed)).toMatchObject(expected)
})

it('only a complete e-mail address is searched', () => {
  expect(parseConsoleSearch(' Grace@Example.com ').email).toBe('grace@example.com')
  expect(parseConsoleSearch('grace@').email).toBeNull()
})
