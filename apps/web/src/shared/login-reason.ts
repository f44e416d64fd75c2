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

/** The explanation on the login screen after a redirect (DEP-05, WDR-05, TICK-29, SLIP-60). */
export function loginReason(from: unknown): string | null {
  if (typeof from !== 'string') return null
  return REASONS.find(([prefix]) => from.startsWith(prefix))?.[1] ?? null
}
