import { providerText } from '@mupiira/domain/payments/providers.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminCharts, MoneyChart } from '@mupiira/contract/admin-charts.ts'
import { FIGURES } from '@mupiira/domain/money/figures.ts'
import { classes } from '../../shared/ui/classes.ts'
import { Loaded } from '../../shared/ui/states.tsx'
import { Chart } from './chart.tsx'
import { CHART_TITLES, ChartFrame, CHARTS_GRID, ChartSkeleton } from './chart-frame.tsx'
import { type ChartData, countText, type SeriesColour, moneyFigure } from './series.ts'
import { chartsQuery, moneyChartQuery } from './dashboard-queries.ts'

const [MONEY, CASH, LIABILITY, PLAYERS, DEPOSITS, WITHDRAWALS, PROVIDERS] = CHART_TITLES

const PERIODS = { hour: 'the last 48 hours', day: 'the last 30 days' } as const

export function Charts() {
  const [by, setBy] = useState<MoneyChart['by']>('day')
  const money = useQuery(moneyChartQuery(by))
  const admin = useQuery(chartsQuery)
  const choice = <Choice by={by} onChoose={setBy} />
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Loaded query={money} what="the charts of turnover and payments" skeleton={<Frames titles={[MONEY, CASH]} />}>
        {(answer) => (
          <div className={CHARTS_GRID}>
            <Chart title={MONEY} chart={revenueOf(answer)} end={choice} emptyText={`No bets in ${PERIODS[by]}.`} />
            <Chart title={CASH} chart={cashOf(answer)} emptyText={`No deposits or withdrawals in ${PERIODS[by]}.`} />
          </div>
        )}
      </Loaded>
      <Loaded query={admin} what="the other charts" skeleton={<Frames titles={CHART_TITLES.slice(2)} />}>
        {(answer) => (
          <div className={CHARTS_GRID}>
            <Chart title={LIABILITY} chart={liabilityOf(answer)} emptyText={`No open bets in ${PERIODS.hour}.`} />
            <Chart title={PLAYERS} chart={playersOf(answer)} emptyText={`No bets in ${PERIODS.day}.`} />
            <Chart
              title={DEPOSITS}
              chart={outcomesOf(answer, 'deposits')}
              emptyText={`No deposits in ${PERIODS.day}.`}
            />
            <Chart
              title={WITHDRAWALS}
              chart={outcomesOf(answer, 'withdrawals')}
              emptyText={`No withdrawals in ${PERIODS.day}.`}
            />
            <Chart
              title={PROVIDERS}
              chart={providersOf(answer)}
              emptyText={`No requests to providers in ${PERIODS.hour}.`}
            />
          </div>
        )}
      </Loaded>
    </div>
  )
}

const Frames = ({ titles }: { readonly titles: readonly string[] }) => (
  <div className={CHARTS_GRID}>
    {titles.map((title) => (
      <ChartFrame key={title} title={title}>
        <ChartSkeleton />
      </ChartFrame>
    ))}
  </div>
)

type ChoiceProps = { readonly by: MoneyChart['by']; readonly onChoose: (by: MoneyChart['by']) => void }

const Choice = ({ by, onChoose }: ChoiceProps) => (
  <div role="group" aria-label="Group by" className="flex gap-2">
    {(['hour', 'day'] as const).map((each) => (
      <button
        key={each}
        type="button"
        aria-pressed={each === by}
        onClick={() => onChoose(each)}
        className={classes(
          'min-h-11 rounded-full border px-4 text-14 font-bold md:min-h-9',
          each === by ? 'border-ink bg-ink text-paper' : 'border-line bg-raised text-ink',
        )}
      >
        {each === 'hour' ? 'Hours' : 'Days'}
      </button>
    ))}
  </div>
)

const revenueOf = ({ by, points }: MoneyChart): ChartData => ({
  by,
  times: points.map(({ at }) => at),
  unit: 'UGX',
  figure: moneyFigure,
  series: [
    { name: FIGURES.turnover.name, colour: 'ink', lineStyle: 'line', values: points.map(({ turnover }) => turnover) },
    { name: FIGURES.payouts.name, colour: 'down', lineStyle: 'dashes', values: points.map(({ payouts }) => payouts) },
    {
      name: FIGURES.grossGamingRevenue.name,
      colour: 'gold',
      lineStyle: 'bars',
      values: points.map(({ grossGamingRevenue }) => grossGamingRevenue),
    },
  ],
})

const cashOf = ({ by, points }: MoneyChart): ChartData => ({
  by,
  times: points.map(({ at }) => at),
  unit: 'UGX',
  figure: moneyFigure,
  series: [
    { name: FIGURES.deposits.name, colour: 'up', lineStyle: 'line', values: points.map(({ deposits }) => deposits) },
    {
      name: FIGURES.withdrawals.name,
      colour: 'live',
      lineStyle: 'dashes',
      values: points.map(({ withdrawals }) => withdrawals),
    },
  ],
})

const liabilityOf = ({ liability }: AdminCharts): ChartData => ({
  by: 'hour',
  times: liability.map(({ at }) => at),
  unit: 'UGX',
  figure: moneyFigure,
  series: [
    {
      name: 'Payout if all open bets win',
      colour: 'down',
      lineStyle: 'line',
      values: liability.map(({ payout }) => payout),
    },
    {
      name: FIGURES.openStakes.name,
      colour: 'ink',
      lineStyle: 'dashes',
      values: liability.map(({ stakes }) => stakes),
    },
  ],
})

const playersOf = ({ players }: AdminCharts): ChartData => ({
  by: 'day',
  times: players.map(({ at }) => at),
  unit: 'players',
  figure: countText,
  series: [{ name: 'Players', colour: 'gold', lineStyle: 'bars', values: players.map((player) => player.players) }],
})

const outcomesOf = ({ payments }: AdminCharts, type: 'deposits' | 'withdrawals'): ChartData => ({
  by: 'day',
  times: payments.map(({ at }) => at),
  unit: type,
  figure: countText,
  series: (
    [
      ['Paid', 'success', 'up', 'line'],
      ['Pending', 'pending', 'muted', 'dots'],
      ['Failed', 'failed', 'down', 'dashes'],
    ] as const
  ).map(([name, status, colour, lineStyle]) => ({
    name,
    colour,
    lineStyle,
    values: payments.map((day) => day[type][status]),
  })),
})

const COLOURS: readonly SeriesColour[] = ['ink', 'gold', 'live']

/** Replies and failed replies per provider, as counts: a percentage of a few replies would be misleading. */
function providersOf({ providers }: AdminCharts): ChartData {
  const times = [...new Set(providers.flatMap(({ hours }) => hours.map(({ at }) => at)))].sort()
  return {
    by: 'hour',
    times,
    unit: 'replies per hour',
    figure: countText,
    series: providers.flatMap(({ provider, hours }, no) => {
      const byTime = new Map(hours.map((hour) => [hour.at, hour]))
      const colour = COLOURS[no] ?? 'muted'
      const name = providerText(provider)
      return [
        { name, colour, lineStyle: 'line' as const, values: times.map((at) => byTime.get(at)?.exchanges ?? null) },
        {
          name: `${name}, failed`,
          colour,
          lineStyle: 'dashes' as const,
          values: times.map((at) => byTime.get(at)?.failures ?? null),
        },
      ]
    }),
  }
}
