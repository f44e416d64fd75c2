import type { ComponentType } from 'react'
import type { Capability } from '@mupiira/domain/access/capabilities.ts'
import { AlertsScreen } from '../alerts/alerts-screen.tsx'
import { ApprovalsScreen } from '../approvals/approvals-screen.tsx'
import { AuditScreen } from '../audit/audit-screen.tsx'
import { AviatorScreen } from '../aviator/aviator-screen.tsx'
import { BetsScreen } from '../bets/bets-screen.tsx'
import { ChatScreen } from '../chat/chat-screen.tsx'
import { DashboardScreen } from '../dashboard/dashboard-screen.tsx'
import { FixturesScreen } from '../fixtures/fixtures-screen.tsx'
import { GameScreen } from '../games/game-screen.tsx'
import { SearchNamesScreen } from '../games/search-names-screen.tsx'
import { GamesScreen } from '../games/games-screen.tsx'
import { CourtsidingScreen } from '../in-play/courtsiding-screen.tsx'
import { TradingScreen } from '../games/trading-screen.tsx'
import { InPlayScreen } from '../in-play/in-play-screen.tsx'
import { LiveBetsScreen } from '../in-play/live-bets-screen.tsx'
import { LeaguesScreen } from '../in-play/leagues-screen.tsx'
import { MonthScreen } from '../report/month-screen.tsx'
import { MonthsScreen } from '../report/months-screen.tsx'
import { NoticesScreen } from '../notices/notices-screen.tsx'
import { ProfitScreen } from '../report/profit-screen.tsx'
import { RowsScreen } from '../report/rows-screen.tsx'
import { ReportScreen } from '../report/report-screen.tsx'
import { ReconciliationScreen } from '../transactions/reconciliation-screen.tsx'
import { RiskScreen } from '../risk/risk-screen.tsx'
import { TransactionsScreen } from '../transactions/transactions-screen.tsx'
import { JobsScreen } from '../settings/jobs-screen.tsx'
import { SettingsScreen } from '../settings/settings-screen.tsx'
import { StaffScreen } from '../staff/staff-screen.tsx'
import { SignInScreen } from '../sign-in/sign-in-screen.tsx'
import { WithdrawalReviewsScreen } from '../transactions/withdrawal-reviews-screen.tsx'
import type { TabName } from './tab-icons.ts'
import { UserScreen } from '../users/user-screen.tsx'
import { UsersScreen } from '../users/users-screen.tsx'

export type ConsoleScreenProps = { readonly params: { readonly [name: string]: string } }

export type ConsoleRoute = {
  /** A path with parameters: `/admin/users/:id`. */
  readonly path: string
  readonly tab: TabName
  /** The name of a further screen of the tab. The first has the name of the tab. */
  readonly name?: string
  /** The capability that the screen's requests need. Staff without it see why the screen is missing. */
  readonly needs: Capability
  readonly Screen: ComponentType<ConsoleScreenProps>
}

/** All screens of the console. The first path of a tab is its link (ADMX-04). */
export const CONSOLE_ROUTES: readonly ConsoleRoute[] = [
  { path: '/admin/dashboard', tab: 'Dashboard', needs: 'admin:enter', Screen: DashboardScreen },
  { path: '/admin/alerts', tab: 'Alerts', needs: 'admin:alerts:read', Screen: AlertsScreen },
  { path: '/admin/chat', tab: 'Customer care', needs: 'admin:chat:read', Screen: ChatScreen },
  { path: '/admin/chat/:userId', tab: 'Customer care', needs: 'admin:chat:read', Screen: ChatScreen },
  { path: '/admin/games', tab: 'Games', needs: 'admin:games:read', Screen: GamesScreen },
  { path: '/admin/trading', tab: 'Games', name: 'Trading grid', needs: 'admin:games:read', Screen: TradingScreen },
  { path: '/admin/games/:id', tab: 'Games', needs: 'admin:games:read', Screen: GameScreen },
  {
    path: '/admin/search-names',
    tab: 'Games',
    name: 'Other names of teams and leagues',
    needs: 'admin:games:read',
    Screen: SearchNamesScreen,
  },
  { path: '/admin/users', tab: 'Users', needs: 'admin:users:read', Screen: UsersScreen },
  { path: '/admin/users/:id', tab: 'Users', needs: 'admin:users:read', Screen: UserScreen },
  { path: '/admin/transactions', tab: 'Transactions', needs: 'admin:payments:read', Screen: TransactionsScreen },
  {
    path: '/admin/transactions/reconciliation',
    tab: 'Transactions',
    name: 'Reconciliation',
    needs: 'admin:reconciliation:read',
    Screen: ReconciliationScreen,
  },
  {
    path: '/admin/transactions/withdrawals',
    tab: 'Transactions',
    name: 'Withdrawal review',
    needs: 'admin:payments:read',
    Screen: WithdrawalReviewsScreen,
  },
  { path: '/admin/reports', tab: 'Reports', needs: 'admin:reports:read', Screen: ReportScreen },
  {
    path: '/admin/reports/profit-and-loss',
    tab: 'Reports',
    name: 'Profit and loss',
    needs: 'admin:figures:read',
    Screen: ProfitScreen,
  },
  {
    path: '/admin/reports/rows',
    tab: 'Reports',
    name: 'Rows of a figure',
    needs: 'admin:figures:read',
    Screen: RowsScreen,
  },
  { path: '/admin/reports/months', tab: 'Reports', name: 'Months', needs: 'admin:figures:read', Screen: MonthsScreen },
  { path: '/admin/reports/months/:month', tab: 'Reports', needs: 'admin:figures:read', Screen: MonthScreen },
  { path: '/admin/bets', tab: 'Bet History', needs: 'admin:bets:read', Screen: BetsScreen },
  { path: '/admin/risk', tab: 'Risk', needs: 'admin:games:read', Screen: RiskScreen },
  { path: '/admin/in-play', tab: 'Live betting', needs: 'admin:games:read', Screen: InPlayScreen },
  {
    path: '/admin/in-play/bets',
    tab: 'Live betting',
    name: 'Live bets',
    needs: 'admin:bets:read',
    Screen: LiveBetsScreen,
  },
  {
    path: '/admin/in-play/courtsiding',
    tab: 'Live betting',
    name: 'Courtsiding',
    needs: 'admin:users:read',
    Screen: CourtsidingScreen,
  },
  {
    path: '/admin/in-play/leagues',
    tab: 'Live betting',
    name: 'Leagues in live betting',
    needs: 'admin:settings:read',
    Screen: LeaguesScreen,
  },
  { path: '/admin/fixtures', tab: 'Fixtures', needs: 'admin:fixtures:read', Screen: FixturesScreen },
  { path: '/admin/aviator', tab: 'Aviator', needs: 'admin:games:read', Screen: AviatorScreen },
  { path: '/admin/notices', tab: 'Notices', needs: 'admin:notices:read', Screen: NoticesScreen },
  { path: '/admin/settings', tab: 'Settings', needs: 'admin:settings:read', Screen: SettingsScreen },
  { path: '/admin/sign-in', tab: 'Settings', name: 'Your login', needs: 'admin:enter', Screen: SignInScreen },
  { path: '/admin/jobs', tab: 'Settings', name: 'Failing jobs', needs: 'admin:settings:read', Screen: JobsScreen },
  { path: '/admin/approvals', tab: 'Approvals', needs: 'admin:approvals:read', Screen: ApprovalsScreen },
  { path: '/admin/staff', tab: 'Staff', needs: 'admin:staff:read', Screen: StaffScreen },
  { path: '/admin/audit', tab: 'Audit log', needs: 'admin:audit:read', Screen: AuditScreen },
]

/** The screens that a member of staff may open. */
export const routesFor = (may: (capability: Capability) => boolean): readonly ConsoleRoute[] =>
  CONSOLE_ROUTES.filter(({ needs }) => may(needs))

export type ConsoleTab = { readonly name: TabName; readonly path: string }

/** The tabs in order with their links. */
export const tabsOf = (routes: readonly ConsoleRoute[]): readonly ConsoleTab[] =>
  routes
    .filter(({ tab }, at) => routes.findIndex((route) => route.tab === tab) === at)
    .map(({ tab, path }) => ({ name: tab, path }))

/** The screens with an address without parameters. */
export const namedScreens = (routes: readonly ConsoleRoute[]): readonly { name: string; path: string }[] =>
  routes.filter(({ path }) => !path.includes(':')).map(({ name, tab, path }) => ({ name: name ?? tab, path }))

export type FoundScreen = { readonly route: ConsoleRoute; readonly params: { readonly [name: string]: string } }

export function findScreen(routes: readonly ConsoleRoute[], path: string): FoundScreen | null {
  const parts = path.split('/')
  for (const route of routes) {
    const pattern = route.path.split('/')
    const fits = (piece: string, at: number) => (piece.startsWith(':') ? parts[at] !== '' : piece === parts[at])
    if (pattern.length !== parts.length || !pattern.every(fits)) continue
    const named = pattern.flatMap((piece, at) => (piece.startsWith(':') ? [[piece.slice(1), parts[at] ?? '']] : []))
    return { route, params: Object.fromEntries(named) }
  }
  return null
}
