import { expect, it } from 'vitest'
import { reasonRule } from './reason-rule.ts'

it.each([
  ['', 'Please say why.'],
  ['  ', 'Please say why.'],
  ['ok', 'A reason has at least 3 characters.'],
  [' ok ', 'A reason has at least 3 characters.'],
  ['VAR', true],
] as const)('a reason of staff is checked in the form like on the server: "%s"', (text, expected) => {
  expect(reasonRule('Please say why.').validate(text)).toBe(expected)
})
