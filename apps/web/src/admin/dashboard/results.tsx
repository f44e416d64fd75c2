import type { ReactNode } from 'react'
import { MIN_EVENTS_FOR_CHANGE } from '@mupiira/domain/money/change.ts'
import { FIGURES } from '@mupiira/domain/money/figures.ts'
import type { AdminStats } from '@mupiira/contract/admin-stats.ts'
import { classes } from '../../shared/ui/classes.ts'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import { useNow } from '../../shared/clock.ts'
import { Badge, Money } from '../../shared/ui/surfaces.tsx'
import { FigureLink } from '../kit/figure-link.tsx'

type Result = AdminStats['result']['today']

/**
 * Gross gaming revenue with its sign and a word (D36, ADMX-11), its parts, and the open stakes that it includes. Until
 * the games of a day end, most stakes are still open, so a positive amount is not a profit yet.
 */
export const Results = ({ today, sinceStart }: AdminStats['result']) => (
  <section aria-labelledby="results" className="flex flex-col gap-2">
    <Heading />
    <div className="grid gap-2 md:grid-cols-2">
      <ResultCard period="today" result={today} />
      <ResultCard period="since the start" result={sinceStart} margin={marginText(sinceStart)} />
    </div>
  </section>
)

const Heading = () => (
  <h2 id="results" className="text-16 font-bold">
    Result{' '}
    <span className="text-12 font-normal text-muted">
      Sports and Aviator. Amounts count when they are paid, so stakes of open bets are included.
    </span>
  </h2>
)

const CARD = 'min-h-46 rounded-card border border-line bg-raised px-3 py-2 sm:min-h-34 md:min-h-36'

export const ResultsSkeleton = () => (
  <div className="flex flex-col gap-2">
    <Heading />
    <div className="grid gap-2 md:grid-cols-2">
      <div className={CARD} />
      <div className={CARD} />
    </div>
  </div>
)

/**
 * The part of the turnover without open stakes that was kept; empty if few bets are decided. One day has no margin,
 * because some of its payouts belong to stakes of other days.
 */
export function marginText({ bets, openBets, turnover, openStakes, grossGamingRevenue }: Margin): string {
  const decided = turnover - openStakes
  if (bets - openBets < MIN_EVENTS_FOR_CHANGE || decided <= 0) return ''
  const share = (((grossGamingRevenue - openStakes) / decided) * 100).toFixed(1).replace('-', '− ')
  return `${share} % of the turnover without open stakes`
}
type Margin = Pick<Result, 'bets' | 'openBets' | 'turnover' | 'openStakes' | 'grossGamingRevenue'>

export const signText = (revenue: number): string => (revenue < 0 ? 'negative' : revenue > 0 ? 'positive' : 'zero')

type ResultCardProps = { readonly period: string; readonly result: Result; readonly margin?: string }

const PARTS = ['turnover', 'payouts', 'refunds', 'voids'] as const

function ResultCard({ period, result, margin }: ResultCardProps) {
  const { grossGamingRevenue: revenue } = result
  const day = dayKey(useNow(60_000))
  const isToday = period === 'today'
  return (
    <div className={CARD}>
      <dl>
        <dt className="text-12 text-muted">{`${FIGURES.grossGamingRevenue.name} ${period}`}</dt>
        <dd className="flex flex-wrap items-center gap-x-2">
          <span className={classes('text-20 font-bold md:text-28', revenue < 0 && 'text-down')}>
            <Money amount={revenue} signed />
          </span>
          <Badge tone={revenue < 0 ? 'down' : 'muted'}>{signText(revenue)}</Badge>
          <span className="text-12 text-muted">{margin}</span>
        </dd>
      </dl>
      <dl className="mt-1 grid grid-cols-1 gap-x-4 text-14 sm:grid-cols-2">
        {PARTS.map((part) => (
          <Part key={part} name={FIGURES[part].name}>
            {isToday ? (
              <FigureLink figure={part} from={day} to={day} amount={result[part]} />
            ) : (
              <Money amount={result[part]} signed={result[part] < 0} />
            )}
          </Part>
        ))}
        {!isToday && (
          <Part name={FIGURES.openStakes.name}>
            <FigureLink figure="openStakes" from={day} to={day} amount={result.openStakes} />
          </Part>
        )}
      </dl>
    </div>
  )
}

const Part = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-2">
    <dt className="text-muted">{name}</dt>
    <dd>{children}</dd>
  </div>
)
