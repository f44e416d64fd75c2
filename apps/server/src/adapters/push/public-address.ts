import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** What is no place of the public internet (IANA's registries of special addresses). */
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
// Tunnels lead wherever their inner address says.
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

const NAMES_OF_OUR_OWN = /(^|\.)(localhost|local|internal|home\.arpa|lan)$/

/** A push service has a name, and answers at the usual port of https. Where the name leads is looked at when we go there. */
export function isPublicName(url: URL): boolean {
  const { protocol, hostname, port, username, password } = url
  const isPlain = protocol === 'https:' && port === '' && username === '' && password === ''
  return isPlain && /[^.]\.[a-z][a-z\d-]*$/.test(hostname) && !NAMES_OF_OUR_OWN.test(hostname)
}

/** For a connection: the very addresses that were judged are connected to, so that a name cannot change its mind between. */
export const lookUpPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return done(error, [])
    const first = addresses[0]
    if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address)))
      return done(Object.assign(new Error('the name leads to no public address'), { code: 'ENOTPUBLIC' }), [])
    return options.all === true ? done(null, addresses) : done(null, first.address, first.family)
  })
}
