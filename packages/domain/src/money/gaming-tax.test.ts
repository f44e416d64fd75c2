import { expect, it } from 'vitest'
import { gamingTax } from './gaming-tax.ts'

it.each([
  ['2026-11-21', 1_000_000n, 300_000n],
  ['2026-11-21', 333n, 99n],
  ['2026-11-21', -1_000_000n, -300_000n],
  ['2026-11-21', 0n, 0n],
  ['2023-07-01', 100n, 30n],
  ['2023-06-30', 100n, 0n],
])('[FIN-02] the gaming tax of %s on %s is %s', (day, revenue, tax) => {
  expect(gamingTax(day, revenue)).toBe(tax)
})
