import { lazyScreen, type LazyScreen } from './lazy-screen.tsx'

/** `visitor`: only while logged out. `player`: only while logged in. */
export type Access = 'public' | 'visitor' | 'player'

export type ScreenRoute = LazyScreen & {
  /** `:name` is a path parameter; `*` at the end matches the rest of the path. */
  readonly path: string
  readonly title: string
  readonly access: Access
  /** The screen's source, under which the build's manifest knows its chunk. */
  readonly source: string
  /** The screen brings its own bar, which takes the header's place on phones. */
  readonly ownBar?: true
  /** Rendered without the player app's frame: the console, which checks access itself. */
  readonly isAlone?: true
  readonly status?: 404
}

const home = {
  ...lazyScreen(() => import('../player/home/home-screen.tsx').then((m) => m.HomeScreen)),
  source: 'src/player/home/home-screen.tsx',
  access: 'public',
} as const

const booking = {
  ...lazyScreen(() => import('../player/booking/booking-screen.tsx').then((m) => m.BookingScreen)),
  source: 'src/player/booking/booking-screen.tsx',
  title: 'Booking Code',
  access: 'public',
  ownBar: true,
} as const

const ad = {
  ...lazyScreen(() => import('../player/ads/ad-screen.tsx').then((m) => m.AdScreen)),
  source: 'src/player/ads/ad-screen.tsx',
  title: 'Offer',
  access: 'public',
  ownBar: true,
} as const

export const NOT_FOUND: ScreenRoute = {
  ...lazyScreen(() => import('./not-found-screen.tsx').then((m) => m.NotFoundScreen)),
  path: '*',
  title: 'Page not found',
  access: 'public',
  source: 'src/app/not-found-screen.tsx',
  status: 404,
}

/** Every address of the app (APP-01 to APP-17). */
export const ROUTES: readonly ScreenRoute[] = [
  { ...home, path: '/', title: 'Football bets and mobile money for Uganda' },
  { ...home, path: '/sports', title: 'Sports' },
  { ...home, path: '/virtual', title: 'Sports' },
  {
    ...lazyScreen(() => import('../player/live/live-screen.tsx').then((m) => m.LiveScreen)),
    path: '/live',
    title: 'Live Now',
    access: 'public',
    source: 'src/player/live/live-screen.tsx',
    ownBar: true,
  },
  {
    ...lazyScreen(() => import('../player/markets/game-screen.tsx').then((m) => m.GameScreen)),
    path: '/live/:id',
    title: 'Game',
    access: 'public',
    source: 'src/player/markets/game-screen.tsx',
    ownBar: true,
  },
  {
    ...lazyScreen(() => import('../player/live/livescore-screen.tsx').then((m) => m.LivescoreScreen)),
    path: '/livescore',
    title: 'Livescore',
    access: 'public',
    source: 'src/player/live/livescore-screen.tsx',
    ownBar: true,
  },
  {
    ...lazyScreen(() => import('../player/markets/markets-screen.tsx').then((m) => m.MarketsScreen)),
    path: '/betting-options',
    title: 'Markets',
    access: 'public',
    source: 'src/player/markets/markets-screen.tsx',
    ownBar: true,
  },
  {
    ...lazyScreen(() => import('../player/aviator/aviator-screen.tsx').then((m) => m.AviatorScreen)),
    path: '/aviator',
    title: 'Aviator',
    access: 'public',
    source: 'src/player/aviator/aviator-screen.tsx',
    ownBar: true,
  },
  {
    ...lazyScreen(() => import('../player/aviator/verify-screen.tsx').then((m) => m.VerifyScreen)),
    path: '/aviator/verify',
    title: 'Verify a round',
    access: 'public',
    source: 'src/player/aviator/verify-screen.tsx',
    ownBar: true,
  },
  {
    ...lazyScreen(() => import('../player/casino/casino-screen.tsx').then((m) => m.CasinoScreen)),
    path: '/casino',
    title: 'Casino',
    access: 'public',
    source: 'src/player/casino/casino-screen.tsx',
    ownBar: true,
  },
  { ...ad, path: '/ads1' },
  { ...ad, path: '/ads2' },
  { ...ad, path: '/ads3' },
  { ...booking, path: '/booking-code' },
  { ...booking, path: '/booking-code-lookup' },
  {
    ...lazyScreen(() => import('../player/help/help-screen.tsx').then((m) => m.HelpScreen)),
    path: '/help',
    title: 'Help Center',
    access: 'public',
    source: 'src/player/help/help-screen.tsx',
    ownBar: true,
  },
  {
    ...lazyScreen(() => import('../player/help/rules-screen.tsx').then((m) => m.RulesScreen)),
    path: '/rules',
    title: 'Betting Rules',
    access: 'public',
    source: 'src/player/help/rules-screen.tsx',
    ownBar: true,
  },
  {
    ...lazyScreen(() => import('../player/help/extended-rules-screen.tsx').then((m) => m.ExtendedRulesScreen)),
    path: '/extended-rules',
    title: 'Extended Rules',
    access: 'public',
    source: 'src/player/help/extended-rules-screen.tsx',
    ownBar: true,
  },
  {
    ...lazyScreen(() => import('../player/help/terms-screen.tsx').then((m) => m.TermsScreen)),
    path: '/terms',
    title: 'Terms of Service',
    access: 'public',
    source: 'src/player/help/terms-screen.tsx',
    ownBar: true,
  },
  {
    ...lazyScreen(() => import('../player/help/refund-policy-screen.tsx').then((m) => m.RefundPolicyScreen)),
    path: '/refund-policy',
    title: 'Refund Policy',
    access: 'public',
    source: 'src/player/help/refund-policy-screen.tsx',
    ownBar: true,
  },
  {
    ...lazyScreen(() =>
      import('../player/protection/responsible-gambling-screen.tsx').then((m) => m.ResponsibleGamblingScreen),
    ),
    path: '/responsible-gambling',
    title: 'Responsible Gambling',
    access: 'public',
    source: 'src/player/protection/responsible-gambling-screen.tsx',
    ownBar: true,
  },
  {
    ...lazyScreen(() => import('../player/auth/login-screen.tsx').then((m) => m.LoginScreen)),
    path: '/login',
    title: 'Log in',
    access: 'visitor',
    source: 'src/player/auth/login-screen.tsx',
  },
  {
    ...lazyScreen(() => import('../player/auth/register-screen.tsx').then((m) => m.RegisterScreen)),
    path: '/register',
    title: 'Create account',
    access: 'visitor',
    source: 'src/player/auth/register-screen.tsx',
  },
  {
    ...lazyScreen(() => import('../player/auth/forgot-password-screen.tsx').then((m) => m.ForgotPasswordScreen)),
    path: '/forgot-password',
    title: 'Forgot password',
    access: 'visitor',
    source: 'src/player/auth/forgot-password-screen.tsx',
    ownBar: true,
  },
  {
    ...lazyScreen(() => import('../player/auth/reset-password-screen.tsx').then((m) => m.ResetPasswordScreen)),
    path: '/reset-password',
    title: 'New password',
    access: 'public',
    source: 'src/player/auth/reset-password-screen.tsx',
    ownBar: true,
  },
  {
    ...lazyScreen(() => import('../player/auth/confirm-email-screen.tsx').then((m) => m.ConfirmEmailScreen)),
    path: '/confirm-email',
    title: 'Confirm e-mail',
    access: 'public',
    source: 'src/player/auth/confirm-email-screen.tsx',
    ownBar: true,
  },
  {
    ...lazyScreen(() => import('../player/slip/slip-screen.tsx').then((m) => m.SlipScreen)),
    path: '/betslip',
    title: 'Betslip',
    access: 'player',
    source: 'src/player/slip/slip-screen.tsx',
  },
  {
    ...lazyScreen(() => import('../player/tickets/my-bets-screen.tsx').then((m) => m.MyBetsScreen)),
    path: '/mybets',
    title: 'My Bets',
    access: 'player',
    source: 'src/player/tickets/my-bets-screen.tsx',
  },
  {
    ...lazyScreen(() => import('../player/tickets/ticket-screen.tsx').then((m) => m.TicketScreen)),
    path: '/bet/:id',
    title: 'Ticket Details',
    access: 'player',
    source: 'src/player/tickets/ticket-screen.tsx',
    ownBar: true,
  },
  {
    ...lazyScreen(() => import('../player/wallet/deposit-screen.tsx').then((m) => m.DepositScreen)),
    path: '/deposit',
    title: 'Add Funds',
    access: 'player',
    source: 'src/player/wallet/deposit-screen.tsx',
    ownBar: true,
  },
  {
    ...lazyScreen(() => import('../player/wallet/withdraw-screen.tsx').then((m) => m.WithdrawScreen)),
    path: '/withdraw',
    title: 'Withdraw',
    access: 'player',
    source: 'src/player/wallet/withdraw-screen.tsx',
    ownBar: true,
  },
  {
    ...lazyScreen(() => import('../player/wallet/payments-screen.tsx').then((m) => m.PaymentsScreen)),
    path: '/payments',
    title: 'Deposits and withdrawals',
    access: 'player',
    source: 'src/player/wallet/payments-screen.tsx',
    ownBar: true,
  },
  {
    ...lazyScreen(() => import('../player/wallet/payment-screen.tsx').then((m) => m.PaymentScreen)),
    path: '/payments/:id',
    title: 'Transaction',
    access: 'player',
    source: 'src/player/wallet/payment-screen.tsx',
    ownBar: true,
  },
  {
    ...lazyScreen(() => import('../player/wallet/statement-screen.tsx').then((m) => m.StatementScreen)),
    path: '/statement',
    title: 'Statement',
    access: 'player',
    source: 'src/player/wallet/statement-screen.tsx',
    ownBar: true,
  },
  {
    ...lazyScreen(() => import('../player/notifications/notifications-screen.tsx').then((m) => m.NotificationsScreen)),
    path: '/notifications',
    title: 'Notifications',
    access: 'player',
    source: 'src/player/notifications/notifications-screen.tsx',
    ownBar: true,
  },
  {
    ...lazyScreen(() => import('../player/account/account-screen.tsx').then((m) => m.AccountScreen)),
    path: '/account',
    title: 'Account',
    access: 'player',
    source: 'src/player/account/account-screen.tsx',
  },
  {
    ...lazyScreen(() => import('../player/account/manage-account-screen.tsx').then((m) => m.ManageAccountScreen)),
    path: '/manage-account',
    title: 'Password and sessions',
    access: 'player',
    source: 'src/player/account/manage-account-screen.tsx',
    ownBar: true,
  },
  {
    ...lazyScreen(() =>
      import('../player/developer/notification-test-screen.tsx').then((m) => m.NotificationTestScreen),
    ),
    path: '/notification-test',
    title: 'Notification test',
    access: 'player',
    source: 'src/player/developer/notification-test-screen.tsx',
    ownBar: true,
  },
  {
    ...lazyScreen(() => import('../player/developer/database-test-screen.tsx').then((m) => m.DatabaseTestScreen)),
    path: '/database-test',
    title: 'Database test',
    access: 'player',
    source: 'src/player/developer/database-test-screen.tsx',
    ownBar: true,
  },
  {
    ...lazyScreen(() => import('../admin/shell/console-screen.tsx').then((m) => m.ConsoleScreen)),
    path: '/admin/*',
    title: 'Admin Panel',
    access: 'player',
    isAlone: true,
    source: 'src/admin/shell/console-screen.tsx',
  },
]
