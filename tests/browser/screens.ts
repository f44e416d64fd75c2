/**
 * Every screen of the app with the states that a picture is taken of: `docs/screens/` and the accessibility test go
 * through this list. `{gameId}`, `{wonTicketId}` and the like in a path are filled in by the test that has them.
 */
export type Screen = {
  /** Of the picture's file. */
  readonly name: string
  readonly path: string
  readonly needsLogin: boolean
  /** The document's title without the product's name. */
  readonly title: string
  /** What must be there first; `slip`: three selections in the slip. */
  readonly state: 'filled' | 'empty' | 'slip' | 'loading' | 'error' | 'offline'
  readonly status?: 404
}

const HOME = 'Football bets and mobile money for Uganda'

export const SCREENS: readonly Screen[] = [
  { name: 'home', path: '/', needsLogin: false, title: HOME, state: 'filled' },
  { name: 'home-player', path: '/', needsLogin: true, title: HOME, state: 'slip' },
  { name: 'home-loading', path: '/sports', needsLogin: true, title: 'Sports', state: 'loading' },
  {
    name: 'home-nothing-found',
    path: '/sports?q=nobody+plays+this',
    needsLogin: false,
    title: 'Sports',
    state: 'empty',
  },
  { name: 'home-error', path: '/sports', needsLogin: false, title: 'Sports', state: 'error' },
  { name: 'home-offline', path: '/sports', needsLogin: true, title: 'Sports', state: 'offline' },
  { name: 'markets', path: '/betting-options?gameId={gameId}', needsLogin: false, title: 'Markets', state: 'filled' },
  {
    name: 'markets-unknown-game',
    path: '/betting-options?gameId=unknown',
    needsLogin: false,
    title: 'Markets',
    state: 'error',
  },
  { name: 'booking-code', path: '/booking-code', needsLogin: false, title: 'Booking Code', state: 'empty' },
  {
    name: 'booking-code-given',
    path: '/booking-code-lookup?code=ABCD2345',
    needsLogin: false,
    title: 'Booking Code',
    state: 'filled',
  },
  { name: 'login', path: '/login', needsLogin: false, title: 'Log in', state: 'filled' },
  { name: 'register', path: '/register', needsLogin: false, title: 'Create account', state: 'filled' },
  { name: 'slip', path: '/betslip', needsLogin: true, title: 'Betslip', state: 'slip' },
  { name: 'slip-empty', path: '/betslip', needsLogin: true, title: 'Betslip', state: 'empty' },
  { name: 'my-bets', path: '/mybets', needsLogin: true, title: 'My Bets', state: 'filled' },
  { name: 'my-bets-settled', path: '/mybets?tab=settled', needsLogin: true, title: 'My Bets', state: 'filled' },
  { name: 'my-bets-empty', path: '/mybets', needsLogin: true, title: 'My Bets', state: 'empty' },
  { name: 'my-bets-loading', path: '/mybets', needsLogin: true, title: 'My Bets', state: 'loading' },
  { name: 'my-bets-error', path: '/mybets', needsLogin: true, title: 'My Bets', state: 'error' },
  { name: 'my-bets-offline', path: '/mybets', needsLogin: true, title: 'My Bets', state: 'offline' },
  {
    name: 'ticket-running',
    path: '/bet/{runningTicketId}',
    needsLogin: true,
    title: 'Ticket Details',
    state: 'filled',
  },
  { name: 'ticket-won', path: '/bet/{wonTicketId}', needsLogin: true, title: 'Ticket Details', state: 'filled' },
  { name: 'ticket-lost', path: '/bet/{lostTicketId}', needsLogin: true, title: 'Ticket Details', state: 'filled' },
  {
    name: 'ticket-loading',
    path: '/bet/{runningTicketId}',
    needsLogin: true,
    title: 'Ticket Details',
    state: 'loading',
  },
  {
    name: 'ticket-unknown',
    path: '/bet/00000000-0000-7000-8000-000000000000',
    needsLogin: true,
    title: 'Ticket Details',
    state: 'error',
  },
  { name: 'deposit', path: '/deposit', needsLogin: true, title: 'Add Funds', state: 'filled' },
  { name: 'withdraw', path: '/withdraw', needsLogin: true, title: 'Withdraw', state: 'filled' },
  {
    name: 'payment-waiting',
    path: '/payments/{pendingDepositId}',
    needsLogin: true,
    title: 'Transaction',
    state: 'filled',
  },
  { name: 'payment-received', path: '/payments/{depositId}', needsLogin: true, title: 'Transaction', state: 'filled' },
  {
    name: 'payment-failed',
    path: '/payments/{failedDepositId}',
    needsLogin: true,
    title: 'Transaction',
    state: 'filled',
  },
  { name: 'withdrawal', path: '/payments/{withdrawalId}', needsLogin: true, title: 'Transaction', state: 'filled' },
  { name: 'statement', path: '/statement', needsLogin: true, title: 'Statement', state: 'filled' },
  { name: 'statement-empty', path: '/statement', needsLogin: true, title: 'Statement', state: 'empty' },
  { name: 'notifications', path: '/notifications', needsLogin: true, title: 'Notifications', state: 'filled' },
  { name: 'notifications-empty', path: '/notifications', needsLogin: true, title: 'Notifications', state: 'empty' },
  { name: 'account', path: '/account', needsLogin: true, title: 'Account', state: 'filled' },
  { name: 'not-found', path: '/nowhere', needsLogin: false, title: 'Page not found', state: 'filled', status: 404 },
]
