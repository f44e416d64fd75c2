import type { ReactNode } from 'react'
import type { AdminStats } from '@mupiira/contract/admin-stats.ts'
import { classes } from '../../shared/ui/classes.ts'
import { Results, ResultsSkeleton } from './results.tsx'

export function Figures({ stats }: { readonly stats: AdminStats }) {
  const { today } = stats
  return (
    <>
      <Results {...stats.result} />
      <dl className={TOTALS_GRID}>
        <Figure name="Total Games" change={stats.totalGamesChange} compared="New games today">
          {stats.totalGames.toLocaleString('en-UG')}
          <span className="block text-12 font-normal text-muted">including past games</span>
        </Figure>
        <Figure name="Live Matches" change={stats.liveMatchesChange} compared="Games played today">
          {stats.liveMatches.toLocaleString('en-UG')}
        </Figure>
        <Figure name="Active Bets" change={stats.activeBetsChange} compared="Placed today and still open">
          {stats.activeBets.toLocaleString('en-UG')}
        </Figure>
      </dl>
      <TodayHeading />
      <dl className={TODAY_GRID}>
        <Figure name="Today's Bets">{today.bets.toLocaleString('en-UG')}</Figure>
        <Figure name="Pending Bets">{today.pending.toLocaleString('en-UG')}</Figure>
        <Figure name="Active Users">{today.activeUsers.toLocaleString('en-UG')}</Figure>
        <Figure name="Win Rate">
          <span>{`${today.winRate.toFixed(1)} %`}</span>
          <span className="pl-1.5 text-12 font-normal text-muted">{`of ${today.decided.toLocaleString('en-UG')}`}</span>
        </Figure>
      </dl>
    </>
  )
}

// Reserves the height of the cards, which can have a line about the day before.
const TOTALS_GRID =
  'grid grid-cols-2 gap-2 max-wide:[&>:last-child]:col-span-2 auto-rows-[minmax(82px,auto)] wide:grid-cols-3 wide:auto-rows-[minmax(76px,auto)]'
const TODAY_GRID =
  'grid auto-rows-[minmax(58px,auto)] grid-cols-2 gap-2 md:auto-rows-[minmax(62px,auto)] wide:grid-cols-4'
const FIGURE = 'rounded-card border border-line bg-raised px-3 py-2'

/** Empty cards for the figures, so that nothing moves when the figures load. */
export const FiguresSkeleton = () => (
  <div className="flex flex-col gap-4">
    <ResultsSkeleton />
    <Frames grid={TOTALS_GRID} count={3} />
    <TodayHeading />
    <Frames grid={TODAY_GRID} count={4} />
  </div>
)

const Frames = ({ grid, count }: { readonly grid: string; readonly count: number }) => (
  <div className={grid}>
    {Array.from({ length: count }, (_, at) => (
      <div key={at} className={FIGURE} />
    ))}
  </div>
)

/** The title says what the figures include, because result and charts also include Aviator. */
const TodayHeading = () => (
  <h2 className="-mb-2 text-14 font-bold">
    Today{' '}
    <span className="text-12 font-normal text-muted">
      Sports bets and active users, without Aviator. Result and charts include Aviator.
    </span>
  </h2>
)

/** `changeText('New games today', -12.5)` → "New games today: −12.5 % from the day before" */
const changeText = (compared: string, change: number | 'new'): string =>
  change === 'new'
    ? `${compared}: none the day before`
    : `${compared}: ${change < 0 ? '−' : '+'}${Math.abs(change).toFixed(1)} % from the day before`

type FigureProps = {
  readonly name: string
  /** Null without an earlier day to compare with, and if that day had too few events. */
  readonly change?: AdminStats['totalGamesChange']
  /** The figure that is compared with the day before. */
  readonly compared?: string
  readonly children: ReactNode
}

function Figure({ name, change, compared, children }: FigureProps) {
  return (
    <div className={FIGURE}>
      <dt className="text-12 text-muted">{name}</dt>
      <dd className="text-16 font-bold tabular md:text-20">
        {children}
        {change != null && compared !== undefined && (
          <span
            className={classes(
              'block text-12 font-normal',
              change === 'new' ? 'text-muted' : change < 0 ? 'text-down' : 'text-up',
            )}
          >
            {changeText(compared, change)}
          </span>
        )}
      </dd>
    </div>
  )
}
