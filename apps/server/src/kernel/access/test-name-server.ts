import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv4 } from 'node:net'

export type NameServer = {
  /** The address of the name server for a resolver. */
  readonly address: string
  /** All names that were queried. */
  readonly queried: ReadonlySet<string>
  close(): Promise<void>
}

const HEADER = 12
const A = 1
const AAAA = 28

/** A name server with these addresses; IPv6 addresses have eight groups. It does not answer for other names. */
export async function startNameServer(names: { readonly [name: string]: readonly string[] }): Promise<NameServer> {
  const socket = createSocket('udp4')
  const queried = new Set<string>()
  socket.on('message', (query, from) => {
    const { name, kind, end } = questionOf(query)
    queried.add(name)
    const addresses = names[name]
    if (addresses === undefined) return
    const records = addresses.filter((address) => isIPv4(address) === (kind === A)).map((each) => record(kind, each))
    const header = Buffer.from(query.subarray(0, HEADER))
    header.writeUInt16BE(0x8180, 2)
    header.writeUInt16BE(records.length, 6)
    header.writeUInt32BE(0, 8)
    socket.send(Buffer.concat([header, query.subarray(HEADER, end), ...records]), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    queried,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

function questionOf(query: Buffer): { readonly name: string; readonly kind: number; readonly end: number } {
  const labels: string[] = []
  let at = HEADER
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), kind: query.readUInt16BE(at + 1), end: at + 5 }
}

/** A record of the queried name with a lifetime of zero. */
function record(kind: number, address: string): Buffer {
  const value =
    kind === AAAA
      ? Buffer.from(address.split(':').flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 0xff]))
      : Buffer.from(address.split('.').map(Number))
  return Buffer.concat([Buffer.of(0xc0, HEADER, 0, kind, 0, 1, 0, 0, 0, 0, 0, value.length), value])
}
