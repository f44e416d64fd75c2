import type { IncomingHttpHeaders } from 'node:http'

export type OwnPlace = {
  /** The registered origin, or null where the request's own host decides (development). */
  readonly publicOrigin: string | null
}

/**
 * Whether a changing request may have come from our own app. Every browser marks such a request with `Origin` or
 * `Sec-Fetch-Site`, so one without both comes from a program; it is let in only without a session cookie, because
 * only cookies are sent without the sender's will.
 */
export function isOwnOrigin(headers: IncomingHttpHeaders, hasSession: boolean, { publicOrigin }: OwnPlace): boolean {
  const { origin, host } = headers
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  if (origin !== undefined) return origin === publicOrigin || (publicOrigin === null && hostOf(origin) === host)
  return site !== undefined || !hasSession
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
