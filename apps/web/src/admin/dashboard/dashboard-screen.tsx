import { RefreshCw } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import type { AdminStats } from '@mupiira/contract/admin-stats.ts'
import type { AdminTicket } from '@mupiira/contract/admin-tickets.ts'
import { useApi } from '../../shared/api/queries.ts'
import { oddsText } from '../../shared/format/amounts.ts'
import { laterPart } from '../../shared/ui/later-part.tsx'
import { PartNotLoaded } from '../../shared/ui/part-not-loaded.tsx'
import { dateTimeText } from '../../shared/format/times.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { classes } from '../../shared/ui/classes.ts'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Badge, Card, Money } from '../../shared/ui/surfaces.tsx'
import { AccountLink } from '../kit/account-link.tsx'
import type { Column } from '../kit/table-columns.ts'
import { ConsolePage } from '../kit/console-page.tsx'
import { ChipFilter, FilterBar, SearchFilter } from '../kit/filters.tsx'
import { ListTable } from '../kit/list-table.tsx'
import { PaymentStatus } from '../kit/payment-status.tsx'
import { BET_TONES } from '../kit/tones.ts'
import { ChartsSkeleton } from './chart-frame.tsx'
import { useListParams } from '../kit/use-list-params.ts'

/** The chart library loads when the figures have arrived. */
const Charts = laterPart(() => import('./charts.tsx').then((m) => m.Charts))

/** ADMX-12 */
const REFRESH_MS = 120_000

const CHIPS = [
  ['', 'All'],
  ['pending', 'Pending'],
  ['won', 'Won'],
  ['lost', 'Lost'],
  ['cashout', 'Cashout'],
  ['void', 'Void'],
] as const

const COLUMNS: readonly Column<AdminTicket>[] = [
  {
    id: 'code',
    title: 'Booking code',
    cell: ({ id, bookingCode }) => (
      <Link href={`/admin/bets?view=${id}`} className="font-bold tracking-wider underline">
        {bookingCode}
      </Link>
    ),
  },
  { id: 'user', title: 'User', cell: ({ user }) => <AccountLink user={user} /> },
  { id: 'stake', title: 'Stake', cell: ({ totalStake }) => <Money amount={totalStake} />, align: 'end' },
  { id: 'odds', title: 'Odds', cell: ({ totalOdds }) => oddsText(totalOdds), align: 'end' },
  { id: 'status', title: 'Status', cell: ({ status }) => <Badge tone={BET_TONES[status]}>{status}</Badge> },
  { id: 'placed', title: 'Date', cell: ({ createdAt }) => dateTimeText(createdAt) },
]

/** ADMX-05, ADMX-07 to ADMX-24 */
export function DashboardScreen() {
  const stats = useApi('GET /api/admin/stats', {}, { staleMs: 0, refetchMs: REFRESH_MS })
  const [busy, setBusy] = useState(false)
  const refresh = async () => {
    setBusy(true)
    await stats.refetch()
    setBusy(false)
  }
  return (
    <ConsolePage
      title="Dashboard"
      end={
        <>
          <span className="min-w-45 text-12 text-muted">
            {stats.data ? `Last updated ${dateTimeText(stats.data.asOf)}` : 'Being added up…'}
          </span>
          <Button look="secondary" busy={busy} onClick={() => void refresh()}>
            <RefreshCw className="size-4" /> Refresh
          </Button>
        </>
      }
    >
      <nav aria-label="Dashboard" className="flex gap-2">
        <ButtonLink href="/admin/dashboard">Home</ButtonLink>
        <ButtonLink look="secondary" href="/admin/chat">
          Customer Care Chat
        </ButtonLink>
      </nav>
      <Loaded
        query={stats}
        what="the statistics"
        skeleton={<FiguresSkeleton />}
        failure={{ title: 'Error loading statistics', text: 'Please try refreshing the page.' }}
      >
        {(figures) => <Figures stats={figures} />}
      </Loaded>
      <Charts place={<ChartsSkeleton />} failure={<PartNotLoaded what="The charts" />} />
      <RecentBets />
      <RecentTransactions />
    </ConsolePage>
  )
}

function Figures({ stats }: { readonly stats: AdminStats }) {
  const { today } = stats
  return (
    <>
      <dl className={IN_ALL}>
        <Figure name="Total Games" change={stats.totalGamesChange} compared="New games today">
          {stats.totalGames.toLocaleString('en-UG')}
          <span className="pl-1.5 text-12 font-normal text-muted">past ones too</span>
        </Figure>
        <Figure name="Live Matches" change={stats.liveMatchesChange} compared="Played today">
          {stats.liveMatches.toLocaleString('en-UG')}
        </Figure>
        <Figure name="Active Bets" change={stats.activeBetsChange} compared="Still open of today’s">
          {stats.activeBets.toLocaleString('en-UG')}
        </Figure>
        <Figure name="Total Revenue" change={stats.totalRevenueChange} compared="Lost stakes of today">
          <Money amount={stats.totalRevenue} />
          <span className="block text-12 font-normal text-muted">Stakes of lost tickets</span>
          <span className="block text-12 font-normal text-muted">
            Gross gaming revenue of decided sports bets{' '}
            <Money amount={stats.grossRevenue} signed={stats.grossRevenue < 0} />
          </span>
        </Figure>
      </dl>
      <TodayHeading />
      <dl className={OF_TODAY}>
        <Figure name="Today's Bets">{today.bets.toLocaleString('en-UG')}</Figure>
        <Figure name="Total Staked">
          <Money amount={today.staked} />
        </Figure>
        <Figure name="Total Winnings">
          <Money amount={today.winnings} />
        </Figure>
        <Figure name="Pending Bets">{today.pending.toLocaleString('en-UG')}</Figure>
        <Figure name="Active Users">{today.activeUsers.toLocaleString('en-UG')}</Figure>
        <Figure name="Win Rate">{`${today.winRate.toFixed(1)} %`}</Figure>
      </dl>
    </>
  )
}

// The last of these has two lines more; each gets one about the day before, where there was one.
const IN_ALL =
  'grid grid-cols-2 grid-rows-[minmax(82px,auto)_minmax(124px,auto)] gap-2 wide:grid-cols-[3fr_3fr_3fr_5fr] wide:grid-rows-[minmax(94px,auto)]'
// The second and the third are amounts.
const OF_TODAY =
  'grid auto-rows-[minmax(58px,auto)] grid-cols-2 gap-2 md:auto-rows-[minmax(62px,auto)] md:grid-cols-3 wide:grid-cols-[1fr_2fr_2fr_1fr_1fr_1fr]'
const FIGURE = 'rounded-card border border-line bg-raised px-3 py-2'

/** The figures' own frames, so that nothing moves when they come. */
const FiguresSkeleton = () => (
  <div className="flex flex-col gap-4">
    <Frames grid={IN_ALL} count={4} />
    <TodayHeading />
    <Frames grid={OF_TODAY} count={6} />
  </div>
)

const Frames = ({ grid, count }: { readonly grid: string; readonly count: number }) => (
  <div className={grid}>
    {Array.from({ length: count }, (_, at) => (
      <div key={at} className={FIGURE} />
    ))}
  </div>
)

/** The charts below have Aviator in them. */
const TodayHeading = () => (
  <h2 className="-mb-2 text-14 font-bold">
    Sports bets placed today{' '}
    <span className="text-12 font-normal text-muted">and the users who placed one; Aviator is in the charts</span>
  </h2>
)

type FigureProps = {
  readonly name: string
  /** Null without an earlier day to compare with (ADMX-14). */
  readonly change?: number | null
  /** The figure that the change compares. */
  readonly compared?: string
  readonly children: ReactNode
}

function Figure({ name, change, compared, children }: FigureProps) {
  return (
    <div className={FIGURE}>
      <dt className="text-12 text-muted">{name}</dt>
      <dd className="text-16 font-bold tabular md:text-20">
        {children}
        {change != null && (
          <span className={classes('block text-12 font-normal', change < 0 ? 'text-down' : 'text-up')}>
            {`${compared}: ${change < 0 ? '−' : '+'}${Math.abs(change).toFixed(1)} % against the day before`}
          </span>
        )}
      </dd>
    </div>
  )
}

function RecentBets() {
  const params = useListParams()
  const asked = { ...params.place, ...params.query('status', 'q') }
  const query = useApi(
    'GET /api/admin/bets',
    { query: asked },
    { keepPrevious: true, staleMs: 0, refetchMs: REFRESH_MS },
  )
  return (
    <section aria-label="Recent Bets" className="flex flex-col gap-2">
      <h2 className="text-16 font-bold">Recent Bets</h2>
      <FilterBar>
        <SearchFilter params={params} label="Booking code" />
        <ChipFilter params={params} name="status" label="Status" choices={CHIPS} />
      </FilterBar>
      <ListTable
        name="latest bets"
        columns={COLUMNS}
        query={query}
        rowKey={({ id }) => id}
        params={params}
        empty={{ title: 'No bets found', text: 'No ticket fits these filters.' }}
      />
    </section>
  )
}

function RecentTransactions() {
  const query = useApi('GET /api/admin/transactions', { query: {} }, { staleMs: 0, refetchMs: REFRESH_MS })
  return (
    <Card as="section" label="Recent Transactions">
      <h2 className="pb-2 text-16 font-bold">Recent Transactions</h2>
      <Loaded query={query} what="the transactions" skeleton={<Skeleton look="h-40 w-full" />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-14 text-muted">No deposits or withdrawals yet.</p>
          ) : (
            <ul>
              {items.map(({ id, user, type, amount, createdAt, ...payment }) => (
                <li key={id} className="border-t border-line text-14">
                  <Link
                    href={`/admin/transactions?view=${id}`}
                    className="grid min-h-11 grid-cols-[1fr_auto] items-center gap-x-4 py-1.5 md:grid-cols-[2fr_1fr_1fr_1fr_auto]"
                  >
                    <span className="min-w-0 truncate underline">{user?.username ?? 'Unknown'}</span>
                    <span className="max-md:text-right">{type === 'deposit' ? 'Deposit' : 'Withdrawal'}</span>
                    <span className="text-12 text-muted md:text-14">{dateTimeText(createdAt)}</span>
                    <span className="max-md:row-start-3">
                      <PaymentStatus payment={payment} />
                    </span>
                    <b className="text-right">
                      <Money amount={amount} />
                    </b>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}
