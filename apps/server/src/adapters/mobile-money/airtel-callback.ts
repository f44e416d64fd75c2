import { createHash, createHmac } from 'node:crypto'
import type { CallbackReading } from '../../modules/payments/ports.ts'
import { maskNumbers, storable } from './masking.ts'
import { LONGEST_STORED } from './provider-call.ts'
import { isFields } from './reply-fields.ts'
import { isSame } from './seals.ts'

const CLAIMS: { readonly [code: string]: string } = { TS: 'success', TF: 'failed', TE: 'failed' }

/**
 * Reads a callback of Airtel's callback authentication: `hash` is the base64 HMAC-SHA256 of the rest of the body, as it
 * is written there. It has no time: the same one is taken once, and nothing in it is believed.
 */
export function readAirtelCallback(key: string, body: object): CallbackReading {
  const { hash, ...payload } = body as { readonly hash?: unknown; readonly transaction?: unknown }
  const transaction = isFields(payload.transaction) ? payload.transaction : {}
  const { id, status_code: status } = transaction
  if (!isText(hash) || !isText(id) || !isText(status)) return { kind: 'bad', why: 'form' }
  const text = JSON.stringify(payload)
  const expected = createHmac('sha256', key).update(text, 'utf8').digest('base64')
  if (!isSame(hash, expected)) return { kind: 'bad', why: 'signature' }
  return {
    kind: 'good',
    reference: id,
    internalReference: null,
    claims: CLAIMS[status] ?? status,
    digest: createHash('sha256').update(`airtel ${text}`).digest(),
    kept: storable(maskNumbers(text)).slice(0, LONGEST_STORED),
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= 100
