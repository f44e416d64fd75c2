import { expect, it } from 'vitest'
import { Compile } from 'typebox/compile'
import { REASON_LENGTH } from '@mupiira/domain/access/reason.ts'
import { Reason } from './schemas.ts'

const reason = Compile(Reason)
const { minLength, maxLength } = REASON_LENGTH

it.each([
  ['', false],
  ['   ', false],
  ['  ok  ', false],
  ['ab', false],
  ['abc', true],
  ['a b', true],
  [' a\n\nb ', true],
  ['\u00a0\ufeff\u3000', false],
  ['x'.repeat(minLength - 1), false],
  ['x'.repeat(maxLength), true],
  ['x'.repeat(maxLength + 1), false],
])('[ADMS-17] a reason has at least three characters without the spaces around it: %j', (text, isValid) => {
  expect(reason.Check(text)).toBe(isValid)
  const { length } = text.trim()
  expect(length >= minLength && text.length <= maxLength).toBe(isValid)
})
