/** A value, or one of a union of expected errors. Exceptions are for bugs. */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E }

/** `ok(7n)` → `{ok: true, value: 7n}` */
export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value })

/** `err('TOO_PRECISE')` → `{ok: false, error: 'TOO_PRECISE'}` */
export const err = <const E>(error: E): { readonly ok: false; readonly error: E } => ({ ok: false, error })

/** Ends an exhaustive switch. It does not compile while a case is missing, and throws if data violates the type. */
export function exhaustive(value: never): never {
  throw new Error(`unexpected case: ${String(value)}`)
}
