import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { checksOf } from './checks.ts'

// As a provider's callback.
const { body: check } = checksOf({
  method: 'POST',
  path: '/api/heard',
  summary: 'Takes whatever comes.',
  access: 'public',
  body: Type.Object({}, { additionalProperties: true }),
  responses: { 200: Type.Object({}) },
  errors: [],
})
const nested = (depth: number, innermost = ''): unknown =>
  JSON.parse(`{"status":${'['.repeat(depth)}${innermost}${']'.repeat(depth)}}`)

it('a body that may hold anything is refused where it is nested deeper than anybody writes', () => {
  expect(check(nested(30))).toEqual({ value: nested(30) })
  for (const depth of [100, 30_000])
    expect(check(nested(depth))).toEqual({ errors: [{ path: '', message: 'is nested too deeply' }] })
})

it('a text that cannot be stored is named where it stands', () => {
  const errors = [{ path: 'status.0.0', message: 'holds characters that no text may hold' }]
  expect(check(nested(2, '"\\u0000"'))).toEqual({ errors })
})
