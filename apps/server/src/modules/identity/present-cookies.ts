import { RETENTION } from '@mupiira/domain/privacy/retention.ts'
import { SESSION_COOKIE } from '../../kernel/http/access/actor.ts'
import type { CookieChange } from '../../kernel/http/route.ts'
import { PERSISTENT_SESSION_MS, type SessionToken } from './sessions/sessions.repository.ts'

export const DEVICE_COOKIE = 'mupiira_device'

/** The cookie of a session. A session that is not persistent ends with the browser. */
export const sessionCookie = ({ token, isPersistent }: SessionToken): CookieChange =>
  isPersistent
    ? { name: SESSION_COOKIE, value: token, maxAgeSeconds: PERSISTENT_SESSION_MS / 1000 }
    : { name: SESSION_COOKIE, value: token }

/** The cookie that identifies a known device. */
export const deviceCookie = (token: string): CookieChange => ({
  name: DEVICE_COOKIE,
  value: token,
  maxAgeSeconds: RETENTION.knownDevices.ms / 1000,
})
