import type { FeedAnswer } from '../../modules/catalogue/ports.ts'
import { requestFeed, jsonOf } from './feed-call.ts'
import { type FeedRow, list, rowIn, rowsIn } from './feed-row.ts'
import type { RequestQuota } from './request-quota.ts'

export type ApiFootballOptions = {
  /** The base URL, with or without a trailing slash. */
  readonly url: string
  readonly key: string
  readonly timeoutMs?: number
  readonly quota?: RequestQuota
}

export type Page = { readonly rows: readonly FeedRow[]; readonly pages: number }

type Query = { readonly [name: string]: string }

/** Requests a path of API-Football v3. A non-empty `errors` field means a refusal, even with HTTP 200. */
export async function requestApiFootball(
  { url, key, timeoutMs, quota }: ApiFootballOptions,
  path: string,
  query: Query,
): Promise<FeedAnswer<Page>> {
  const address = new URL(`${url.replace(/\/$/, '')}/${path}`)
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  // The provider rejects requests with additional headers.
  const response = await requestFeed(address, { headers: { 'x-apisports-key': key }, timeoutMs, quota })
  return response.ok ? pageOf(response.value) : response
}

export function pageOf(text: string): FeedAnswer<Page> {
  const parsed = jsonOf(text)
  if (!parsed.ok) return parsed
  const envelope = rowIn(parsed.value)
  if (envelope === null) return { ok: false, error: 'MALFORMED' }
  const { errors, response, paging } = envelope
  const hasNoErrors = errors === undefined || (Array.isArray(errors) ? errors.length === 0 : isEmpty(errors))
  if (!hasNoErrors) return { ok: false, error: 'REFUSED' }
  const rows = rowsIn(response)
  if (!Array.isArray(response) || rows.length !== list(response).length) return { ok: false, error: 'MALFORMED' }
  const total = rowIn(paging)?.['total']
  return { ok: true, value: { rows, pages: typeof total === 'number' && total > 1 ? Math.floor(total) : 1 } }
}

const isEmpty = (errors: unknown): boolean => Object.keys(rowIn(errors) ?? { it: errors }).length === 0
