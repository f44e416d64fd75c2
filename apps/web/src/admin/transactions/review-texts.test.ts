import { expect, it } from 'vitest'
import { reviewReasonsText } from '@mupiira/domain/payments/review-texts.ts'
import { waitingText } from './review-texts.ts'

it('[WDR-33] the queue names every rule that holds a withdrawal', () => {
  expect(reviewReasonsText(['amount', 'fast-turnover'])).toBe('Large amount; recent deposit with few stakes')
})

it.each([
  ['2026-11-21T12:00:30Z', '0 min'],
  ['2026-11-21T11:01:00Z', '59 min'],
  ['2026-11-21T08:55:00Z', '3 h 5 min'],
  ['2026-11-19T09:00:00Z', '2 d 3 h'],
])('[WDR-33] a withdrawal that waits since %s waits %s', (since, text) => {
  expect(waitingText(since, new Date('2026-11-21T12:00:00Z'))).toBe(text)
})
