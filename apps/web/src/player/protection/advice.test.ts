import { expect, it } from 'vitest'
import { advice } from './advice.ts'

it('[HELP-15] [AUTH-47] the responsible gambling page names the age that a player confirms at registration', () => {
  expect(advice(21).filter((each) => each.includes('21 years old'))).toHaveLength(1)
  expect(advice(21).join()).not.toContain('25')
})
