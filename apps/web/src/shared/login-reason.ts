const REASONS: readonly (readonly [prefix: string, text: string])[] = [
  ['/deposit', 'Please log in to deposit funds.'],
  ['/withdraw', 'Please log in to withdraw funds.'],
  ['/aviator', 'Please log in to play Aviator'],
  ['/bet/', 'Authentication required. Please log in to view bet details.'],
  ['/betslip', 'Please log in to place a bet'],
  ['/mybets', 'Please log in to see your bets.'],
  ['/account', 'Please log in to see your account.'],
  ['/payments', 'Please log in to see your payments.'],
  ['/statement', 'Please log in to see your statement.'],
  ['/admin', 'Please log in to open the console.'],
  ['/notifications', 'Please log in to see your notifications.'],
]

/** Where a player goes after a login or registration: back to the slip they came from, staff to the console, else home. */
export function landingPath(from: string | undefined, isStaff: boolean): string {
  if (from === undefined) return '/'
  return from === '/betslip' || (isStaff && from.startsWith('/admin')) ? from : '/'
}

/** The login screen's explanation of a redirect (DEP-05, WDR-05, TICK-29, SLIP-60). */
export function loginReason(from: unknown): string | null {
  if (typeof from !== 'string') return null
  return REASONS.find(([prefix]) => from.startsWith(prefix))?.[1] ?? null
}
