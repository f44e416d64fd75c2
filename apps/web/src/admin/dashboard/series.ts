import { moneyText } from '../../shared/format/amounts.ts'
import { counted } from '../../shared/format/counted.ts'
import { clockTime, dayKey, formatDateTime } from '@mupiira/domain/time/kampala.ts'

export type SeriesColour = 'gold' | 'ink' | 'up' | 'down' | 'live' | 'muted'

export type Series = {
  readonly name: string
  readonly colour: SeriesColour
  /** One value per time; null if unknown. */
  readonly values: readonly (number | null)[]
  readonly lineStyle: 'line' | 'bars' | 'dashes' | 'dots'
}

export type ChartData = {
  readonly by: 'hour' | 'day'
  readonly times: readonly string[]
  readonly series: readonly Series[]
  /** The unit of the vertical axis: "UGX", "players". */
  readonly unit: string
  /** Formats a value: "UGX 25,000.00", "12". */
  readonly figure: (value: number) => string
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** `momentText('2026-11-20T21:00:00Z', 'day')` → "21 Nov"; an hour: "21 Nov 2026, 00:00" */
export function momentText(instant: string, by: ChartData['by']): string {
  const at = new Date(instant)
  return by === 'hour' ? formatDateTime(at) : dayText(at)
}

/** The axis labels: "14:00", "21 Nov". */
export const tickText = (at: Date, by: ChartData['by']): string =>
  by === 'hour' && clockTime(at) !== '00:00' ? clockTime(at) : dayText(at)

function dayText(at: Date): string {
  const [, month = '', day = ''] = dayKey(at).split('-')
  return `${Number(day)} ${MONTHS[Number(month) - 1] ?? ''}`
}

/** Abbreviates axis values: `shortText(1_250_000)` → "1.25M" */
export function shortText(value: number): string {
  const size = Math.abs(value)
  const [unit, by] = size >= 1e9 ? (['B', 1e9] as const) : size >= 1e6 ? (['M', 1e6] as const) : (['K', 1e3] as const)
  return size < 1e3 ? String(Number(value.toFixed(1))) : `${Number((value / by).toFixed(2))}${unit}`
}

export const countText = (value: number): string => value.toLocaleString('en-UG')
export const moneyFigure = (value: number): string => (value < 0 ? `− ${moneyText(-value)}` : moneyText(value))

/** Summarises the chart in one sentence for screen readers. */
export function sentenceOf({ by, times, series, figure }: ChartData): string {
  const words = series.map(({ name, values }) => {
    const known = values.filter((value) => value !== null)
    const [latest, highest] = [known.at(-1) ?? 0, Math.max(0, ...known)]
    return `${name}: latest ${figure(latest)}, highest ${figure(highest)}`
  })
  return `${counted(times.length, by)}. ${words.join('. ')}.`
}

/** Possible distances between grid lines: 1, 2, 5, 10 … */
export const GRID_STEPS: readonly number[] = Array.from({ length: 13 }, (_, power) =>
  [1, 2, 5].map((step) => step * 10 ** power),
).flat()

/** True if there is nothing to draw: no values, or only zeros. */
export const isEmpty = ({ series }: Pick<ChartData, 'series'>): boolean =>
  series.every(({ values }) => values.every((value) => value === null || value === 0))

/** Values without neighbours have no line, so they are drawn as points. */
export const isolatedPoints = (values: Series['values']): number[] =>
  values.flatMap((value, at) => (value !== null && values[at - 1] == null && values[at + 1] == null ? [at] : []))
