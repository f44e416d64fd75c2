export type Change = { readonly name: string; readonly from: string | null; readonly to: string | null }

/** What differs between before and after, field by field. `changesOf({a: 1}, {a: 2})` → a: 1 → 2 */
export function changesOf(before: unknown, after: unknown): readonly Change[] {
  const was = fieldsOf(before)
  const is = fieldsOf(after)
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  return names
    .map((name) => ({ name, from: textOf(was[name]), to: textOf(is[name]) }))
    .filter(({ from, to }) => from !== to)
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  if (value === null || value === undefined) return {}
  if (typeof value !== 'object' || Array.isArray(value)) return { value }
  return value as Readonly<Record<string, unknown>>
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
