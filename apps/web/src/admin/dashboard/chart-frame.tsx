import type { ReactNode } from 'react'
import { FIGURES } from '@mupiira/domain/money/figures.ts'
import { Skeleton } from '../../shared/ui/states.tsx'
import { Card } from '../../shared/ui/surfaces.tsx'

export const CHART_HEIGHT = 200

/** Notes for charts whose figures are computed differently from those of a card with a similar name. */
const NOTES: { readonly [title: string]: string } = {
  'Turnover, payouts and gross gaming revenue': `Gross gaming revenue: ${FIGURES.grossGamingRevenue.formula}. Amounts count when they are paid, so stakes of open bets are included.`,
}

type FrameProps = { readonly title: string; readonly end?: ReactNode; readonly children: ReactNode }

export const ChartFrame = ({ title, end, children }: FrameProps) => (
  <Card as="section" label={title}>
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1 pb-1">
      <h2 className="text-16 font-bold">{title}</h2>
      {end}
    </div>
    {NOTES[title] && <p className="pb-2 text-12 text-muted">{NOTES[title]}</p>}
    {children}
  </Card>
)

/** The height of a chart with legend, figures and collapsed table. */
export const ChartSkeleton = () => <Skeleton className="h-[374px] md:h-[338px] w-full" />

/**
 * Columns can shrink below their content, because charts follow the column width. A single last chart spans both
 * columns.
 */
export const CHARTS_GRID =
  'grid min-w-0 grid-cols-1 gap-4 wide:grid-cols-2 wide:[&>:last-child:nth-child(odd)]:col-span-2'

export const CHART_TITLES = [
  'Turnover, payouts and gross gaming revenue',
  'Deposits and withdrawals',
  'Open liability',
  'Players who bet',
  'Deposits by outcome',
  'Withdrawals by outcome',
  'Provider replies',
] as const

export const ChartsSkeleton = () => (
  <div className={CHARTS_GRID} aria-busy="true">
    {CHART_TITLES.map((title) => (
      <ChartFrame key={title} title={title}>
        <ChartSkeleton />
      </ChartFrame>
    ))}
  </div>
)
