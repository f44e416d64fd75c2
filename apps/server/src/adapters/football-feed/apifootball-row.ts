/** A row as the provider sends it: texts nearly everywhere, at times numbers, "" for unknown. */
export type FeedRow = { readonly [column: string]: unknown }

export function text(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  return typeof value === 'number' ? String(value) : ''
}
