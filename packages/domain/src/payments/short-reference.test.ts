import { expect, it } from 'vitest'
import { BOOKING_CODE_ALPHABET } from '../booking-code/booking-code.ts'
import { parseShortReference, shortReferenceFrom } from './short-reference.ts'

it.each([
  ['deposit', [0, 1, 2, 3, 4, 5, 6], 'DABCDEFG'],
  ['withdrawal', [31, 30, 29, 255, 254, 253, 32, 99], 'W987987A'],
] as const)('the short reference of a %s from the bytes %j is %s', (type, bytes, reference) => {
  expect(shortReferenceFrom(type, Uint8Array.from(bytes))).toBe(reference)
})

it('a short reference cannot be made from fewer than seven random bytes', () => {
  expect(() => shortReferenceFrom('deposit', new Uint8Array(6))).toThrow(RangeError)
})

it('every character of a short reference is parsed back to the same character', () => {
  for (const character of BOOKING_CODE_ALPHABET) {
    const reference = `D${character.repeat(7)}`
    expect(parseShortReference(reference)).toBe(reference)
  }
})

it.each([
  ['D7KQ2MXP', 'D7KQ2MXP'],
  ['  w7kq 2mxp ', 'W7KQ2MXP'],
  ['D-7KQ-2MXP', 'D7KQ2MXP'],
  ['D7KQ2MX', null],
  ['D7KQ2MXPA', null],
  ['AD7KQ2MXP', null],
  ['A7KQ2MXP', null],
  ['D7KQ2M0P', null],
  ['D7KQ2MIP', null],
  ['', null],
])('the typed short reference "%s" is read as %s', (typed, reference) => {
  expect(parseShortReference(typed)).toBe(reference)
})
