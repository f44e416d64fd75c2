import { expect, it } from 'vitest'
import { isBefore, readCursor, writeCursor } from './cursor.ts'

it.each([
  ['7.10', { position: 7, atMs: 36 }],
  ['7', { position: 7, atMs: null }],
  ['', null],
  ['7.', null],
  ['-1', null],
  ['7.10.3', null],
  ['7.A', null],
  [['7'], null],
  [undefined, null],
])('the event id %o is parsed as the cursor %o, and formatted unchanged', (text, cursor) => {
  expect(readCursor(text)).toEqual(cursor)
  if (cursor !== null) expect(writeCursor(cursor)).toBe(text)
})

const published = { position: 7, atMs: 1_000 }

it.each([
  ['at an earlier position', { position: 6, atMs: 2_000 }, published, true],
  ['at the same position but earlier', { position: 7, atMs: 999 }, published, true],
  ['at the same moment', published, published, false],
  ['at the same position but later', { position: 7, atMs: 1_001 }, published, false],
  ['at a later position', { position: 8, atMs: 1_001 }, published, false],
  ['with a position only', { position: 7, atMs: null }, published, false],
  ['without a publication', { position: 6, atMs: 0 }, null, false],
])('a stream $0 has missed a publication: $3', (_, from, last, missed) => {
  expect(isBefore(from, last)).toBe(missed)
})
