import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { ParsedCallback } from '../../../modules/payments/ports.ts'
import { maskNumbers, storableText } from './masking.ts'
import { MAX_STORED } from './provider-call.ts'

export const hmac = (key: string, text: string, encoding: 'hex' | 'base64'): string =>
  createHmac('sha256', key).update(text, 'utf8').digest(encoding)

/** Compares signatures of any length in constant time. */
export function isSameSignature(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

export const isShortText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 100

export const INVALID = {
  form: { kind: 'invalid', reason: 'form' },
  signature: { kind: 'invalid', reason: 'signature' },
  age: { kind: 'invalid', reason: 'age' },
} as const

/** A callback whose signature was checked. `identity` is equal for equal callbacks. */
export const validCallback = (
  callback: {
    readonly reference: string
    readonly internalReference?: string
    readonly claimedStatus: string
    readonly identity: string
  },
  body: object,
): ParsedCallback => ({
  kind: 'valid',
  reference: callback.reference,
  internalReference: callback.internalReference ?? null,
  claimedStatus: callback.claimedStatus,
  digest: createHash('sha256').update(callback.identity).digest(),
  stored: storableText(maskNumbers(JSON.stringify(body))).slice(0, MAX_STORED),
})
