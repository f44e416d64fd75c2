import type { RawEnvironment } from './variable.ts'

export type ReadAddress = { readonly address: URL; readonly password: string }

const ADDRESS = /(_URL|_ENDPOINT|^PUBLIC_ORIGIN)$/

/** Rejects addresses that cannot be parsed. Otherwise a node would retry them forever without logging an error. */
export const addressFaults = (given: RawEnvironment, names: readonly string[]): string[] =>
  names
    .filter((name) => ADDRESS.test(name) && given[name] !== undefined && readAddress(given[name]) === null)
    .map((name) => `${name} is not an address: percent-encode special characters of a password`)

/** The URL of a database on a local socket has no host, so `URL` rejects it. */
export function readAddress(value: string): ReadAddress | null {
  try {
    const address = new URL(value.replace('@/', '@localhost/'))
    return { address, password: decodeURIComponent(address.password) }
  } catch {
    return null
  }
}
