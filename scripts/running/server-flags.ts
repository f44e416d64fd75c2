/**
 * What Node is told where it runs the server: requests leave much young garbage, and a larger nursery is swept less
 * often.
 */
export const serverFlags: readonly string[] = ['--max-semi-space-size=32']
