import { isDatabaseUnavailable } from '../db/failures.ts'
import { BatcherFull } from '../batcher.ts'
import { DependencyUnavailable } from '../dependency-unavailable.ts'
import type { Log } from '../telemetry/log.ts'
import type { GeneralCode, Refusal } from './route.ts'

type FaultCode = GeneralCode | 'UNSUPPORTED_MEDIA_TYPE' | 'PAYLOAD_TOO_LARGE' | 'INTERNAL'

/**
 * Maps a thrown error to a refusal: a client's mistake, an unavailable dependency (503), or a bug (500, logged, details
 * hidden).
 */
export function refusalOf(error: unknown, log: Pick<Log, 'warn' | 'error'>): Refusal<FaultCode> {
  if (isDatabaseUnavailable(error) || error instanceof BatcherFull || error instanceof DependencyUnavailable) {
    log.warn({ err: error }, 'request failed: a dependency is unavailable')
    return { error: 'UNAVAILABLE' }
  }
  const status = statusOf(error)
  if (status === 413) return { error: 'PAYLOAD_TOO_LARGE' }
  if (status === 415) return { error: 'UNSUPPORTED_MEDIA_TYPE' }
  if (status === 404) return { error: 'NOT_FOUND' }
  if (status >= 400 && status < 500) return { error: 'MALFORMED_REQUEST' }
  log.error({ err: error }, 'request failed: internal error')
  return { error: 'INTERNAL' }
}

function statusOf(error: unknown): number {
  if (error instanceof URIError) return 400
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return 500
  return typeof error.statusCode === 'number' ? error.statusCode : 500
}
