import type { Endpoint } from './endpoint.ts'

/**
 * Requests per minute. Visitors are counted by network, which thousands of phones of a carrier can share; each account
 * is counted separately.
 */
export type RequestLimit = {
  /** Operations with the same name share a counter; null: the operation has its own. */
  readonly sharedName: 'reads' | 'changes' | null
  readonly perMinute: number
  readonly perMinuteOfNetwork: number
}

/**
 * The limits that all operations without their own limit share. They are high enough for any person and stop automated
 * clients.
 */
export const SHARED_LIMITS = {
  reads: { perMinute: 1_200, perMinuteOfNetwork: 60_000 },
  changes: { perMinute: 300, perMinuteOfNetwork: 60_000 },
} as const

export function requestLimitOf({ method, perMinute, perMinuteOfNetwork = perMinute }: Endpoint): RequestLimit {
  if (perMinute !== undefined && perMinuteOfNetwork !== undefined)
    return { sharedName: null, perMinute, perMinuteOfNetwork }
  const sharedName = method === 'GET' ? 'reads' : 'changes'
  return { sharedName, ...SHARED_LIMITS[sharedName] }
}
