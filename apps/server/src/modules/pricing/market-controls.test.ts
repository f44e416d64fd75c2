import { expect, it } from 'vitest'
import { highestManualOdds } from '@mupiira/domain/pricing/offered.ts'
import { manualOdds } from './market-controls.ts'

it('[ADMT-30] offers odds that two members of staff approved, until the model changes', () => {
  const fair = Array.from({ length: 900 }, (_, at) => (at + 20) / 1_000)
  for (const probability of fair) {
    const most = highestManualOdds(probability)
    for (const own of [most + 1, most + 15, Math.round(most * 1.3), most * 2 + 7]) {
      const control = { odds: { '1': own }, agreedAt: { '1': most } }
      expect(manualOdds(control, { id: '1', probability })).toBe(own)
    }
  }
})
