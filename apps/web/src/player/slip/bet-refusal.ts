import { ApiError, textOf } from '../../shared/api/errors.ts'

/** What the slip says about a placement that was refused (SLIP-60 to SLIP-68). */
export function placementText(error: unknown): string {
  if (!(error instanceof ApiError)) return 'An unexpected error occurred. Please try again.'
  // SLIP-61: the slip's own words; the app goes to the login then.
  if (error.code === 'NOT_AUTHENTICATED') return 'You need to be logged in to place a bet.'
  return textOf(error, 'Failed to place bet. Please try again.')
}
