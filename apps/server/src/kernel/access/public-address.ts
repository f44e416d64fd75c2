import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'

/** Addresses outside the public internet (IANA's registries of special addresses). */
const SPECIAL = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  SPECIAL.addSubnet(network, prefix, 'ipv4')
// Ranges of IPv6 tunnels and documentation. A tunnel address could lead to a private network.
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  SPECIAL.addSubnet(network, prefix, 'ipv6')
const GLOBAL = new BlockList()
GLOBAL.addSubnet('2000::', 3, 'ipv6')

export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !SPECIAL.check(address, 'ipv4')
  return version === 6 && GLOBAL.check(address, 'ipv6') && !SPECIAL.check(address, 'ipv6')
}

const INTERNAL_NAMES = /(^|\.)(localhost|local|internal|home\.arpa|lan)$/

/** An https address with a host name and the default port. The addresses of the name are checked when connecting. */
export function isPublicName(url: URL): boolean {
  const { protocol, hostname, port, username, password } = url
  const isPlain = protocol === 'https:' && port === '' && username === '' && password === ''
  return isPlain && /[^.]\.[a-z][a-z\d-]*$/.test(hostname) && !INTERNAL_NAMES.test(hostname)
}

const LOOK_UP_MS = 2_000

/**
 * Looks up the addresses for a connection. The connection uses exactly the checked addresses, so a name cannot change
 * after the check. Clients or staff choose the names, and their name servers may never answer. `dns.lookup` would block
 * the few threads that payments also need, so this resolver uses its own socket. `nameServers` null: the system's
 * servers.
 */
export function publicLookUp(nameServers: readonly string[] | null): LookupFunction {
  const resolver = new Resolver({ timeout: LOOK_UP_MS, tries: 1 })
  if (nameServers !== null) resolver.setServers(nameServers)
  const lookUp = callbackify((hostname: string) => publicAddresses(resolver, hostname))
  return (hostname, options, done) => {
    lookUp(hostname, (error: NodeJS.ErrnoException | null, addresses) => {
      if (error !== null) return done(error, [])
      const [{ address, family }] = addresses
      return options.all === true ? done(null, addresses) : done(null, address, family)
    })
  }
}

/** IPv4 and IPv6 addresses that arrived in time. All must be public. */
async function publicAddresses(resolver: Resolver, hostname: string): Promise<[LookupAddress, ...LookupAddress[]]> {
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const addresses = [
    ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
    ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
  ]
  const [first, ...others] = addresses
  if (first === undefined) throw four.status === 'rejected' ? four.reason : new Error('the name has no address')
  if (!addresses.every(({ address }) => isPublicAddress(address)))
    throw Object.assign(new Error('the name has an address that is not public'), { code: 'ENOTPUBLIC' })
  return [first, ...others]
}
