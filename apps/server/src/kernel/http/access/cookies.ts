import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CookieChange } from '../route.ts'

/**
 * Over https, browsers accept a cookie with this prefix only from this exact host, so no other host of the domain can
 * set it. Modules use cookie names without the prefix.
 */
const HOST_PREFIX = '__Host-'

type Cookies = { readonly [name: string]: string | undefined }

export const cookieName = (name: string, servesHttps: boolean): string => (servesHttps ? HOST_PREFIX + name : name)

/** Our own cookies of a request, by their names without the prefix. */
export function ownCookies({ cookies, server }: FastifyRequest): Cookies {
  if (!server.servesHttps) return cookies
  const entries = Object.entries(cookies).filter(([name]) => name.startsWith(HOST_PREFIX))
  return Object.fromEntries(entries.map(([name, value]) => [name.slice(HOST_PREFIX.length), value]))
}

export function changeCookies(reply: FastifyReply, cookies: readonly CookieChange[] = []): void {
  const { servesHttps } = reply.server
  const attributes = {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: servesHttps || reply.request.protocol === 'https',
  } as const
  for (const { name, value, maxAgeSeconds } of cookies) {
    if (value === null) reply.clearCookie(cookieName(name, servesHttps), attributes)
    else
      reply.setCookie(cookieName(name, servesHttps), value, {
        ...attributes,
        ...(maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }),
      })
  }
}
