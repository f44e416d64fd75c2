import { ApiError, NetworkError, textOf } from '../../shared/api/errors.ts'

export function loginText(error: unknown): string {
  if (error instanceof NetworkError) {
    return error.kind === 'timeout'
      ? 'Login is taking too long. Please check your internet connection and try again.'
      : 'Network error. Please check your internet connection and try again.'
  }
  return error instanceof ApiError ? textOf(error, 'Login failed. Please try again.') : 'An unexpected error occurred'
}

export function registrationText(error: unknown): string {
  if (error instanceof NetworkError) return 'Registration failed. Please try again later.'
  if (!(error instanceof ApiError)) return 'An unexpected error occurred'
  if (error.status >= 500) return 'Registration failed. Please try again later.'
  return textOf(error, 'Registration failed')
}
