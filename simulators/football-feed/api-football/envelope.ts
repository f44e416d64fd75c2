import type { WireRow } from '../wire/reply.ts'

/** The response format of API-Football v3: the request, its errors (`[]` for none), and one page of rows. */
export interface Envelope {
  readonly get: string
  readonly parameters: Readonly<Record<string, string>> | readonly []
  readonly errors: Readonly<Record<string, string>> | readonly []
  readonly results: number
  readonly paging: { readonly current: number; readonly total: number }
  readonly response: readonly WireRow[]
}

const PAGE_LENGTH = 10

/** `paged`: ten rows per page, as `/odds` returns them. */
export const envelope = (
  get: string,
  query: URLSearchParams,
  rows: readonly WireRow[],
  paged: 'paged' | 'all' = 'all',
): Envelope => {
  const current = paged === 'paged' ? Number(query.get('page') ?? 1) : 1
  const total = paged === 'paged' ? Math.max(1, Math.ceil(rows.length / PAGE_LENGTH)) : 1
  const response = paged === 'paged' ? rows.slice((current - 1) * PAGE_LENGTH, current * PAGE_LENGTH) : rows
  return {
    get,
    parameters: Object.fromEntries(query),
    errors: [],
    results: response.length,
    paging: { current, total },
    response,
  }
}

/** Also with HTTP 200. */
export const refused = (get: string, errors: Readonly<Record<string, string>>): Envelope => ({
  get,
  parameters: [],
  errors,
  results: 0,
  paging: { current: 1, total: 1 },
  response: [],
})

export const limitReached = (get: string): Envelope =>
  refused(get, { requests: 'You have reached the request limit for the day.' })
