import { type AdminStats, getAdminStats } from '@mupiira/contract/admin-stats.ts'
import { changeOf, winRateOf } from '@mupiira/domain/money/change.ts'
import { reportLines, type SummedTransfers } from '@mupiira/domain/money/day-report.ts'
import { figureOf } from '@mupiira/domain/money/figures.ts'
import { ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import { startOfDay } from '@mupiira/domain/time/kampala.ts'
import { type Route, route } from '../../kernel/http/route.ts'
import type { SealCheck } from '../../kernel/seals/seal-checks.repository.ts'
import type { Audit } from '../audit/index.ts'
import type { Betting, TicketSums } from '../betting/index.ts'
import type { Catalogue } from '../catalogue/index.ts'
import type { Wallet } from '../wallet/index.ts'

export type StatsDeps = {
  readonly lastCheckOfAuditLog: Audit['seals']['lastCheck']
  readonly betting: Pick<Betting, 'administration'>
  readonly catalogue: Pick<Catalogue, 'administration' | 'feed'>
  readonly wallet: Pick<Wallet, 'ledger'>
}

/** The figures of the dashboard (ADMX-07 to ADMX-18). */
export const statsRoutes = ({ betting, catalogue, wallet, lastCheckOfAuditLog }: StatsDeps): readonly Route[] => [
  route(getAdminStats, async ({ now }) => {
    const { history } = betting.administration
    const today = startOfDay(now)
    const yesterday = new Date(today.getTime() - DAY_MS)
    const [sums, [players], games, skipped, feedLag, { before, transfers }, ledgerCheck, auditCheck] =
      await Promise.all([
        history.around(today, yesterday),
        history.playersByDay(today),
        catalogue.administration.countGames(yesterday, today),
        catalogue.feed.skippedMatches(now),
        catalogue.feed.lag(),
        wallet.ledger.day(today),
        wallet.ledger.lastCheck(),
        lastCheckOfAuditLog(),
      ])
    // A platform that opened during the compared day has no complete day to compare with.
    const change = (now: number, before: number, events?: number) =>
      games.hadGamesBefore ? changeOf(now, before, events) : null
    const all = sumsOf(sums)
    const ofToday = sumsOf(sums.filter(({ placed }) => placed === 'today'))
    const ofYesterday = sumsOf(sums.filter(({ placed }) => placed === 'yesterday'))
    return {
      status: 200,
      body: {
        asOf: now.toISOString(),
        totalGames: games.total,
        totalGamesChange: change(games.createdToday, games.createdYesterday),
        liveMatches: games.live,
        liveMatchesChange: change(games.playedToday, games.playedYesterday),
        activeBets: all.tickets('pending'),
        activeBetsChange: change(ofToday.tickets('pending'), ofYesterday.tickets('pending')),
        result: { today: resultOf(transfers, ofToday), sinceStart: resultOf([...before, ...transfers], all) },
        skippedMatches: skipped.map(({ startTime, ...match }) => ({ ...match, startTime: startTime.toISOString() })),
        feedLag: { seconds: feedLag.lagMs / 1000, goals: feedLag.goals },
        checks: { ledger: presentCheck(ledgerCheck), auditLog: presentCheck(auditCheck) },
        today: {
          bets: ofToday.tickets(),
          pending: ofToday.tickets('pending'),
          activeUsers: players?.players ?? 0,
          winRate: winRateOf(ofToday.tickets('won'), ofToday.tickets('lost')),
          decided: ofToday.tickets('won') + ofToday.tickets('lost'),
        },
      },
    }
  }),
]

const presentCheck = (check: SealCheck | null) =>
  check && {
    checkedAt: check.checkedAt.toISOString(),
    outcome: check.outcome,
    differences: check.differences,
    blocks: check.blocks,
    published: check.expected && { block: String(check.expected.block), hash: check.expected.hash },
  }

function resultOf(transfers: readonly SummedTransfers[], tickets: Sums): AdminStats['result']['today'] {
  const lines = reportLines(transfers)
  const placed = lines.filter(({ line }) => line === 'stakes' || line === 'aviator-stakes')
  const shown = (amount: bigint): number => ugxToNumber(ugx(amount))
  return {
    bets: placed.reduce((sum, { entries }) => sum + entries, 0),
    turnover: shown(figureOf('turnover', lines)),
    payouts: shown(figureOf('payouts', lines)),
    refunds: shown(figureOf('refunds', lines)),
    voids: shown(figureOf('voids', lines)),
    grossGamingRevenue: shown(figureOf('grossGamingRevenue', lines)),
    openBets: tickets.tickets('pending'),
    openStakes: shown(tickets.stake('pending')),
  }
}

type Sums = ReturnType<typeof sumsOf>

/** Sums of one status or of all statuses. */
function sumsOf(sums: readonly TicketSums[]) {
  const of = (status?: TicketSums['status']) => sums.filter((each) => status === undefined || each.status === status)
  return {
    tickets: (status?: TicketSums['status']) => of(status).reduce((sum, each) => sum + each.tickets, 0),
    stake: (status?: TicketSums['status']) => of(status).reduce((sum, each) => sum + each.stakeUgx, 0n),
  }
}
