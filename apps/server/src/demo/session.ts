import type { FastifyInstance } from 'fastify'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf } from '@mupiira/contract/endpoint.ts'
import { SESSION_COOKIE } from '../kernel/http/access/actor.ts'
import { newId } from '../kernel/ids.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { openSession } from '../modules/identity/sessions/sessions.repository.ts'

type Parts<E extends Endpoint> = { readonly params?: ParamsOf<E>; readonly body?: BodyOf<E> }
/** Sends a request. Returns null if the product refused it. */
export type Call = <E extends Endpoint>(endpoint: E, parts: Parts<E>) => Promise<AnswerOf<E> | null>
export type Sessions = { of(userId: string, isStaff?: boolean): Promise<Call> }

const CLIENT = 'Mozilla/5.0 (Linux; Android 13; TECNO BG6) Chrome/129.0 Mobile'
const RENEWED_AFTER_MS = 4 * 60_000

/** Sends contract requests as an account to the product's HTTP server in this process. */
export function createSessions({ db, clock }: Kernel, server: FastifyInstance): Sessions {
  const opened = new Map<string, { readonly token: string; readonly at: number }>()

  async function tokenOf(userId: string, isStaff: boolean): Promise<string> {
    const now = clock.now()
    const last = opened.get(userId)
    // Staff confirm dangerous actions within minutes of their login.
    if (last !== undefined && (!isStaff || now.getTime() - last.at < RENEWED_AFTER_MS)) return last.token
    const session = { userId, isPersistent: true, isStaff, isConfirmed: isStaff, client: CLIENT }
    const { token } = await openSession(db, session, now)
    opened.set(userId, { token, at: now.getTime() })
    return token
  }

  return {
    of: async (userId, isStaff = false) => {
      const token = await tokenOf(userId, isStaff)
      return async <E extends Endpoint>(endpoint: E, { params, body }: Parts<E>) => {
        const values = (params ?? {}) as Readonly<Record<string, string>>
        const response = await server.inject({
          method: endpoint.method,
          url: endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''),
          cookies: { [SESSION_COOKIE]: token },
          headers: { 'sec-fetch-site': 'same-origin', 'idempotency-key': newId() },
          ...(body === undefined ? {} : { payload: body as object }),
        })
        if (response.statusCode >= 500) throw new Error(`${endpoint.path} failed: ${response.body}`)
        return response.statusCode < 300 ? (JSON.parse(response.body) as AnswerOf<E>) : null
      }
    },
  }
}
