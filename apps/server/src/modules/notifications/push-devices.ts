import { type PushKind, showPush, subscribePush, unsubscribePush } from '@mupiira/contract/push.ts'
import { plainArray } from '../../kernel/db/arrays.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'
import { newId } from '../../kernel/ids.ts'
import type { PushAddress, PushService } from './ports.ts'
import { LASTS_MS } from './push-message.ts'
import { type Route, route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Identity } from '../identity/index.ts'

const ALL_KINDS: readonly PushKind[] = ['bets', 'payments', 'support']

/** The kinds that the device of a session wants; null without a device. */
export async function kindsOfDevice(sql: Sql, sessionId: string): Promise<PushKind[] | null> {
  const [row] = await sql.query<{ kinds: PushKind[] }>('select kinds from push_devices where session_id = $1', [
    sessionId,
  ])
  return row?.kinds ?? null
}

export type NewDevice = {
  readonly sessionId: string
  readonly userId: string
  readonly address: PushAddress
  /** Undefined: unchanged; all kinds for a new device. */
  readonly kinds: readonly PushKind[] | undefined
}

/** Limits how many addresses one player can make us send requests to. */
const MOST_OF_ONE = 10

/** A session has one device. A browser that changed accounts stops receiving the previous player's messages. */
export async function saveDevice(
  tx: Tx,
  { sessionId, userId, address, kinds }: NewDevice,
  now: Date,
): Promise<PushKind[]> {
  await tx.change('delete from push_devices where endpoint = $1 and session_id <> $2', [address.endpoint, sessionId])
  const [row] = await tx.query<{ kinds: PushKind[] }>(
    `insert into push_devices (id, session_id, user_id, endpoint, p256dh, auth, kinds, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (session_id) do update
       set endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth,
           kinds = case when $9 then excluded.kinds else push_devices.kinds end
     returning kinds`,
    [
      newId(),
      sessionId,
      userId,
      address.endpoint,
      address.p256dh,
      address.auth,
      kinds ?? ALL_KINDS,
      now,
      kinds !== undefined,
    ],
  )
  await tx.change(
    `delete from push_devices where user_id = $1 and session_id <> $2
        and id not in (select id from push_devices where user_id = $1 order by created_at desc, id desc limit $3)`,
    [userId, sessionId, MOST_OF_ONE],
  )
  return row?.kinds ?? []
}

export const deleteDevice = (sql: Sql, sessionId: string): Promise<number> =>
  sql.change('delete from push_devices where session_id = $1', [sessionId])

/** Suspended accounts keep their session rows (AUTH-73), so their devices are deleted here; other rows cascade. */
export async function deleteDevicesOf(tx: Tx, userIds: readonly string[]): Promise<void> {
  if (userIds.length > 0) await tx.change('delete from push_devices where user_id = any($1::uuid[])', [userIds])
}

export type PushRequest = { readonly notificationId: string; readonly userId: string; readonly kind: PushKind }

/** One delivery per notification and subscribed device, in the notifications' transaction, so exactly once. */
export async function queuePushes(tx: Tx, wanted: readonly PushRequest[], now: Date): Promise<void> {
  if (wanted.length === 0) return
  await tx.change(
    `insert into push_deliveries (notification_id, device_id, kind, next_at, expires_at)
     select n.id, d.id, n.kind, $4, $4::timestamptz + make_interval(secs => ($5::jsonb ->> n.kind)::float8 / 1000)
       from unnest($1::uuid[], $2::uuid[], $3::text[]) as n (id, user_id, kind)
       join push_devices d on d.user_id = n.user_id and n.kind = any(d.kinds)`,
    [
      plainArray(wanted.map(({ notificationId }) => notificationId)),
      plainArray(wanted.map(({ userId }) => userId)),
      plainArray(wanted.map(({ kind }) => kind)),
      now,
      JSON.stringify(LASTS_MS),
    ],
    'push-queue',
  )
}

export type PushDeps = { readonly identity: Pick<Identity, 'holdSession'> }

/** A device belongs to the session that subscribed it. */
export function pushRoutes({ db }: Kernel, { identity }: PushDeps, push: PushService | null): Route[] {
  return [
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
        if (!(await identity.holdSession(tx, actor.sessionId))) return { error: 'NOT_AUTHENTICATED' as const }
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
}
