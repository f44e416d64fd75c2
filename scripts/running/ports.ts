import { createServer } from 'node:net'

/** Whether a server could listen on the port now. Without a host: on every address, like the product. */
export function isFree(port: number, host?: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ port, host }, () => probe.close(() => resolve(true)))
  })
}

/** The first free port at or above this one. */
export async function freePortFrom(port: number): Promise<number> {
  return (await isFree(port)) ? port : freePortFrom(port + 1)
}
