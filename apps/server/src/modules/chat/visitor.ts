import { hash, randomBytes } from 'node:crypto'

/** Holds the secret of a visitor's conversation. */
export const VISITOR_COOKIE = 'mupiira_visitor_chat'

/**
 * A visitor with the secret of their conversation. The database stores only the id, from which the secret cannot be
 * computed.
 */
export type Visitor = { readonly secret: string; readonly id: string }

type Cookies = { readonly [name: string]: string | undefined }

/** Null if the cookie is missing or contains no secret. */
export function visitorOf(cookies: Cookies): Visitor | null {
  const secret = cookies[VISITOR_COOKIE]
  return secret !== undefined && /^[\w-]{43}$/.test(secret) ? { secret, id: idOf(secret) } : null
}

export function newVisitor(): Visitor {
  const secret = randomBytes(32).toString('base64url')
  return { secret, id: idOf(secret) }
}

/** "Visitor 4F7A", so that staff can distinguish conversations. */
export const visitorName = (id: string): string => `Visitor ${id.slice(0, 4).toUpperCase()}`

/** A UUID of version 8 (RFC 9562) from the first half of the secret's hash. */
function idOf(secret: string): string {
  const digits = hash('sha256', secret).slice(0, 32)
  const [a, b, c, d, e] = [
    [0, 8],
    [8, 12],
    [13, 16],
    [17, 20],
    [20, 32],
  ].map(([from, to]) => digits.slice(from, to))
  return `${a}-${b}-8${c}-8${d}-${e}`
}
