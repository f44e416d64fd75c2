import { expect, it } from 'vitest'
import { winWithoutBonus } from './ticket-amounts.ts'

it('[SLIP-29] a potential win is stake × odds, without the bonus that `potentialWin` includes', () => {
  expect(winWithoutBonus({ potentialWin: 185_657.5, bonus: 5_407.5 })).toBe(180_250)
  expect(winWithoutBonus({ potentialWin: 0.3, bonus: 0.1 })).toBe(0.2)
})
