import { describe, expect, it } from 'vitest'
import {
  countText,
  GRID_STEPS,
  isEmpty,
  isolatedPoints,
  momentText,
  sentenceOf,
  shortText,
  tickText,
} from './series.ts'

describe('the text of a chart', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [12_500, '12.5K'],
    [1_250_000, '1.25M'],
    [-3_000_000, '-3M'],
    [7_500_000_000, '7.5B'],
  ])('a chart label shortens %s to %s', (value, text) => expect(shortText(value)).toBe(text))

  it('a chart label names hours and days in Kampala time', () => {
    expect(momentText('2026-11-20T21:00:00Z', 'day')).toBe('21 Nov')
    expect(momentText('2026-11-20T22:00:00Z', 'hour')).toBe('21 Nov 2026, 01:00')
    expect(tickText(new Date('2026-11-20T21:00:00Z'), 'hour')).toBe('21 Nov')
    expect(tickText(new Date('2026-11-20T22:00:00Z'), 'hour')).toBe('01:00')
  })

  it('the accessible description of a chart is one sentence', () => {
    const players = { name: 'Players', colour: 'gold', lineStyle: 'bars', values: [3, 9, null] } as const
    const chart = { by: 'day', times: ['a', 'b', 'c'], series: [players], unit: 'players', figure: countText } as const
    expect(sentenceOf(chart)).toBe('3 days. Players: latest 9, highest 9.')
    expect(sentenceOf({ ...chart, by: 'hour', times: chart.times.slice(0, 1) })).toMatch(/^1 hour\. /)
  })

  it('a chart with only zeros is empty', () => {
    const series = (values: readonly (number | null)[]) => ({
      series: [{ name: 'Players', colour: 'gold', lineStyle: 'bars', values }] as const,
    })
    expect([[], [0, null, 0], [0, 3]].map((values) => isEmpty(series(values)))).toEqual([true, true, false])
  })

  it('a chart labels its axis with whole numbers, and draws a single point between gaps', () => {
    expect(GRID_STEPS.slice(0, 5)).toEqual([1, 2, 5, 10, 20])
    expect(GRID_STEPS.every(Number.isInteger)).toBe(true)
    expect(isolatedPoints([7])).toEqual([0])
    expect(isolatedPoints([1, 2, null, 4, null, null, 0])).toEqual([3, 6])
    expect(isolatedPoints([])).toEqual([])
  })
})
