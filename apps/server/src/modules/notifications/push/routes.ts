import { showPush, subscribePush, unsubscribePush } from '@mupiira/contract/push.ts'
import { type Route, route } from '../../../kernel/http/route.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Identity } from '../../identity/index.ts'
import type { PushService } from '../ports.ts'
import { deleteDevice, kindsOfDevice, saveDevice } from './push.repository.ts'

export type PushDeps = { readonly sessions: Identity['sessions'] }

/** A device belongs to the session that subscribed it. */
export const pushRoutes = ({ db }: Kernel, { sessions }: PushDeps, push: PushService | null): Route[] => [
  route(showPush, async ({ actor }) => {
    const kinds = push === null ? null : await kindsOfDevice(db, actor.sessionId)
    return { status: 200, body: { publicKey: push?.publicKey ?? null, kinds } }
  }),

  route(subscribePush, async ({ actor, body, now }) => {
    if (push === null) return { error: 'PUSH_UNAVAILABLE' }
    const { endpoint, keys } = body.subscription
    const address = { endpoint, ...keys }
    if (!push.accepts(address)) return { error: 'PUSH_NOT_ACCEPTED' }
    return db.transaction(async (tx) => {
      // The session may be ending at the same time.
      if (!(await sessions.hold(tx, actor.sessionId))) return { error: 'NOT_AUTHENTICATED' as const }
      const { userId, sessionId } = actor
      const kinds = await saveDevice(tx, { userId, sessionId, address, kinds: body.kinds }, now)
      return { status: 200 as const, body: { kinds } }
    })
  }),

  route(unsubscribePush, async ({ actor }) => {
    await deleteDevice(db, actor.sessionId)
    return { status: 200, body: { success: true } }
  }),
]
