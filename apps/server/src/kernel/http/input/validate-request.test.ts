import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { requestValidator } from './validate-request.ts'

// An endpoint like a provider's callback.
const validate = requestValidator({
  method: 'POST',
  path: '/api/callback',
  summary: 'Accepts any object',
  access: 'public',
  body: Type.Object({}, { additionalProperties: true }),
  responses: { 200: Type.Object({}) },
  errors: [],
})
const check = (body: unknown) => validate({ params: {}, query: {}, body })
const nested = (depth: number, innermost = ''): unknown =>
  JSON.parse(`{"status":${'['.repeat(depth)}${innermost}${']'.repeat(depth)}}`)

it('request validation refuses a free-form body that is nested too deeply', () => {
  expect(check(nested(30))).toEqual({ body: nested(30) })
  for (const depth of [100, 30_000])
    expect(check(nested(depth))).toEqual({
      error: 'INVALID_FIELDS',
      errors: [{ path: '', message: 'is nested too deeply' }],
    })
})

it('request validation names the field with text that the database cannot store', () => {
  const errors = [{ path: 'status.0.0', message: 'contains characters that are not allowed' }]
  expect(check(nested(2, '"\\u0000"'))).toEqual({ error: 'INVALID_FIELDS', errors })
})
