import { getAdminCharts, getMoneyChart } from '@mupiira/contract/admin-charts.ts'
import { reportLines } from '@mupiira/domain/money/day-report.ts'
import { figureOf, type LineFigure } from '@mupiira/domain/money/figures.ts'
import { ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { DAY_MS, HOUR_MS } from '@mupiira/domain/time/durations.ts'
import { dayKey, startOfDay, startOfNextDay } from '@mupiira/domain/time/kampala.ts'
import { type Route, route } from '../../kernel/http/route.ts'
import type { Betting } from '../betting/index.ts'
import type { DayOfPayments, PaymentHistory } from '../payments/index.ts'
import type { HourOfLedger, Wallet } from '../wallet/index.ts'

export type ChartDeps = {
  readonly betting: Pick<Betting, 'administration'>
  readonly payments: {
    readonly administration: { readonly history: Pick<PaymentHistory, 'providerHours' | 'totals'> }
  }
  readonly wallet: Pick<Wallet, 'ledger'>
}

const HOURS = 48
const DAYS = 30

const shown = (amount: bigint): number => ugxToNumber(ugx(amount))
const startOfHour = (at: Date): Date => new Date(at.getTime() - (at.getTime() % HOUR_MS))
/** `count` times at a regular interval, ending with `last`. */
const every = (ms: number, count: number, last: Date): Date[] =>
  Array.from({ length: count }, (_, at) => new Date(last.getTime() - (count - 1 - at) * ms))

/** The charts of the dashboard, from stored sums or bounded ranges. */
export const chartRoutes = ({ betting, payments, wallet }: ChartDeps): readonly Route[] => [
  route(getMoneyChart, async ({ query: { by }, now }) => {
    const times = by === 'hour' ? every(HOUR_MS, HOURS, startOfHour(now)) : every(DAY_MS, DAYS, startOfDay(now))
    const from = times[0] ?? now
    const summed =
      by === 'hour'
        ? await wallet.ledger.hours(from, new Date(startOfHour(now).getTime() + HOUR_MS))
        : await wallet.ledger.days(from, startOfNextDay(now))
    const byTime = Map.groupBy(summed, ({ at }) => at.getTime())
    const points = times.map((at) => ({ at: at.toISOString(), ...pointOf(byTime.get(at.getTime()) ?? []) }))
    return { status: 200, body: { asOf: now.toISOString(), by, points } }
  }),

  route(getAdminCharts, async ({ now }) => {
    const hours = every(HOUR_MS, HOURS, startOfHour(now))
    const days = every(DAY_MS, DAYS, startOfDay(now))
    const [firstHour = now, firstDay = now] = [hours[0], days[0]]
    const [liability, paid, bettors, calls] = await Promise.all([
      betting.administration.history.liabilitySince(firstHour, now),
      payments.administration.history.totals(firstDay, startOfNextDay(now)),
      betting.administration.history.playersByDay(firstDay),
      payments.administration.history.providerHours(firstHour),
    ])
    const playersOn = new Map(bettors.map(({ day, players }) => [day, players]))
    const paymentsOn = Map.groupBy(paid, ({ day }) => day)
    return {
      status: 200,
      body: {
        asOf: now.toISOString(),
        liability: liability.map(({ at, tickets, stakeUgx, payoutUgx }) => {
          return { at: at.toISOString(), tickets, stakes: ugxToNumber(stakeUgx), payout: ugxToNumber(payoutUgx) }
        }),
        payments: days.map((at) => {
          const own = paymentsOn.get(dayKey(at)) ?? []
          return { at: at.toISOString(), deposits: outcomes(own, 'deposit'), withdrawals: outcomes(own, 'withdrawal') }
        }),
        players: days.map((at) => ({ at: at.toISOString(), players: playersOn.get(dayKey(at)) ?? 0 })),
        providers: [...Map.groupBy(calls, ({ provider }) => provider)].map(([provider, own]) => ({
          provider,
          hours: own.map(({ at, exchanges, failures, meanMs }) => {
            return { at: at.toISOString(), exchanges, failures, meanMs }
          }),
        })),
      },
    }
  }),
]

function pointOf(transfers: readonly HourOfLedger[]) {
  const lines = reportLines(transfers)
  const of = (figure: LineFigure): number => shown(figureOf(figure, lines))
  return {
    turnover: of('turnover'),
    payouts: of('payouts'),
    grossGamingRevenue: of('grossGamingRevenue'),
    deposits: of('deposits'),
    withdrawals: of('withdrawals'),
  }
}

function outcomes(days: readonly DayOfPayments[], type: DayOfPayments['type']) {
  const count = (status: DayOfPayments['status']): number =>
    days.reduce((sum, day) => sum + (day.type === type && day.status === status ? day.transactions : 0), 0)
  return { success: count('success'), pending: count('pending'), failed: count('failed') }
}
