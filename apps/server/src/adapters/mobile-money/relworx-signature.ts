import { createHash, createHmac } from 'node:crypto'
import type { CallbackReading } from '../../modules/payments/ports.ts'
import { maskNumbers } from './masking.ts'
import { LONGEST_STORED } from './provider-call.ts'
import { isSame } from './seals.ts'

export type WebhookKeys = {
  readonly webhookKey: string
  /** Exactly as registered with the provider: query and trailing slash count. */
  readonly webhookUrl: string
}

const WINDOW_MS = 5 * 60_000

/**
 * Reads a callback (providers' reference, Relworx webhook). The signature covers the URL, the time and three fields;
 * amount and number are not signed, so that nothing in the body is believed: the provider is asked.
 */
export function readCallback(
  keys: WebhookKeys,
  header: string | readonly string[] | undefined,
  body: object,
  now: Date,
): CallbackReading {
  const {
    status,
    customer_reference: reference,
    internal_reference: internalReference,
  } = body as Record<string, unknown>
  const seal = typeof header === 'string' ? readSeal(header) : null
  if (seal === null || !isText(status) || !isText(reference) || !isText(internalReference)) {
    return { kind: 'bad', why: 'form' }
  }
  const text = [
    keys.webhookUrl,
    seal.time,
    ...['customer_reference', reference, 'internal_reference', internalReference, 'status', status],
  ].join('')
  const expected = createHmac('sha256', keys.webhookKey).update(text, 'utf8').digest('hex')
  if (!isSame(seal.value, expected)) return { kind: 'bad', why: 'signature' }
  // Judged after the signature, so that an old callback of the provider is told from a stranger's.
  if (Math.abs(now.getTime() - Number(seal.time) * 1_000) > WINDOW_MS) return { kind: 'bad', why: 'age' }
  return {
    kind: 'good',
    reference,
    internalReference,
    claims: status,
    digest: createHash('sha256').update(text).update(seal.value).digest(),
    kept: maskNumbers(JSON.stringify(body)).slice(0, LONGEST_STORED),
  }
}

/** `t=<unix seconds>,v=<hex>`; a value may contain `=`. */
function readSeal(header: string): { readonly time: string; readonly value: string } | null {
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

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= 100
