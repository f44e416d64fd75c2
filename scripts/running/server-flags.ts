/** Requests allocate many short-lived objects, and a larger young generation is collected less often. */
export const serverFlags: readonly string[] = ['--max-semi-space-size=32']
