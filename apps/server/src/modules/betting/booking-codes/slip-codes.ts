import { createHash, randomBytes } from 'node:crypto'
import type { Actor } from '../../../kernel/http/actor.ts'
import type { CookieChange } from '../../../kernel/http/route.ts'
import type { CodeOwner } from './ticket-codes.ts'

/** Identifies a visitor's browser, so that the visitor keeps their codes after login (D25). */
const BROWSER_COOKIE = 'mupiira_browser'
/** The longest lifetime that browsers allow. */
const RETENTION_SECONDS = 400 * 86_400

type Cookies = { readonly [name: string]: string | undefined }

/** The requester: a player, a known browser, or both. */
export const requesterOf = (actor: Actor, cookies: Cookies): CodeOwner => ({
  userId: actor.kind === 'visitor' ? null : actor.userId,
  browser: browserOf(cookies),
})

/** The hash of the browser's cookie; null when the cookie is missing or invalid. */
export function browserOf(cookies: Cookies): Buffer | null {
  const token = cookies[BROWSER_COOKIE]
  return token !== undefined && /^[\w-]{43}$/.test(token) ? hashOf(token) : null
}

/** The owner of a new code. Sets a cookie for a visitor without one. */
export function newOwner(requester: CodeOwner): { owner: CodeOwner; cookies: CookieChange[] } {
  if (requester.userId !== null) return { owner: { userId: requester.userId, browser: null }, cookies: [] }
  if (requester.browser !== null) return { owner: requester, cookies: [] }
  const token = randomBytes(32).toString('base64url')
  return {
    owner: { userId: null, browser: hashOf(token) },
    cookies: [{ name: BROWSER_COOKIE, value: token, maxAgeSeconds: RETENTION_SECONDS }],
  }
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
