import { MIN_EVENTS_FOR_CHANGE } from '@mupiira/domain/money/change.ts'
import type { AdminStats } from '@mupiira/contract/admin-stats.ts'
import { classes } from '../../shared/ui/classes.ts'
import { Badge, Money } from '../../shared/ui/surfaces.tsx'

type Result = AdminStats['result']['today']

/**
 * Gross gaming revenue with its sign and a word (D36, ADMX-11), and the open stakes that it includes. Until the games
 * of a day end, most stakes are still open, so a positive amount is not a profit yet. Stakes and payouts are in the
 * chart.
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

const CARD = 'min-h-22 rounded-card border border-line bg-raised px-3 py-2 md:min-h-24'

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
 * The part of settled stakes that was not paid out; empty if few bets are settled. One day has no margin, because some
 * of its payouts belong to stakes of other days.
 */
export function marginText({ bets, openBets, stakes, openStakes, payouts }: Omit<Result, 'grossRevenue'>): string {
  const settled = stakes - openStakes
  if (bets - openBets < MIN_EVENTS_FOR_CHANGE || settled <= 0) return ''
  return `${(((settled - payouts) / settled) * 100).toFixed(1).replace('-', '− ')} % of settled stakes`
}

export const signText = (grossRevenue: number): string =>
  grossRevenue < 0 ? 'negative' : grossRevenue > 0 ? 'positive' : 'zero'

type ResultCardProps = { readonly period: string; readonly result: Result; readonly margin?: string }

function ResultCard({ period, result, margin }: ResultCardProps) {
  const { openStakes, grossRevenue } = result
  return (
    <dl className={CARD}>
      <div>
        <dt className="text-12 text-muted">Gross gaming revenue {period}</dt>
        <dd className="flex flex-wrap items-center gap-x-2">
          <span className={classes('text-20 font-bold md:text-28', grossRevenue < 0 && 'text-down')}>
            <Money amount={grossRevenue} signed />
          </span>
          <Badge tone={grossRevenue < 0 ? 'down' : 'muted'}>{signText(grossRevenue)}</Badge>
          <span className="text-12 text-muted">{margin}</span>
        </dd>
      </div>
      <div className="flex gap-2 text-14">
        <dt className="text-muted">Stakes still open</dt>
        <dd>
          <Money amount={openStakes} />
        </dd>
      </div>
    </dl>
  )
}
