import type { RelworxConfig } from '../../../kernel/config/providers/relworx.ts'
import type { Callback, ParsedCallback } from '../../../modules/payments/ports.ts'
import { hmac, INVALID, isSameSignature, isShortText, validCallback } from '../http/callbacks.ts'

const WINDOW_MS = 5 * 60_000

/**
 * Reads a callback as the vendor's webhook documentation specifies. The signature covers the registered URL (query and
 * trailing slash included), the time and three fields. It does not cover amount and number.
 */
export function readCallback(
  keys: Pick<RelworxConfig, 'webhookKey' | 'webhookUrl'>,
  { headers, body }: Pick<Callback, 'headers' | 'body'>,
  now: Date,
): ParsedCallback {
  const {
    status,
    customer_reference: reference,
    internal_reference: internalReference,
  } = body as Record<string, unknown>
  const header = headers['relworx-signature']
  const signature = typeof header === 'string' ? readSignature(header) : null
  if (signature === null || !isShortText(status) || !isShortText(reference) || !isShortText(internalReference)) {
    return INVALID.form
  }
  const text = [
    keys.webhookUrl,
    signature.time,
    ...['customer_reference', reference, 'internal_reference', internalReference, 'status', status],
  ].join('')
  if (!isSameSignature(signature.value, hmac(keys.webhookKey, text, 'hex'))) return INVALID.signature
  // Check the time after the signature, so that metrics distinguish the provider's old callbacks from forged ones.
  if (Math.abs(now.getTime() - Number(signature.time) * 1_000) > WINDOW_MS) return INVALID.age
  const identity = `${text}${signature.value}`
  return validCallback({ reference, internalReference, claimedStatus: status, identity }, body)
}

/** Reads the header `t=<unix seconds>,v=<hex>`. A value may contain `=`. */
function readSignature(header: string): { readonly time: string; readonly value: string } | null {
  const elements = new Map(
    header.split(',').map((element) => {
      const at = element.indexOf('=')
      return [element.slice(0, at).trim(), element.slice(at + 1).trim()] as const
    }),
  )
  const time = elements.get('t') ?? ''
  const value = elements.get('v') ?? ''
  return /^\d{1,12}$/.test(time) && value !== '' ? { time, value } : null
}
