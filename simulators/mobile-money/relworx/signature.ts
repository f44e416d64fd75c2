import { createHmac } from 'node:crypto'

export type Signed = {
  /** Exactly as registered: query and trailing slash count. */
  readonly webhookUrl: string
  readonly webhookKey: string
  readonly unixSeconds: number
  readonly status: string
  readonly customerReference: string
  readonly internalReference: string
}

/** The header `Relworx-Signature`: URL, time, then the three signed fields by name, HMAC-SHA256 in hex. Amount and number are not signed. */
export function signatureHeader(signed: Signed): string {
  const text = [
    signed.webhookUrl,
    String(signed.unixSeconds),
    'customer_reference',
    signed.customerReference,
    'internal_reference',
    signed.internalReference,
    'status',
    signed.status,
  ].join('')
  const value = createHmac('sha256', signed.webhookKey).update(text, 'utf8').digest('hex')
  return `t=${signed.unixSeconds},v=${value}`
}
