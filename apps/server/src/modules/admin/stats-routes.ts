import { getDeskStats } from '@mupiira/contract/desk-stats.ts'
import { changeOf, winRateOf } from '@mupiira/domain/money/change.ts'
import { ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { dayKey, startOfDay } from '@mupiira/domain/time/kampala.ts'
import { type Route, route } from '../../kernel/http/route.ts'
import type { Betting, DayOfTickets } from '../betting/index.ts'
import type { Catalogue } from '../catalogue/index.ts'

export type StatsDoors = {
  readonly betting: Pick<Betting, 'history'>
  readonly catalogue: Pick<Catalogue, 'countForDesk'>
}

const DAY_MS = 86_400_000

/** The figures of the first page: tickets from their tallies, exact (ADMX-07 to ADMX-18). */
export const statsRoutes = ({ betting, catalogue }: StatsDoors): readonly Route[] => [
  route(getDeskStats, async ({ now }) => {
    const today = startOfDay(now)
    const yesterday = new Date(today.getTime() - DAY_MS)
    const [days, bettors, games] = await Promise.all([
      betting.history.tallied(null, null),
      betting.history.bettorsSince(today),
      catalogue.countForDesk(yesterday, today),
    ])
    const all = sumsOf(days)
    const ofToday = sumsOf(days.filter(({ day }) => day === dayKey(today)))
    const ofYesterday = sumsOf(days.filter(({ day }) => day === dayKey(yesterday)))
    return {
      status: 200,
      body: {
        asOf: now.toISOString(),
        totalGames: games.total,
        totalGamesChange: changeOf(games.madeToday, games.madeYesterday),
        liveMatches: games.live,
        liveMatchesChange: changeOf(games.playedToday, games.playedYesterday),
        activeBets: all.tickets('pending'),
        activeBetsChange: changeOf(ofToday.tickets('pending'), ofYesterday.tickets('pending')),
        totalRevenue: ugxToNumber(ugx(all.stake('lost'))),
        totalRevenueChange: changeOf(Number(ofToday.stake('lost')), Number(ofYesterday.stake('lost'))),
        grossRevenue: ugxToNumber(ugx(all.stake() - all.stake('pending') - all.payout())),
        today: {
          bets: ofToday.tickets(),
          staked: ugxToNumber(ugx(ofToday.stake())),
          winnings: ugxToNumber(ugx(ofToday.payout('won'))),
          pending: ofToday.tickets('pending'),
          activeUsers: bettors,
          winRate: winRateOf(ofToday.tickets('won'), ofToday.tickets('lost')),
        },
      },
    }
  }),
]

/** Sums over days, of one status or of all. */
function sumsOf(days: readonly DayOfTickets[]) {
  const of = (status?: DayOfTickets['status']) => days.filter((day) => status === undefined || day.status === status)
  return {
    tickets: (status?: DayOfTickets['status']) => of(status).reduce((sum, day) => sum + day.tickets, 0),
    stake: (status?: DayOfTickets['status']) => of(status).reduce((sum, day) => sum + day.stakeUgx, 0n),
    payout: (status?: DayOfTickets['status']) => of(status).reduce((sum, day) => sum + day.payoutUgx, 0n),
  }
}
