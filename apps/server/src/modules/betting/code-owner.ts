import { createHash, randomBytes } from 'node:crypto'
import type { Actor } from '../../kernel/http/actor.ts'
import type { CookieChange } from '../../kernel/http/route.ts'

/** By it the codes that a visitor was given are his on this browser, after a login too (D25). */
const BROWSER_COOKIE = 'mupiira_browser'
/** As long as browsers keep a cookie. */
const RETENTION_SECONDS = 400 * 86_400

type Cookies = { readonly [name: string]: string | undefined }

/** Whose a code is: of a player, or of a browser by the hash of its cookie. */
export type CodeOwner = { readonly userId: string | null; readonly browser: Buffer | null }

/** Who asks: he may be both. */
export const askerOf = (actor: Actor, cookies: Cookies): CodeOwner => ({
  userId: actor.kind === 'visitor' ? null : actor.userId,
  browser: browserOf(cookies),
})

/** The hash of the browser's cookie, or null where there is none that we gave out. */
export function browserOf(cookies: Cookies): Buffer | null {
  const token = cookies[BROWSER_COOKIE]
  return token !== undefined && /^[\w-]{43}$/.test(token) ? hashOf(token) : null
}

/** Whom a new code is issued to, and the cookie that a visitor's browser is known by from then on. */
export function newOwner(asker: CodeOwner): { owner: CodeOwner; cookies: CookieChange[] } {
  if (asker.userId !== null) return { owner: { userId: asker.userId, browser: null }, cookies: [] }
  if (asker.browser !== null) return { owner: asker, cookies: [] }
  const token = randomBytes(32).toString('base64url')
  return {
    owner: { userId: null, browser: hashOf(token) },
    cookies: [{ name: BROWSER_COOKIE, value: token, maxAgeSeconds: RETENTION_SECONDS }],
  }
}

/** Whether a code was issued to the one who asks. */
export function isIssuedTo(owner: CodeOwner, asker: CodeOwner): boolean {
  if (owner.userId !== null) return owner.userId === asker.userId
  return owner.browser !== null && asker.browser !== null && owner.browser.equals(asker.browser)
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
