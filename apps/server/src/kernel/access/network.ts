const GROUPS = 8
const NETWORK_GROUPS = 4

/**
 * The rate limit key of a client's network. IPv4: the address without the port that some proxies add. IPv6: its /64
 * prefix, because one household usually has a whole /64. `networkOf('2a01:4f8::7')` → "2a01:4f8:0:0"
 */
export function networkOf(address: string): string {
  if (address.includes('.')) return address.replace(/(?<=\.\d+):\d+$/, '')
  if (!address.includes(':')) return address
  const [front = '', back] = address.split('::')
  const [first, last] = [front, back ?? ''].map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]]
  const zeros = back === undefined ? [] : Array<string>(Math.max(0, GROUPS - first.length - last.length)).fill('0')
  return [...first, ...zeros, ...last].slice(0, NETWORK_GROUPS).join(':')
}
