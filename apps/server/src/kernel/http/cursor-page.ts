/** What a list answers to a cursor that is none of its own. */
export const NOT_A_CURSOR = {
  error: 'INVALID_FIELDS',
  errors: [{ path: 'cursor', message: 'is not a cursor of this list' }],
} as const

/** A page of a list of which one row more was read than the page shows: its cursor is the last row's id, null where nothing follows. */
export function cursorPage<Row extends { readonly id: string }>(
  rows: readonly Row[],
  limit: number,
): { readonly items: Row[]; readonly nextCursor: string | null } {
  const items = rows.slice(0, limit)
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}
