type Given = { readonly [name: string]: string | undefined }

const ADDRESS = /(_URL|_ENDPOINT|^PUBLIC_ORIGIN)$/

/** Which addresses among `names` cannot be read: a node would try to connect for ever, and not say why. */
export const addressFaults = (given: Given, names: readonly string[]): string[] =>
  names
    .filter((name) => ADDRESS.test(name) && given[name] !== undefined && readAddress(given[name]) === null)
    .map((name) => `${name} is not an address: what is special in a password is percent-encoded`)

/** An address and its password; a database on a socket of this machine has no host. */
export function readAddress(value: string): { readonly address: URL; readonly password: string } | null {
  try {
    const address = new URL(value.replace('@/', '@localhost/'))
    return { address, password: decodeURIComponent(address.password) }
  } catch {
    return null
  }
}
