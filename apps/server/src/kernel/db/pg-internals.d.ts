declare module 'pg/lib/utils.js' {
  /** A value as the text or the bytes that are bound for it. */
  export const prepareValue: (value: unknown) => string | Buffer | null
}
