/** The PostgreSQL or system error code of a thrown value. */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}

/** The name of the violated constraint, or ''. */
export function constraintOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('constraint' in error)) return ''
  return typeof error.constraint === 'string' ? error.constraint : ''
}

/** Whether a unique constraint rejected the row. If `constraint` is given, only that constraint counts. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return codeOf(error) === '23505' && (constraint === undefined || constraintOf(error) === constraint)
}

/** Deadlock or serialization failure: the transaction was rolled back and can be retried. */
export function isRetryable(error: unknown): boolean {
  const code = codeOf(error)
  return code === '40001' || code === '40P01'
}

/** Whether a statement waited too long for a lock (lock_not_available) or for its result (query_canceled). */
export const isTimeout = (error: unknown): boolean => ['55P03', '57014'].includes(codeOf(error))

// Connection lost or refused, server starting or stopping, out of resources, time-outs, a primary that became a
// standby.
const UNAVAILABLE_CODES =
  /^(08...|53...|57P0.|58...|57014|55P03|25006|25P03|40001|40P01|ECONN\w+|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOST\w+|ENETUNREACH|ENOENT)$/
const UNAVAILABLE_TEXT =
  /connection terminated|timeout exceeded when trying to connect|timeout expired|query read timeout|client has encountered a connection error|connection ended|not queryable|database is away/i

/** Whether the error means that the database is unavailable now. The client gets 503 and may retry (OPS-06). */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  if (!(error instanceof Error)) return false
  return UNAVAILABLE_CODES.test(codeOf(error)) || UNAVAILABLE_TEXT.test(error.message)
}

/** Whether the database did not respond at all. The next statement would then also wait for the full timeout. */
export const isDatabaseUnresponsive = (error: unknown): boolean =>
  isDatabaseUnavailable(error) && !isServerRefusal(error)

/** Whether the server itself rejected the statement. The connection is then still usable. */
export function isServerRefusal(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'severity' in error
}
