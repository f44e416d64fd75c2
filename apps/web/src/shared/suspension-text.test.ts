import { SUSPENSION_CAUSES } from '@mupiira/domain/in-play/suspension.ts'
import { expect, it } from 'vitest'
import { suspendedText, suspensionText } from './suspension-text.ts'

const because = (suspendedBy: (typeof SUSPENSION_CAUSES)[number] | null) => ({
  inPlay: { suspendedBy, reopensAt: null },
})

it('[INP-09] every cause of a suspension has its own short text', () => {
  const texts = SUSPENSION_CAUSES.map((cause) => suspensionText(because(cause)))
  expect(new Set(texts).size).toBe(SUSPENSION_CAUSES.length)
  for (const text of texts) expect(text.length).toBeLessThan(30)
  expect(suspendedText(because('GOAL'))).toBe('Suspended: goal')
})

it('[INP-09] a suspended game without a known cause has a general text', () => {
  expect(suspensionText(because(null))).toBe('Bets are stopped for now')
  expect(suspensionText(because('NEW_CAUSE' as never))).toBe('Bets are stopped for now')
})
