import { expect, it } from 'vitest'
import { restrictionText } from '../kit/restriction-text.ts'
import { chanceText, shareText } from './courtsiding-texts.ts'

it('[INP-12] the courtsiding report names shares, chances and restrictions', () => {
  expect(shareText({ selections: 40, favourable: 3 })).toBe('7.5 %')
  expect(shareText({ selections: 0, favourable: 0 })).toBe('–')
  expect([1, 12_345, 1_000_000].map(chanceText)).toEqual(['likely', '1 in 12,345', 'under 1 in 1,000,000'])
  expect(restrictionText({ extraDelaySeconds: 0, isExcluded: false })).toBe('')
  expect(restrictionText({ extraDelaySeconds: 5, isExcluded: false })).toBe('5 s longer delay')
  expect(restrictionText({ extraDelaySeconds: 5, isExcluded: true })).toBe('No live bets')
})
