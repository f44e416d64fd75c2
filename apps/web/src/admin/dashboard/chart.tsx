import { type ReactNode, useState } from 'react'
import { ChartFrame } from './chart-frame.tsx'
import { Drawing } from './drawing.tsx'
import { type ChartData, type SeriesColour, isEmpty, momentText, type Series, sentenceOf } from './series.ts'

const COLOURS: { readonly [colour in SeriesColour]: string } = {
  gold: 'border-gold',
  ink: 'border-ink',
  up: 'border-up',
  down: 'border-down',
  live: 'border-live',
  muted: 'border-muted',
}

/** Line styles, so that colour is not the only difference. */
const LINE_STYLES: { readonly [lineStyle in Series['lineStyle']]: string } = {
  line: 'w-4 border-t-2',
  dashes: 'w-4 border-t-2 border-dashed',
  dots: 'w-4 border-t-3 border-dotted',
  bars: 'border-5',
}

type ChartProps = {
  readonly title: string
  readonly chart: ChartData
  readonly end?: ReactNode
  /** The text for an empty chart: what is missing, in which period. */
  readonly emptyText: string
}

/** A chart with a table. Figures above it show the values at the pointer, or the latest values. */
export function Chart({ title, chart, end, emptyText }: ChartProps) {
  const [pointed, setPointed] = useState<number | null>(null)
  const { times, series, by, figure, unit } = chart
  if (isEmpty(chart)) {
    return (
      <ChartFrame title={title} end={end}>
        <p className="flex h-[374px] items-center justify-center text-center text-14 text-balance text-muted md:h-[338px]">
          {emptyText}
        </p>
      </ChartFrame>
    )
  }
  const at = pointed === null || pointed >= times.length ? times.length - 1 : pointed
  return (
    <ChartFrame title={title} end={end}>
      <p className="sr-only">{sentenceOf(chart)}</p>
      <p aria-hidden="true" className="text-12 text-muted">
        {unit}
      </p>
      <Drawing chart={chart} onMoment={setPointed} />
      <dl className="grid min-h-22 grid-cols-[repeat(auto-fit,minmax(136px,1fr))] content-start gap-x-3 pt-2 text-12 md:min-h-13">
        {series.map(({ name, colour, lineStyle, values }) => (
          <div key={name}>
            <dt className="flex items-center gap-1.5 text-muted">
              <span aria-hidden="true" className={`shrink-0 ${LINE_STYLES[lineStyle]} ${COLOURS[colour]}`} />
              {name}
            </dt>
            <dd className="text-14 font-bold whitespace-nowrap tabular">
              {values[at] == null ? '–' : figure(values[at])}
            </dd>
          </div>
        ))}
      </dl>
      <p className="min-h-5 text-12 text-muted tabular">{momentText(times[at] ?? '', by)}</p>
      <details className="border-t border-line pt-1 text-12">
        <summary className="flex min-h-11 items-center text-muted">Show as a table</summary>
        <div className="max-h-80 overflow-auto" role="region" aria-label={`${title}: the figures`} tabIndex={0}>
          <table className="w-full tabular">
            <thead>
              <tr>
                <th scope="col" className={HEADING}>
                  {by === 'hour' ? 'Hour' : 'Day'}
                </th>
                {series.map(({ name }) => (
                  <th key={name} scope="col" className={`${HEADING} text-right`}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {times
                .map((time, no) => (
                  <tr key={time} className="border-t border-line">
                    <th scope="row" className="py-1 text-left font-normal whitespace-nowrap">
                      {momentText(time, by)}
                    </th>
                    {series.map(({ name, values }) => (
                      <td key={name} className="py-1 pl-3 text-right whitespace-nowrap">
                        {values[no] == null ? '–' : figure(values[no])}
                      </td>
                    ))}
                  </tr>
                ))
                .reverse()}
            </tbody>
          </table>
        </div>
      </details>
    </ChartFrame>
  )
}

const HEADING = 'sticky top-0 bg-raised py-1 pl-3 first:pl-0 text-left font-bold text-muted'
