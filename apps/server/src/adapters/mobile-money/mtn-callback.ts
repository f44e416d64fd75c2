import { createHash, createHmac } from 'node:crypto'
import type { CallbackReading } from '../../modules/payments/ports.ts'
import { maskNumbers, storable } from './masking.ts'
import { LONGEST_STORED } from './provider-call.ts'
import { isSame } from './seals.ts'

const CLAIMS: { readonly [status: string]: string } = { SUCCESSFUL: 'success', FAILED: 'failed' }

/** The end of an order's callback address: our reference, and what only we can make of it. `DEP-0199….5f2c…` */
export const sealOf = (key: string, reference: string): string => `${reference}.${macOf(key, reference)}`

const macOf = (key: string, reference: string): string =>
  createHmac('sha256', key).update(`mtn callback ${reference}`).digest('hex').slice(0, 40)

/**
 * Reads a callback of MTN. Its body is not signed and does not name the order's id: the address is the seal, one for
 * each order. It has no time either; it is sent once, and makes us ask no more than once for each body.
 */
export function readMtnCallback(key: string, seal: string | null, body: object): CallbackReading {
  const [, reference, mac] = /^([\w-]{8,36})\.([0-9a-f]{40})$/.exec(seal ?? '') ?? []
  const { status } = body as { readonly status?: unknown }
  if (reference === undefined || mac === undefined) return { kind: 'bad', why: 'form' }
  if (!isSame(mac, macOf(key, reference))) return { kind: 'bad', why: 'signature' }
  if (typeof status !== 'string' || status === '' || status.length > 100) return { kind: 'bad', why: 'form' }
  const text = JSON.stringify(body)
  return {
    kind: 'good',
    reference,
    internalReference: null,
    claims: CLAIMS[status] ?? status,
    digest: createHash('sha256').update(`mtn ${reference} ${text}`).digest(),
    kept: storable(maskNumbers(text)).slice(0, LONGEST_STORED),
  }
}
