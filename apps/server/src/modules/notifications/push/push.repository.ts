import { sql } from 'kysely'
import type { PushKind } from '@mupiira/contract/push.ts'
import { anyOf, type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import { newId } from '../../../kernel/ids.ts'
import { dueIds, type LeaseParams, leaseFor } from '../../../kernel/jobs/queue.ts'
import type { NotificationRow } from '../notification.ts'
import type { PushAddress } from '../ports.ts'
import { TTL_MS } from './push-message.ts'

const ALL_KINDS: readonly PushKind[] = ['bets', 'payments', 'support']
/** Limits how many addresses one player can make us send requests to. */
const MAX_DEVICES = 10

const kinds = statement((p: Params<{ sessionId: string }>) =>
  q.selectFrom('push_devices').select('kinds').where('session_id', '=', p.sessionId),
)

/** The kinds that the device of a session receives; null without a device. */
export const kindsOfDevice = async (db: Sql, sessionId: string): Promise<PushKind[] | null> =>
  ((await db.first(kinds({ sessionId })))?.kinds as PushKind[] | undefined) ?? null

export type NewDevice = {
  readonly sessionId: string
  readonly userId: string
  readonly address: PushAddress
  /** Undefined keeps the stored kinds. A new device then receives all kinds. */
  readonly kinds: readonly PushKind[] | undefined
}

const deleteOtherSession = statement((p: Params<{ endpoint: string; sessionId: string }>) =>
  q.deleteFrom('push_devices').where('endpoint', '=', p.endpoint).where('session_id', '<>', p.sessionId),
)
const upsert = statement(
  (
    p: Params<
      PushAddress & {
        id: string
        sessionId: string
        userId: string
        kinds: readonly PushKind[]
        replacesKinds: boolean
        now: Date
      }
    >,
  ) => sql<{ kinds: PushKind[] }>`
    insert into push_devices (id, session_id, user_id, endpoint, p256dh, auth, kinds, created_at)
    values (${p.id}, ${p.sessionId}, ${p.userId}, ${p.endpoint}, ${p.p256dh}, ${p.auth}, ${p.kinds}, ${p.now})
    on conflict (session_id) do update
      set endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth,
          kinds = case when ${p.replacesKinds}::boolean then excluded.kinds else push_devices.kinds end
    returning kinds`,
)
const deleteOldest = statement((p: Params<{ userId: string; sessionId: string; limit: number }>) =>
  q
    .deleteFrom('push_devices')
    .where('user_id', '=', p.userId)
    .where('session_id', '<>', p.sessionId)
    .where('id', 'not in', (from) =>
      from
        .selectFrom('push_devices')
        .select('id')
        .where('user_id', '=', p.userId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(p.limit),
    ),
)

/** A session has one device. A browser that changed accounts stops receiving the previous player's messages. */
export async function saveDevice(tx: Tx, device: NewDevice, now: Date): Promise<PushKind[]> {
  const { sessionId, userId, address } = device
  await tx.change(deleteOtherSession({ endpoint: address.endpoint, sessionId }))
  const saved = await tx.first(
    upsert({
      ...address,
      id: newId(),
      sessionId,
      userId,
      kinds: device.kinds ?? ALL_KINDS,
      replacesKinds: device.kinds !== undefined,
      now,
    }),
  )
  await tx.change(deleteOldest({ userId, sessionId, limit: MAX_DEVICES }))
  return saved?.kinds ?? []
}

const ofSession = statement((p: Params<{ sessionId: string }>) =>
  q.deleteFrom('push_devices').where('session_id', '=', p.sessionId),
)
const ofUsers = statement((p: Params<{ userIds: readonly string[] }>) =>
  q.deleteFrom('push_devices').where('user_id', '=', anyOf(p.userIds)),
)
const atEndpoint = statement((p: Params<{ id: string; endpoint: string }>) =>
  q.deleteFrom('push_devices').where('id', '=', p.id).where('endpoint', '=', p.endpoint),
)

export const deleteDevice = (db: Sql, sessionId: string): Promise<number> => db.change(ofSession({ sessionId }))

/** Suspended accounts keep their session rows (AUTH-73), so their devices are deleted here; other rows cascade. */
export async function deleteDevicesOf(tx: Tx, userIds: readonly string[]): Promise<void> {
  if (userIds.length > 0) await tx.change(ofUsers({ userIds }))
}

/** Deletes a device with its deliveries, unless its browser has subscribed again with another address. */
export const deleteUnsubscribedDevice = (db: Sql, id: string, endpoint: string): Promise<number> =>
  db.change(atEndpoint({ id, endpoint }))

export type PushRequest = { readonly notificationId: string; readonly userId: string; readonly kind: PushKind }

const queue = statement(
  (
    p: Params<{
      notificationIds: readonly string[]
      userIds: readonly string[]
      kinds: readonly PushKind[]
      now: Date
      ttlMs: string
    }>,
  ) => sql`
    insert into push_deliveries (notification_id, device_id, kind, next_at, expires_at)
    select n.id, d.id, n.kind, ${p.now},
           ${p.now}::timestamptz + make_interval(secs => (${p.ttlMs}::jsonb ->> n.kind)::float8 / 1000)
      from unnest(${p.notificationIds}::uuid[], ${p.userIds}::uuid[], ${p.kinds}::text[]) as n (id, user_id, kind)
      join push_devices d on d.user_id = n.user_id and n.kind = any(d.kinds)`,
)

/**
 * Queues one delivery per notification and subscribed device in the transaction of the notifications, so that each
 * delivery is queued exactly once.
 */
export async function queuePushes(tx: Tx, requests: readonly PushRequest[], now: Date): Promise<void> {
  if (requests.length === 0) return
  await tx.change(
    queue({
      notificationIds: requests.map(({ notificationId }) => notificationId),
      userIds: requests.map(({ userId }) => userId),
      kinds: requests.map(({ kind }) => kind),
      now,
      ttlMs: JSON.stringify(TTL_MS),
    }),
  )
}

export type Delivery = {
  readonly id: string
  readonly deviceId: string
  readonly kind: PushKind
  readonly attempts: number
  readonly expiresAt: Date
}

/** The lease of a delivery. It is longer than the adapter's timeout. */
const LEASE_MS = 30_000

const takeDue = statement((p: Params<LeaseParams>) =>
  q
    .updateTable('push_deliveries')
    .set({ next_at: p.leaseEndsAt })
    .where('id', '=', dueIds('push_deliveries', p))
    .returning(['id', 'device_id as deviceId', 'kind', 'attempts', 'expires_at as expiresAt'])
    .$narrowType<Delivery>(),
)

/** Takes due deliveries under a lease. */
export const takeDueDeliveries = (db: Sql, now: Date, limit: number): Promise<Delivery[]> =>
  db.run(takeDue(leaseFor(LEASE_MS, now, limit)))

/** A delivery's notification, and the address of its device. */
export type PushContent = NotificationRow & PushAddress & { readonly deliveryId: string }

const contents = statement((p: Params<{ ids: readonly string[] }>) =>
  q
    .selectFrom('push_deliveries as p')
    .innerJoin('push_devices as d', 'd.id', 'p.device_id')
    .innerJoin('notifications as n', 'n.id', 'p.notification_id')
    .select(['p.id as deliveryId', 'd.endpoint', 'd.p256dh', 'd.auth'])
    .select(['n.id', 'n.user_id as userId', 'n.message', 'n.type', 'n.priority', 'n.read'])
    .select(['n.action_url as actionUrl', 'n.data', 'n.created_at as createdAt'])
    .where('p.id', '=', anyOf(p.ids)),
)

export async function contentsOf(db: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, PushContent>> {
  const rows = (await db.run(contents({ ids }))) as PushContent[]
  return new Map(rows.map((row) => [row.deliveryId, row]))
}

const postpone = statement((p: Params<{ id: string; at: Date }>) =>
  q
    .updateTable('push_deliveries')
    .set({ attempts: sql<number>`attempts + 1`, next_at: p.at })
    .where('id', '=', p.id),
)
const remove = statement((p: Params<{ id: string }>) => q.deleteFrom('push_deliveries').where('id', '=', p.id))

export const retryDelivery = (db: Sql, id: string, at: Date): Promise<number> => db.change(postpone({ id, at }))
export const deleteDelivery = (db: Sql, id: string): Promise<number> => db.change(remove({ id }))
