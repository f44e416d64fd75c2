import type { PushKind } from '@mupiira/contract/push.ts'
import { plainArray } from '../../kernel/db/arrays.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'
import { newId } from '../../kernel/ids.ts'
import type { PushAddress } from './ports.ts'
import { LASTS_MS } from './push-message.ts'

const ALL_KINDS: readonly PushKind[] = ['bets', 'payments', 'support']

/** Of what the device of a session is told; null where there is none. */
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
  /** Undefined: as they were, of a new device all. */
  readonly kinds: readonly PushKind[] | undefined
}

/** A player has a few browsers. More, each with an address of his choice, would have us write to many for every bet of his. */
const MOST_OF_ONE = 10

/** A session has one device. A browser in which somebody else was logged in before is told of his things no more. */
export async function keepDevice(
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

export const forgetDevice = (sql: Sql, sessionId: string): Promise<number> =>
  sql.change('delete from push_devices where session_id = $1', [sessionId])

/** Accounts whose sessions ended with a mark that stays (AUTH-73); of others the session's row takes its device along. */
export async function forgetDevicesOf(tx: Tx, userIds: readonly string[]): Promise<void> {
  if (userIds.length > 0) await tx.change('delete from push_devices where user_id = any($1::uuid[])', [userIds])
}

export type ToPush = { readonly notificationId: string; readonly userId: string; readonly kind: PushKind }

/** A delivery for each notification and each device of its player that wants such: in the transaction of the notifications, so once. */
export async function queuePushes(tx: Tx, wanted: readonly ToPush[], now: Date): Promise<void> {
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
