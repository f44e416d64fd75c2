import { expect, it } from 'vitest'
import { DELAYED_BET_REJECTIONS } from './delayed-bet.ts'
import { rejectionText as textForStaff } from './delayed-bet-texts.ts'
import { rejectionText } from './rejection-texts.ts'

it('[INP-06] each reason to reject a waiting bet has its own sentence', () => {
  const texts = DELAYED_BET_REJECTIONS.map(rejectionText)
  expect(new Set(texts).size).toBe(DELAYED_BET_REJECTIONS.length)
  for (const text of texts) expect(text).toMatch(/^[A-Z].*\.$/)
})

it('[INP-06] each reason to reject a waiting bet has its own short text for staff', () => {
  const texts = DELAYED_BET_REJECTIONS.map(textForStaff)
  expect(new Set(texts).size).toBe(DELAYED_BET_REJECTIONS.length)
  for (const text of texts) expect(text).toMatch(/^[a-z -]+$/)
})
