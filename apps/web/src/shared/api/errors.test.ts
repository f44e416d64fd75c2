import { expect, it } from 'vitest'
import { ApiError, fieldName } from './errors.ts'

it('[ADMG-17] the message for a refused form names the field and what to enter', () => {
  const errors = [
    { path: 'homeOdds', message: 'must be 0 or more' },
    { path: 'goals.0.minute', message: 'must be 90 or less' },
  ]
  const error = new ApiError(400, { code: 'INVALID_FIELDS', detail: 'Please check the marked fields.', errors })
  expect(error.detail).toBe('Please check: Home odds must be 0 or more; Minute must be 90 or less.')
  expect(error.message).toBe(error.detail)
  const withoutOddsCount = new ApiError(400, { code: 'INVALID_FIELDS', detail: 'Please check the marked fields.' })
  expect(withoutOddsCount.detail).toBe('Please check the marked fields.')
})

it.each([
  ['over25Odds', 'Over 25 odds'],
  ['/max_daily_bets', 'Max daily bets'],
  ['goals.0', 'Goals'],
  ['', ''],
])('in an error message, the field %s is called "%s"', (path, name) => {
  expect(fieldName(path)).toBe(name)
})
