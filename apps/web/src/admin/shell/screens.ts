import type { ComponentType } from 'react'
import { ApprovalsScreen } from '../approvals/approvals-screen.tsx'
import { AuditScreen } from '../audit/audit-screen.tsx'
import { AviatorScreen } from '../aviator/aviator-screen.tsx'
import { BetsScreen } from '../bets/bets-screen.tsx'
import { ChatScreen } from '../chat/chat-screen.tsx'
import { DashboardScreen } from '../dashboard/dashboard-screen.tsx'
import { FixturesScreen } from '../fixtures/fixtures-screen.tsx'
import { GameScreen } from '../games/game-screen.tsx'
import { GamesScreen } from '../games/games-screen.tsx'
import { NoticesScreen } from '../notices/notices-screen.tsx'
import { ReportScreen } from '../report/report-screen.tsx'
import { ReconciliationScreen } from '../transactions/reconciliation-screen.tsx'
import { RiskScreen } from '../risk/risk-screen.tsx'
import { TransactionsScreen } from '../transactions/transactions-screen.tsx'
import { SettingsScreen } from '../settings/settings-screen.tsx'
import { SignInScreen } from '../sign-in/sign-in-screen.tsx'
import { UserScreen } from '../users/user-screen.tsx'
import { UsersScreen } from '../users/users-screen.tsx'

export type ConsoleScreenProps = { readonly params: { readonly [name: string]: string } }

export type ConsoleRoute = {
  /** A path with parameters: `/admin/users/:id`. */
  readonly path: string
  /** The name of the tab. */
  readonly tab: string
  readonly Screen: ComponentType<ConsoleScreenProps>
}

/** All screens of the console. The first path of a tab is its link (ADMX-04). */
export const CONSOLE_ROUTES: readonly ConsoleRoute[] = [
  { path: '/admin/dashboard', tab: 'Dashboard', Screen: DashboardScreen },
  { path: '/admin/chat', tab: 'Customer Care', Screen: ChatScreen },
  { path: '/admin/chat/:userId', tab: 'Customer Care', Screen: ChatScreen },
  { path: '/admin/games', tab: 'Games', Screen: GamesScreen },
  { path: '/admin/games/:id', tab: 'Games', Screen: GameScreen },
  { path: '/admin/users', tab: 'Users', Screen: UsersScreen },
  { path: '/admin/users/:id', tab: 'Users', Screen: UserScreen },
  { path: '/admin/transactions', tab: 'Transactions', Screen: TransactionsScreen },
  { path: '/admin/transactions/reconciliation', tab: 'Transactions', Screen: ReconciliationScreen },
  { path: '/admin/reports', tab: 'Reports', Screen: ReportScreen },
  { path: '/admin/bets', tab: 'Bet History', Screen: BetsScreen },
  { path: '/admin/risk', tab: 'Risk', Screen: RiskScreen },
  { path: '/admin/fixtures', tab: 'Fixtures', Screen: FixturesScreen },
  { path: '/admin/aviator', tab: 'Aviator', Screen: AviatorScreen },
  { path: '/admin/notices', tab: 'Notices', Screen: NoticesScreen },
  { path: '/admin/settings', tab: 'Settings', Screen: SettingsScreen },
  { path: '/admin/sign-in', tab: 'Settings', Screen: SignInScreen },
  { path: '/admin/approvals', tab: 'Approvals', Screen: ApprovalsScreen },
  { path: '/admin/audit', tab: 'Audit Log', Screen: AuditScreen },
]

export type ConsoleTab = { readonly name: string; readonly path: string }

/** The tabs in order with their links. */
export const tabsOf = (routes: readonly ConsoleRoute[]): readonly ConsoleTab[] =>
  routes
    .filter(({ tab }, at) => routes.findIndex((route) => route.tab === tab) === at)
    .map(({ tab, path }) => ({ name: tab, path }))

export type FoundScreen = { readonly route: ConsoleRoute; readonly params: { readonly [name: string]: string } }

/** Finds the screen of a path with its parameters. */
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
