import { type PageRequest, readCursor } from '../../db/list-page.ts'

/** The refusal of a cursor that this list did not issue. */
export const INVALID_CURSOR = {
  error: 'INVALID_FIELDS',
  errors: [{ path: 'cursor', message: 'is not a cursor of this list' }],
} as const

/** The page position of a console list from its query; null for an invalid cursor. */
export function readPageRequest(
  {
    page = 1,
    pageSize,
    cursor,
    sort,
  }: {
    page?: number | undefined
    pageSize?: number | undefined
    cursor?: string | undefined
    sort?: string | undefined
  },
  length: number,
): PageRequest | null {
  const after = cursor === undefined ? null : readCursor(cursor)
  return cursor !== undefined && after === null ? null : { page, pageSize: pageSize ?? length, after, sort }
}

/** The last id from the cursor of a list ordered by number; undefined for an invalid cursor. */
export function readIdCursor(cursor: string | undefined): bigint | null | undefined {
  if (cursor === undefined) return null
  return /^[1-9]\d{0,17}$/.test(cursor) ? BigInt(cursor) : undefined
}

/**
 * Makes a page from rows, which include one row more than the page shows. The cursor is the last row's id, null on the
 * last page.
 */
export function cursorPage<Row extends { readonly id: string }>(
  rows: readonly Row[],
  limit: number,
): { readonly items: Row[]; readonly nextCursor: string | null } {
  const items = rows.slice(0, limit)
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}
