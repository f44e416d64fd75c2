import { createHash, randomBytes } from 'node:crypto'
import type { CodeOwner } from './ticket-codes.ts'

/** Identifies a visitor's browser, so that the visitor keeps their codes after login (D25). */
export const BROWSER_COOKIE = 'mupiira_browser'

type Cookies = { readonly [name: string]: string | undefined }

/** The requester: a player, a known browser, or both. */
export const requesterOf = (userId: string | null, cookies: Cookies): CodeOwner => ({
  userId,
  browser: browserOf(cookies),
})

/** The hash of the browser's cookie; null when the cookie is missing or invalid. */
export function browserOf(cookies: Cookies): Buffer | null {
  const token = cookies[BROWSER_COOKIE]
  return token !== undefined && /^[\w-]{43}$/.test(token) ? hashOf(token) : null
}

/** The owner of a new code. A visitor without a cookie gets a new token. */
export function newOwner(requester: CodeOwner): { owner: CodeOwner; newToken: string | null } {
  if (requester.userId !== null) return { owner: { userId: requester.userId, browser: null }, newToken: null }
  if (requester.browser !== null) return { owner: requester, newToken: null }
  const token = randomBytes(32).toString('base64url')
  return { owner: { userId: null, browser: hashOf(token) }, newToken: token }
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
