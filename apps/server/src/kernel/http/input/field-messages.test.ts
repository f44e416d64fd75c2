import { describe, expect, it } from 'vitest'
import Type from 'typebox'
import { OPERATIONS } from '@mupiira/contract/operations.ts'
import { requestValidator } from './validate-request.ts'
import { PATTERN_MESSAGES } from './field-messages.ts'

const strict = { additionalProperties: false }
const Form = Type.Object(
  {
    stake: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    reason: Type.Optional(Type.String({ minLength: 3, maxLength: 500 })),
    day: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
    odds: Type.Optional(Type.Union([Type.Number({ minimum: 1.01 }), Type.Null()])),
    team: Type.Optional(Type.Union([Type.Literal('home'), Type.Literal('away')])),
    goals: Type.Optional(Type.Array(Type.Object({ minute: Type.Integer({ maximum: 90 }) }), { minItems: 1 })),
  },
  strict,
)
const validate = requestValidator({
  method: 'POST',
  path: '/',
  summary: '',
  access: 'public',
  body: Form,
  responses: {},
  errors: [],
})
const errorsOf = (body: unknown) => validate({ params: {}, query: {}, body })

describe('the message beside an invalid field', () => {
  it.each([
    [{ stake: 0 }, 'stake', 'must be 1 or more'],
    [{ stake: 5_000_000 }, 'stake', 'must be 1,000,000 or less'],
    [{ stake: 1.5 }, 'stake', 'must be a whole number'],
    [{ stake: 'much' }, 'stake', 'must be a whole number'],
    [{ reason: 'x' }, 'reason', 'must have at least 3 characters'],
    [{ reason: 'x'.repeat(501) }, 'reason', 'must have at most 500 characters'],
    [{ day: 'today' }, 'day', 'must be a day written as year-month-day, for example 2026-11-23'],
    [{ odds: 1 }, 'odds', 'must be 1.01 or more'],
    [{ odds: 'evens' }, 'odds', 'must be a number'],
    [{ team: 'both' }, 'team', 'must be one of home, away'],
    [{ goals: [] }, 'goals', 'must not be empty'],
    [{ goals: [{ minute: 91 }] }, 'goals.0.minute', 'must be 90 or less'],
    [{ balance: 1 }, 'balance', 'is not known'],
  ])('[ADMG-17] the message for the invalid input %j, beside the field %s, is "%s"', (value, path, message) => {
    expect(errorsOf(value)).toEqual({ error: 'INVALID_FIELDS', errors: [{ path, message }] })
  })

  it('[ADMG-17] every regular expression in the contract has a field message', () => {
    const patterns = new Set<string>()
    const collect = (part: unknown): void => {
      if (typeof part !== 'object' || part === null) return
      for (const [key, inner] of Object.entries(part)) {
        if (key === 'pattern' && typeof inner === 'string') patterns.add(inner)
        else collect(inner)
      }
    }
    for (const each of OPERATIONS) collect([each.params, each.query, each.body])
    expect(patterns.size).toBeGreaterThan(0)
    expect([...patterns].filter((pattern) => !(pattern in PATTERN_MESSAGES))).toEqual([])
  })
})
