import { describe, expect, it } from 'vitest'
import { offerLine } from './offer-line.ts'

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 21, 12, minute)).toISOString()
const points = (...offers: readonly (number | null)[]) => offers.map((offer, minute) => ({ at: at(minute), offer }))

describe('the line of a ticket’s offers', () => {
  it('[COUT-04] the line runs from the first to the last time and from the lowest to the highest offer', () => {
    expect(offerLine(points(100, 50, 150))).toEqual({
      runs: ['0.0,50.0 150.0,100.0 300.0,0.0'],
      lowest: { at: at(1), offer: 50 },
      highest: { at: at(2), offer: 150 },
      last: { at: at(2), offer: 150 },
    })
  })

  it('[COUT-04] a time without an offer interrupts the line', () => {
    expect(offerLine(points(100, null, 50, 60, null))?.runs).toEqual(['0.0,0.0 1.0,0.0', '150.0,100.0 225.0,80.0'])
  })

  it('[COUT-04] equal offers are a line in the middle', () => {
    expect(offerLine(points(100, 100))?.runs).toEqual(['0.0,50.0 300.0,50.0'])
  })

  it.each([[points()], [points(100)], [points(null, 100, null)]])(
    '[COUT-04] without two offers there is no line',
    (given) => {
      expect(offerLine(given)).toBeNull()
    },
  )
})
