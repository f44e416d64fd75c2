import { expect, it } from 'vitest'
import { highestManualOdds } from '@mupiira/domain/pricing/manual-odds.ts'
import { manualOdds } from './market-controls.ts'

it('[ADMT-30] odds that two members of staff approved are offered until the model changes', () => {
  const fair = Array.from({ length: 900 }, (_, at) => (at + 20) / 1_000)
  for (const probability of fair) {
    const fairOdds = highestManualOdds(probability)
    for (const manual of [fairOdds + 1, fairOdds + 15, Math.round(fairOdds * 1.3), fairOdds * 2 + 7]) {
      const control = { odds: { '1': manual }, agreedAt: { '1': fairOdds } }
      expect(manualOdds(control, { id: '1', probability })).toBe(manual)
    }
  }
})
