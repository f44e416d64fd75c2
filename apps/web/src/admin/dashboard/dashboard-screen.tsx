import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import { useNow } from '../../shared/clock.ts'
import { lazyPart } from '../../shared/ui/lazy-part.tsx'
import { PartNotLoaded } from '../../shared/ui/part-not-loaded.tsx'
import { dateTimeText } from '../../shared/format/times.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { Loaded } from '../../shared/ui/states.tsx'
import { TAB_LIST, tabClasses } from '../../shared/ui/tabs.tsx'
import { May } from '../kit/may.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { ChartsSkeleton } from './chart-frame.tsx'
import { Figures, FiguresSkeleton } from './dashboard-figures.tsx'
import { NeedsYou } from './needs-you.tsx'
import { RecentBets, RecentTransactions } from './recent-lists.tsx'
import { statsQuery } from './dashboard-queries.ts'
import { FeedLag } from './feed-lag.tsx'
import { SealChecks } from './seal-checks.tsx'
import { SkippedMatches } from './skipped-matches.tsx'

/** The chart library loads after the figures. */
const Charts = lazyPart(() => import('./charts.tsx').then((m) => m.Charts))

export function DashboardScreen() {
  const stats = useQuery(statsQuery)
  const [busy, setBusy] = useState(false)
  const yesterday = dayKey(new Date(useNow(60_000).getTime() - DAY_MS))
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
            {stats.data ? `Last updated ${dateTimeText(stats.data.asOf)}` : 'Loading…'}
          </span>
          <Button variant="secondary" busy={busy} onClick={() => void refresh()}>
            <RefreshCw className="size-4" /> Refresh
          </Button>
          <May do="admin:reports:read">
            <ButtonLink variant="secondary" href={`/admin/reports?day=${yesterday}`}>
              Yesterday’s report
            </ButtonLink>
          </May>
        </>
      }
    >
      <nav aria-label="Dashboard" className={TAB_LIST}>
        <Link href="/admin/dashboard" aria-current="page" className={tabClasses(true)}>
          Home
        </Link>
        <May do="admin:chat:read">
          <Link href="/admin/chat" className={tabClasses(false)}>
            Customer Care Chat
          </Link>
        </May>
      </nav>
      <NeedsYou />
      <Loaded
        query={stats}
        what="the statistics"
        skeleton={<FiguresSkeleton />}
        failure={{ title: 'Error loading statistics', text: 'Please try refreshing the page.' }}
      >
        {(figures) => (
          <>
            <SkippedMatches matches={figures.skippedMatches} />
            <FeedLag lag={figures.feedLag} />
            <Figures stats={figures} />
            <SealChecks checks={figures.checks} now={new Date(figures.asOf)} />
          </>
        )}
      </Loaded>
      <Charts placeholder={<ChartsSkeleton />} failure={<PartNotLoaded what="The charts" />} />
      <RecentBets />
      <RecentTransactions />
    </ConsolePage>
  )
}
