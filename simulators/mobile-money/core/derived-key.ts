import { createHmac } from 'node:crypto'

/** Keys of the direct providers, drawn from the one that the simulator was given: who knows that one needs no others. */
export const derivedKey = (secret: string, name: string): string =>
  createHmac('sha256', secret).update(name).digest('hex').slice(0, 32)

/** The same in the form of a UUID v4. */
export function derivedUuid(secret: string, name: string): string {
  const hex = derivedKey(secret, name)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}
