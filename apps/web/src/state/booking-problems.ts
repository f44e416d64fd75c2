import { parseBookingCode } from '@mupiira/domain/booking-code/booking-code.ts'
import { ApiError, NetworkError } from '../shared/api/errors.ts'

/** The problem with a code, as texts of its field. */
export type BookingProblem = {
  readonly title: string
  readonly text?: string
  /** Invites the visitor to log in. */
  readonly logIn?: true
  /** True if a retry can help. */
  readonly again?: true
}

export type LookupSource = 'slip' | 'page'

export const LOAD_FAILED = 'Failed to load selections'

export const NO_CONNECTION: BookingProblem = {
  title: 'Connection failed',
  text: 'The server could not be reached. Please check your internet connection and try again.',
  again: true,
}

const MALFORMED: { readonly [place in LookupSource]: BookingProblem } = {
  page: { title: 'Invalid booking code format. Use 6-12 letters and numbers only.' },
  slip: {
    title: 'Invalid booking code format',
    text: 'Booking codes should be 6-12 characters long and contain only letters and numbers',
  },
}

/** Parses the typed code, or returns the problem (CODE-03 to CODE-06). */
export function readBookingInput(
  typed: string,
  source: LookupSource,
): { readonly code: string } | { readonly problem: BookingProblem } {
  const read = parseBookingCode(typed)
  if (read.ok) return { code: read.value }
  return { problem: read.error === 'EMPTY_BOOKING_CODE' ? { title: 'Please enter a booking code' } : MALFORMED[source] }
}

/** The message for a failed lookup (CODE-12, CODE-14, CODE-15, CODE-17, CODE-18). */
export function lookupProblem(error: unknown, source: LookupSource, isLoggedIn: boolean): BookingProblem {
  if (error instanceof NetworkError) return NO_CONNECTION
  if (error instanceof ApiError) {
    if (error.code === 'BOOKING_CODE_NOT_FOUND') return notFound(isLoggedIn)
    if (error.code === 'BOOKING_CODE_OF_ANOTHER') {
      return { title: 'This booking code belongs to another user', text: 'You can only view your own bets' }
    }
    if (error.code === 'EMPTY_BOOKING_CODE') return { title: 'Please enter a booking code' }
    if (error.code === 'INVALID_BOOKING_CODE') return MALFORMED[source]
    if (error.code === 'RATE_LIMITED' && error.detail !== '') return { title: error.detail }
  }
  return { title: 'Failed to search. Please try again.', again: true }
}

function notFound(isLoggedIn: boolean): BookingProblem {
  const title = 'No bet found with this booking code'
  return isLoggedIn ? { title } : { title, text: 'Please log in to find the codes of your own bets.', logIn: true }
}
