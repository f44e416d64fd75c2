import type { RawEnvironment } from './variable.ts'

export type ReadAddress = { readonly address: URL; readonly password: string }

const ADDRESS = /(_URL|_ENDPOINT|^PUBLIC_ORIGIN)$/

/** Rejects addresses that cannot be parsed. Without this check a node would retry them and log no error. */
export const addressFaults = (given: RawEnvironment, names: readonly string[]): string[] =>
  names
    .filter((name) => ADDRESS.test(name) && given[name] !== undefined && readAddress(given[name]) === null)
    .map((name) => `${name} is not an address: percent-encode special characters of a password`)

/** A database on a local socket has no host, which `URL` refuses. */
export function readAddress(value: string): ReadAddress | null {
  try {
    const address = new URL(value.replace('@/', '@localhost/'))
    return { address, password: decodeURIComponent(address.password) }
  } catch {
    return null
  }
}
