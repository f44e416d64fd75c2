import { createHash, timingSafeEqual } from 'node:crypto'

/** In constant time, whatever the length of what was given. */
export function isSame(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
