import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { CHART_HEIGHT } from './chart-frame.tsx'
import {
  type ChartData,
  GRID_STEPS,
  isolatedPoints,
  type Series,
  type SeriesColour,
  shortText,
  tickText,
} from './series.ts'

type DrawingProps = {
  readonly chart: ChartData
  /** The time under the pointer, else null. */
  readonly onMoment: (at: number | null) => void
}

/** The chart. Its data is also shown as figures and a table. */
export function Drawing({ chart, onMoment }: DrawingProps) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = container.current
    if (element === null) return
    const plot = new uPlot(optionsOf(chart, element.clientWidth, onMoment), dataOf(chart), element)
    const sizes = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: CHART_HEIGHT }))
    sizes.observe(element)
    const redraw = () => plot.redraw()
    const themes = new MutationObserver(redraw)
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    const system = window.matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', redraw)
    return () => {
      sizes.disconnect()
      themes.disconnect()
      system.removeEventListener('change', redraw)
      plot.destroy()
    }
  }, [chart, onMoment])
  return <div ref={container} aria-hidden="true" className="overflow-hidden" style={{ height: CHART_HEIGHT }} />
}

const dataOf = ({ times, series }: ChartData): uPlot.AlignedData => [
  times.map((at) => Date.parse(at) / 1_000),
  ...series.map(({ values }) => [...values]),
]

const cssColour = (colour: SeriesColour | 'line'): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${colour}`).trim()

function optionsOf(
  { by, times, series }: ChartData,
  width: number,
  onMoment: (at: number | null) => void,
): uPlot.Options {
  const axis: uPlot.Axis = {
    stroke: () => cssColour('muted'),
    grid: { stroke: () => cssColour('line'), width: 1 },
    ticks: { show: false },
    font: '12px Roboto, system-ui, sans-serif',
  }
  return {
    width,
    height: CHART_HEIGHT,
    padding: [8, 24, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 6 } },
    scales: { x: { time: true }, y: { range: (_, lowest, highest) => rangeOf(lowest, highest) } },
    hooks: { setCursor: [({ cursor }) => onMoment(cursor.idx ?? null)] },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 56,
        values: (_, at) => at.map((each) => tickText(new Date(each * 1_000), by)),
        splits: () => ticksOf(times, by, width),
      },
      { ...axis, size: 52, incrs: [...GRID_STEPS], values: (_, values) => values.map(shortText) },
    ],
    series: [{}, ...series.map(seriesOf)],
  }
}

/** The axis starts at zero with a margin above. An empty chart has a line at the bottom. */
function rangeOf(lowest: number | null, highest: number | null): [number, number] {
  const [low, high] = [Math.min(0, lowest ?? 0), Math.max(0, highest ?? 0)]
  if (low === high) return [0, 4]
  const padding = (high - low) * 0.08
  return [low === 0 ? 0 : low - padding, high + padding]
}

/** Ticks at whole days and hours in Kampala, as many as fit. */
function ticksOf(times: readonly string[], by: ChartData['by'], width: number): number[] {
  const room = Math.max(2, Math.floor((width - 60) / 60))
  const steps = by === 'hour' ? [3, 6, 12, 24] : [1, 2, 5, 10, 15]
  const step = steps.find((each) => times.length / each <= room) ?? 24
  const seconds = times.map((at) => Date.parse(at) / 1_000)
  return seconds.filter((at, no) =>
    by === 'hour' ? (at / 3_600 + 3) % step === 0 : (seconds.length - 1 - no) % step === 0,
  )
}

/** Dashes keep overlapping lines visible. */
const DASHES: { readonly [lineStyle in Series['lineStyle']]?: readonly number[] } = { dashes: [6, 6], dots: [2, 5] }

function seriesOf({ name, colour, lineStyle, values }: Series): uPlot.Series {
  const stroke = () => cssColour(colour)
  const bars = uPlot.paths.bars?.({ size: [0.6, 24] })
  return {
    label: name,
    stroke,
    width: lineStyle === 'bars' ? 0 : 2,
    points: {
      show: false,
      size: 8,
      fill: stroke,
      filter: () => (lineStyle === 'bars' ? null : isolatedPoints(values)),
    },
    ...(DASHES[lineStyle] === undefined ? {} : { dash: [...DASHES[lineStyle]] }),
    ...(lineStyle === 'bars' && bars !== undefined ? { paths: bars, fill: stroke } : {}),
  }
}
