import type { ParsedCallback } from '../../../modules/payments/ports.ts'
import { hmac, INVALID, isSameSignature, isShortText, validCallback } from '../http/callbacks.ts'
import { isFields } from '../http/reply-fields.ts'

const STATUSES: { readonly [code: string]: string } = { TS: 'success', TF: 'failed', TE: 'failed' }

/**
 * Reads a callback with Airtel's callback authentication: `hash` is the base64 HMAC-SHA256 of the other fields of the
 * body in their original order. A callback has no timestamp, so equal bodies count as one callback.
 */
export function readAirtelCallback(key: string, body: object): ParsedCallback {
  const { hash, ...payload } = body as { readonly hash?: unknown; readonly transaction?: unknown }
  const { id, status_code: status } = isFields(payload.transaction) ? payload.transaction : {}
  if (!isShortText(hash) || !isShortText(id) || !isShortText(status)) return INVALID.form
  const text = JSON.stringify(payload)
  if (!isSameSignature(hash, hmac(key, text, 'base64'))) return INVALID.signature
  const identity = `airtel ${text}`
  return validCallback({ reference: id, claimedStatus: STATUSES[status] ?? status, identity }, payload)
}
