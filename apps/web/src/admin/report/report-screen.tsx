import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { accountText, LINE_TEXTS, REPORT_PARTS } from '@mupiira/domain/money/figure-texts.ts'
import { FIGURES } from '@mupiira/domain/money/figures.ts'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import { dayKey, startOfDayKey } from '@mupiira/domain/time/kampala.ts'
import type { DayReport } from '@mupiira/contract/admin-report.ts'
import { queryText } from '../../shared/api/client.ts'
import { useNow } from '../../shared/clock.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { IconButton } from '../../shared/ui/button.tsx'
import { EmptyState, Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Card, Money, Notice } from '../../shared/ui/surfaces.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { KeyFigure } from '../kit/facts.tsx'
import { ExportButton } from '../kit/export-button.tsx'
import { DayFilter, FilterBar } from '../kit/filters.tsx'
import { useListParams } from '../kit/use-list-params.ts'
import { May } from '../kit/may.tsx'
import { DayDifferences } from './day-differences.tsx'
import { ReportLinks } from './report-links.tsx'
import { ReportTables } from './report-tables.tsx'
import { reportQuery } from './report-query.ts'

const REFRESH_MS = 60_000

/** The daily report of the ledger in Kampala time. `?day=` selects the day. */
export function ReportScreen() {
  const params = useListParams()
  const today = dayKey(useNow(60_000))
  const day = params.get('day') === '' ? today : params.get('day')
  const query = useQuery({ ...reportQuery(day), refetchInterval: day === today ? REFRESH_MS : false })
  const step = (days: number) => {
    const at = startOfDayKey(day)
    if (at !== null) params.set({ day: dayKey(new Date(at.getTime() + days * DAY_MS)) })
  }
  return (
    <ConsolePage
      title="Daily report"
      end={
        <>
          <ReportLinks current="day" />
          <ExportButton
            href={`/api/admin/report.csv${queryText({ day })}`}
            name={`mupiira-day-report-${day}.csv`}
            done="Daily report exported"
          />
        </>
      }
    >
      <FilterBar>
        <IconButton label="Previous day" onClick={() => step(-1)}>
          <ChevronLeft className="size-5" />
        </IconButton>
        <DayFilter params={params} name="day" label="Day" defaultDay={today} />
        <IconButton label="Next day" onClick={() => step(1)} disabled={day >= today}>
          <ChevronRight className="size-5" />
        </IconButton>
      </FilterBar>
      <Loaded query={query} what="the report" skeleton={<Skeleton className="h-160 w-full" />}>
        {(report) => (report.accounts.length === 0 ? <NothingYet /> : <Report report={report} />)}
      </Loaded>
    </ConsolePage>
  )
}

const NothingYet = () => <EmptyState title="No entries yet" text="The ledger has no entries on or before this day." />

/** Figures and cards in the same columns. Their amounts need the width. */
const GRID = 'grid grid-cols-1 gap-2 md:grid-cols-2 min-[1440px]:grid-cols-4'

function Report({ report }: { readonly report: DayReport }) {
  const { lines, accounts, bonusCost, payouts, grossGamingRevenue } = report
  const lineOf = (name: string) => lines.find(({ line }) => line === name)
  const players = accounts.find(({ account }) => account === 'players')
  return (
    <>
      {!report.isOver && (
        <Notice tone="info">The day is not over. Preliminary figures as of {dateTimeText(report.asOf)}.</Notice>
      )}
      <dl className={GRID}>
        <KeyFigure name={`${FIGURES.grossGamingRevenue.name}, sportsbook`}>
          <Revenue amount={grossGamingRevenue.sportsbook} />
        </KeyFigure>
        <KeyFigure name={`${FIGURES.grossGamingRevenue.name}, Aviator`}>
          <Revenue amount={grossGamingRevenue.aviator} />
        </KeyFigure>
        <KeyFigure name={`${accountText('players')}, opening`}>
          <Money amount={players?.opening ?? 0} />
        </KeyFigure>
        <KeyFigure name={`${accountText('players')}, closing`}>
          <Money amount={players?.closing ?? 0} />
        </KeyFigure>
      </dl>
      <div className={GRID}>
        {REPORT_PARTS.map(({ title, lines: names }) => (
          <Card key={title} as="section" label={title}>
            <h2 className="pb-1 text-16 font-bold">{title}</h2>
            <dl>
              {names.map((name) => (
                <Line key={name} name={LINE_TEXTS[name]} entries={lineOf(name)?.entries ?? 0}>
                  <Money amount={lineOf(name)?.amount ?? 0} />
                </Line>
              ))}
              {(title === 'Sportsbook' || title === 'Aviator') && (
                <Line name={`${FIGURES.payouts.name} in total`}>
                  <b>
                    <Money amount={title === 'Aviator' ? payouts.aviator : payouts.sportsbook} />
                  </b>
                </Line>
              )}
              {title === 'Sportsbook' && (
                <Line name={`${FIGURES.bonusCost.name} (in payouts)`}>
                  <Money amount={bonusCost} signed={bonusCost < 0} />
                </Line>
              )}
            </dl>
          </Card>
        ))}
      </div>
      <May do="admin:reconciliation:read">
        <DayDifferences day={report.day} />
      </May>
      <ReportTables report={report} />
    </>
  )
}

const Revenue = ({ amount }: { readonly amount: number }) => (
  <span className={amount < 0 ? 'text-down' : ''}>
    <Money amount={amount} signed={amount < 0} />
  </span>
)

type LineProps = { readonly name: string; readonly entries?: number; readonly children: ReactNode }

const Line = ({ name, entries, children }: LineProps) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-3 border-t border-line py-1.5 text-14">
    <dt className="text-muted">
      <span>{name}</span>
      {entries !== undefined && entries > 0 && (
        <span className="text-12 tabular"> × {entries.toLocaleString('en-UG')}</span>
      )}
    </dt>
    <dd className="ml-auto text-right tabular">{children}</dd>
  </div>
)
