import type { LazyScreen } from './lazy-screen.tsx'
import { SCREENS } from './screens.ts'

/** `visitor`: only while logged out. `player`: only while logged in. */
export type Access = 'public' | 'visitor' | 'player'

type Address = {
  /** `:name` is a path parameter; `*` at the end matches the rest of the path. */
  readonly path: string
  readonly title: string
  readonly access: Access
  readonly screen: keyof typeof SCREENS
  /** True if the screen has its own header, which replaces the app's header on phones. */
  readonly hasOwnHeader?: true
  /** True for the console, which has no frame of the player app and checks access itself. */
  readonly isStandalone?: true
  readonly status?: 404
}

export type ScreenRoute = Omit<Address, 'screen'> &
  LazyScreen & {
    /** The source file of the screen. The build manifest lists its chunks by this name. */
    readonly source: string
  }

const toRoute = ({ screen, ...address }: Address): ScreenRoute => ({
  ...address,
  ...SCREENS[screen],
  source: `src/${screen}`,
})

export const NOT_FOUND = toRoute({
  path: '*',
  title: 'Page not found',
  access: 'public',
  status: 404,
  screen: 'app/not-found-screen.tsx',
})

const ADDRESSES: readonly Address[] = [
  {
    path: '/',
    title: 'Football bets and mobile money for Uganda',
    access: 'public',
    screen: 'player/home/home-screen.tsx',
  },
  { path: '/sports', title: 'Sports', access: 'public', screen: 'player/home/home-screen.tsx' },
  { path: '/virtual', title: 'Sports', access: 'public', screen: 'player/home/home-screen.tsx' },
  { path: '/live', title: 'Live Now', access: 'public', hasOwnHeader: true, screen: 'player/live/live-screen.tsx' },
  { path: '/live/:id', title: 'Game', access: 'public', hasOwnHeader: true, screen: 'player/markets/game-screen.tsx' },
  {
    path: '/livescore',
    title: 'Livescore',
    access: 'public',
    hasOwnHeader: true,
    screen: 'player/live/livescore-screen.tsx',
  },
  {
    path: '/betting-options',
    title: 'Markets',
    access: 'public',
    hasOwnHeader: true,
    screen: 'player/markets/markets-screen.tsx',
  },
  {
    path: '/aviator',
    title: 'Aviator',
    access: 'public',
    hasOwnHeader: true,
    screen: 'player/aviator/aviator-screen.tsx',
  },
  {
    path: '/aviator/verify',
    title: 'Verify a round',
    access: 'public',
    hasOwnHeader: true,
    screen: 'player/aviator/verify-screen.tsx',
  },
  { path: '/casino', title: 'Casino', access: 'public', hasOwnHeader: true, screen: 'player/casino/casino-screen.tsx' },
  { path: '/ads1', title: 'Offer', access: 'public', hasOwnHeader: true, screen: 'player/ads/ad-screen.tsx' },
  { path: '/ads2', title: 'Offer', access: 'public', hasOwnHeader: true, screen: 'player/ads/ad-screen.tsx' },
  { path: '/ads3', title: 'Offer', access: 'public', hasOwnHeader: true, screen: 'player/ads/ad-screen.tsx' },
  {
    path: '/booking-code',
    title: 'Booking Code',
    access: 'public',
    hasOwnHeader: true,
    screen: 'player/booking/booking-screen.tsx',
  },
  {
    path: '/booking-code-lookup',
    title: 'Booking Code',
    access: 'public',
    hasOwnHeader: true,
    screen: 'player/booking/booking-screen.tsx',
  },
  { path: '/help', title: 'Help Center', access: 'public', hasOwnHeader: true, screen: 'player/help/help-screen.tsx' },
  {
    path: '/contact',
    title: 'Contact us',
    access: 'public',
    hasOwnHeader: true,
    screen: 'player/help/contact-screen.tsx',
  },
  {
    path: '/rules',
    title: 'Betting Rules',
    access: 'public',
    hasOwnHeader: true,
    screen: 'player/help/rules-screen.tsx',
  },
  {
    path: '/extended-rules',
    title: 'Extended Rules',
    access: 'public',
    hasOwnHeader: true,
    screen: 'player/help/extended-rules-screen.tsx',
  },
  {
    path: '/terms',
    title: 'Terms of Service',
    access: 'public',
    hasOwnHeader: true,
    screen: 'player/help/terms-screen.tsx',
  },
  {
    path: '/refund-policy',
    title: 'Refund Policy',
    access: 'public',
    hasOwnHeader: true,
    screen: 'player/help/refund-policy-screen.tsx',
  },
  {
    path: '/responsible-gambling',
    title: 'Responsible Gambling',
    access: 'public',
    hasOwnHeader: true,
    screen: 'player/protection/responsible-gambling-screen.tsx',
  },
  { path: '/login', title: 'Log in', access: 'visitor', screen: 'player/auth/login-screen.tsx' },
  { path: '/register', title: 'Create account', access: 'visitor', screen: 'player/auth/register-screen.tsx' },
  {
    path: '/forgot-password',
    title: 'Forgot password',
    access: 'visitor',
    hasOwnHeader: true,
    screen: 'player/auth/forgot-password-screen.tsx',
  },
  {
    path: '/reset-password',
    title: 'New password',
    access: 'public',
    hasOwnHeader: true,
    screen: 'player/auth/reset-password-screen.tsx',
  },
  {
    path: '/confirm-email',
    title: 'Confirm email',
    access: 'public',
    hasOwnHeader: true,
    screen: 'player/auth/confirm-email-screen.tsx',
  },
  { path: '/betslip', title: 'Betslip', access: 'player', screen: 'player/slip/slip-screen.tsx' },
  { path: '/mybets', title: 'My Bets', access: 'player', screen: 'player/tickets/my-bets-screen.tsx' },
  {
    path: '/bet/:id',
    title: 'Ticket Details',
    access: 'player',
    hasOwnHeader: true,
    screen: 'player/tickets/ticket-screen.tsx',
  },
  {
    path: '/deposit',
    title: 'Add Funds',
    access: 'player',
    hasOwnHeader: true,
    screen: 'player/wallet/deposit-screen.tsx',
  },
  {
    path: '/withdraw',
    title: 'Withdraw',
    access: 'player',
    hasOwnHeader: true,
    screen: 'player/wallet/withdraw-screen.tsx',
  },
  {
    path: '/payments',
    title: 'Payments',
    access: 'player',
    hasOwnHeader: true,
    screen: 'player/wallet/payments-screen.tsx',
  },
  {
    path: '/payments/:id',
    title: 'Payment',
    access: 'player',
    hasOwnHeader: true,
    screen: 'player/wallet/payment-screen.tsx',
  },
  {
    path: '/statement',
    title: 'Statement',
    access: 'player',
    hasOwnHeader: true,
    screen: 'player/wallet/statement-screen.tsx',
  },
  {
    path: '/notifications',
    title: 'Notifications',
    access: 'player',
    hasOwnHeader: true,
    screen: 'player/notifications/notifications-screen.tsx',
  },
  { path: '/account', title: 'Account', access: 'player', screen: 'player/account/account-screen.tsx' },
  {
    path: '/manage-account',
    title: 'Password and sessions',
    access: 'player',
    hasOwnHeader: true,
    screen: 'player/account/manage-account-screen.tsx',
  },
  {
    path: '/notification-test',
    title: 'Notification test',
    access: 'player',
    hasOwnHeader: true,
    screen: 'player/developer/notification-test-screen.tsx',
  },
  {
    path: '/database-test',
    title: 'Database test',
    access: 'player',
    hasOwnHeader: true,
    screen: 'player/developer/database-test-screen.tsx',
  },
  {
    path: '/admin/*',
    title: 'Admin Panel',
    access: 'player',
    isStandalone: true,
    screen: 'admin/shell/console-screen.tsx',
  },
]

export const ROUTES = ADDRESSES.map(toRoute)
