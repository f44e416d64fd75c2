import type { Callback, ParsedCallback } from '../../../modules/payments/ports.ts'
import { hmac, INVALID, isSameSignature, validCallback } from '../http/callbacks.ts'

const STATUSES: { readonly [status: string]: string } = { SUCCESSFUL: 'success', FAILED: 'failed' }

/**
 * The last part of an order's callback address: our reference and a code that only our key can produce.
 * `DEP-0199….5f2c…`
 */
export const callbackToken = (key: string, reference: string): string => `${reference}.${codeOf(key, reference)}`

const codeOf = (key: string, reference: string): string => hmac(key, `mtn callback ${reference}`, 'hex').slice(0, 40)

/**
 * Reads a callback. MTN's callbacks have no signature and no order id. The secret address of each order replaces both.
 * A callback has no timestamp, so equal bodies count as one callback.
 */
export function readMtnCallback(key: string, { token, body }: Pick<Callback, 'token' | 'body'>): ParsedCallback {
  const [, reference, code] = /^([\w-]{8,36})\.([0-9a-f]{40})$/.exec(token ?? '') ?? []
  const { status } = body as { readonly status?: unknown }
  if (reference === undefined || code === undefined) return INVALID.form
  if (!isSameSignature(code, codeOf(key, reference))) return INVALID.signature
  if (typeof status !== 'string' || status === '' || status.length > 100) return INVALID.form
  const identity = `mtn ${reference} ${JSON.stringify(body)}`
  return validCallback({ reference, claimedStatus: STATUSES[status] ?? status, identity }, body)
}
