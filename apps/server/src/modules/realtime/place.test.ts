import { expect, it } from 'vitest'
import { readPlace, writePlace } from './place.ts'

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
])('the id %o is read as %o, and written as it was', (text, place) => {
  expect(readPlace(text)).toEqual(place)
  if (place !== null) expect(writePlace(place)).toBe(text)
})
