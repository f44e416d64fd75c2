import { sql } from 'kysely'
import type { AlertKind } from '@mupiira/domain/alerts/alerts.ts'
import { insertRows } from '../../kernel/db/insert-rows.ts'
import { type Params, q, statement } from '../../kernel/db/query.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'
import { newId } from '../../kernel/ids.ts'
import { dueIds, type LeaseParams, leaseFor } from '../../kernel/jobs/queue.ts'
import type { DeliveryTarget } from './alerts.repository.ts'

export type Target = { readonly target: DeliveryTarget; readonly address: string }

const insert = insertRows('alert_deliveries', (into) =>
  into.onConflict((conflict) => conflict.columns(['alert_id', 'target', 'address']).doNothing()),
)

/** Queues one message per alert and target, in the transaction that opens the alerts. */
export async function queueDeliveries(
  tx: Tx,
  alertIds: readonly string[],
  targets: readonly Target[],
  now: Date,
): Promise<void> {
  const rows = alertIds.flatMap((alertId) =>
    targets.map((target) => ({ id: newId(), alertId, ...target, nextAt: now })),
  )
  if (rows.length > 0) await tx.change(insert(rows))
}

/** A due message, with its alert. */
export type DueDelivery = Target & {
  readonly id: string
  readonly attempts: number
  readonly alertId: string
  readonly kind: AlertKind
  readonly subject: string
  readonly name: string
  readonly link: string
  readonly value: bigint
  readonly threshold: bigint
  readonly openedAt: Date
}

/** The lease of a message. It is longer than the timeout of the adapters. */
const LEASE_MS = 60_000

const takeDue = statement((p: Params<LeaseParams>) =>
  q
    .updateTable('alert_deliveries as d')
    .from('alerts as a')
    .set({ next_at: p.leaseEndsAt })
    .whereRef('a.id', '=', 'd.alert_id')
    .where('d.id', '=', dueIds('alert_deliveries', p))
    .returning(['d.id', 'd.target', 'd.address', 'd.attempts', 'd.alert_id as alertId'])
    .returning(['a.kind', 'a.subject', 'a.name', 'a.link', 'a.value', 'a.threshold', 'a.created_at as openedAt'])
    .$narrowType<DueDelivery>(),
)

/** Takes due messages under a lease. */
export const takeDueDeliveries = (db: Sql, now: Date, limit: number): Promise<DueDelivery[]> =>
  db.run(takeDue(leaseFor(LEASE_MS, now, limit)))

const end = statement((p: Params<{ id: string; sentAt: Date | null; failure: string | null; nextAt: Date | null }>) =>
  q
    .updateTable('alert_deliveries')
    .set({ attempts: sql<number>`attempts + 1`, sent_at: p.sentAt, failure: p.failure, next_at: p.nextAt })
    .where('id', '=', p.id),
)

/** Stores the outcome of an attempt. `nextAt`: when to try again; null after the last attempt. */
export const endAttempt = (
  db: Sql,
  attempt: {
    readonly id: string
    readonly sentAt: Date | null
    readonly failure: string | null
    readonly nextAt: Date | null
  },
): Promise<number> => db.change(end(attempt))
