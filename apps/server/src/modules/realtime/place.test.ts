import { expect, it } from 'vitest'
import { isBefore, readPlace, writePlace } from './place.ts'

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

const told = { position: 7, atMs: 1_000 }

it.each([
  ['at an earlier position', { position: 6, atMs: 2_000 }, told, true],
  ['at the same position earlier', { position: 7, atMs: 999 }, told, true],
  ['at that very moment', told, told, false],
  ['at the same position later', { position: 7, atMs: 1_001 }, told, false],
  ['at a later position', { position: 8, atMs: 1_001 }, told, false],
  ['by its position alone', { position: 7, atMs: null }, told, false],
  ['where nothing was told', { position: 6, atMs: 0 }, null, false],
])('a stream that stood %s has missed what was told, or not', (_, from, last, missed) => {
  expect(isBefore(from, last)).toBe(missed)
})
