import { FEWEST_EVENTS } from '@mupiira/domain/money/change.ts'
import type { AdminStats } from '@mupiira/contract/admin-stats.ts'
import { classes } from '../../shared/ui/classes.ts'
import { Badge, Money } from '../../shared/ui/surfaces.tsx'

type Result = AdminStats['result']['today']

/** What betting has earned: stakes, paid out, and the difference with its sign and a word (D36, ADMX-11). */
export const Results = ({ today, sinceStart }: AdminStats['result']) => (
  <section aria-labelledby="results" className="flex flex-col gap-2">
    <Heading />
    <div className="grid gap-2 md:grid-cols-2">
      <ResultCard period="today" result={today} />
      <ResultCard period="since the start" result={sinceStart} />
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

const CARD = 'min-h-28 rounded-card border border-line bg-raised px-3 py-2 md:min-h-24'

export const ResultsSkeleton = () => (
  <div className="flex flex-col gap-2">
    <Heading />
    <div className="grid gap-2 md:grid-cols-2">
      <div className={CARD} />
      <div className={CARD} />
    </div>
  </div>
)

/** `marginText({ bets: 40, stakes: 1_000, grossRevenue: 125 })` → "12.5 % of stakes"; empty if there are few stakes. */
export const marginText = ({ bets, stakes, grossRevenue }: Pick<Result, 'bets' | 'stakes' | 'grossRevenue'>): string =>
  bets < FEWEST_EVENTS || stakes === 0
    ? ''
    : `${((grossRevenue / stakes) * 100).toFixed(1).replace('-', '− ')} % of stakes`

/** The word beside the amount. */
export const outcomeOf = (grossRevenue: number): { readonly tone: 'up' | 'down' | 'muted'; readonly text: string } =>
  grossRevenue < 0
    ? { tone: 'down', text: 'loss' }
    : grossRevenue > 0
      ? { tone: 'up', text: 'profit' }
      : { tone: 'muted', text: 'even' }

function ResultCard({ period, result }: { readonly period: string; readonly result: Result }) {
  const { stakes, payouts, grossRevenue } = result
  const { tone, text } = outcomeOf(grossRevenue)
  return (
    <dl className={classes(CARD, 'flex flex-wrap content-start gap-x-6 gap-y-1')}>
      <div className="w-full">
        <dt className="text-12 text-muted">Gross gaming revenue {period}</dt>
        <dd className="flex flex-wrap items-center gap-x-2">
          <span
            className={classes(
              'text-20 font-bold md:text-28',
              tone === 'down' && 'text-down',
              tone === 'up' && 'text-up',
            )}
          >
            <Money amount={grossRevenue} signed />
          </span>
          <Badge tone={tone}>{text}</Badge>
          <span className="text-12 text-muted">{marginText(result)}</span>
        </dd>
      </div>
      <div className="flex gap-2 text-14">
        <dt className="text-muted">Stakes</dt>
        <dd>
          <Money amount={stakes} />
        </dd>
      </div>
      <div className="flex gap-2 text-14">
        <dt className="text-muted">Paid out</dt>
        <dd>
          <Money amount={payouts} />
        </dd>
      </div>
    </dl>
  )
}
