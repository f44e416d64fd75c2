import { createServer } from 'node:net'

/** Whether a server could listen there now. Without a host: on every address, as the product does. */
export function isFree(port: number, host?: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ port, host }, () => probe.close(() => resolve(true)))
  })
}

/** The first free port from this one on. */
export async function freePortFrom(port: number): Promise<number> {
  return (await isFree(port)) ? port : freePortFrom(port + 1)
}
