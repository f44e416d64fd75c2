import { sql } from 'kysely'
import type { AlertKind } from '@mupiira/domain/alerts/alerts.ts'
import {
  type CappedTotal,
  type ListPage,
  listPage,
  type PageRequest,
  selectPageRows,
} from '../../kernel/db/list-page.ts'
import type { TaskReading } from '../../kernel/access/tasks.ts'
import { countTasks, NO_TASKS } from '../../kernel/db/count-tasks.ts'
import { insertRows } from '../../kernel/db/insert-rows.ts'
import { anyOf, type Params, q, statement } from '../../kernel/db/query.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'
import { newId } from '../../kernel/ids.ts'

/** A measured value in hundredths of the unit of its kind. */
export type Measured = {
  /** Unique among the open alerts of a kind. */
  readonly subject: string
  /** The subject in words. */
  readonly name: string
  /** The screen of the console that shows it. */
  readonly link: string
  readonly value: bigint
}

export type AlertRow = Omit<Measured, 'value'> & {
  readonly id: string
  readonly kind: AlertKind
  readonly measured: bigint
  readonly threshold: bigint
  readonly openedAt: Date
  readonly seenAt: Date
  readonly acknowledgedBy: string | null
  readonly acknowledgedAt: Date | null
  readonly note: string | null
  readonly closedAt: Date | null
}

/** The lists of the console use the name `value` for the column that they are sorted by. */
const COLUMNS = [
  ...(['t.id', 't.kind', 't.subject', 't.name', 't.link', 't.value as measured', 't.threshold', 't.note'] as const),
  ...(['t.created_at as openedAt', 't.seen_at as seenAt', 't.closed_at as closedAt'] as const),
  ...(['t.acknowledged_by as acknowledgedBy', 't.acknowledged_at as acknowledgedAt'] as const),
] as const

const LONGEST_NAME = 300

const upsert = insertRows('alerts', (insert) =>
  insert
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject'])
        .where('closed_at', 'is', null)
        .doUpdateSet((eb) => ({ value: eb.ref('excluded.value'), seen_at: eb.ref('excluded.seen_at') })),
    )
    .returning('id'),
)

type Found = { readonly kind: AlertKind; readonly threshold: bigint; readonly measured: readonly Measured[] }

/** Opens alerts, or updates the open ones with the same subject. Returns the ids of the new alerts. */
export async function openAlerts(tx: Tx, { kind, threshold, measured }: Found, now: Date): Promise<string[]> {
  if (measured.length === 0) return []
  const rows = measured.map(({ name, ...each }) => ({
    ...each,
    id: newId(),
    kind,
    name: name.slice(0, LONGEST_NAME),
    threshold,
    createdAt: now,
    seenAt: now,
  }))
  const stored = new Set((await tx.run(upsert(rows))).map(({ id }) => id))
  return rows.flatMap(({ id }) => (stored.has(id) ? [id] : []))
}

const closeOthers = statement((p: Params<{ kind: string; subjects: readonly string[]; now: Date }>) =>
  q
    .updateTable('alerts')
    .set({ closed_at: p.now })
    .where('kind', '=', p.kind)
    .where('closed_at', 'is', null)
    .where(sql<boolean>`subject <> all(${p.subjects}::text[])`),
)

/** Closes the open alerts of a kind whose condition has ended. Returns their number. */
export const closeAlertsExcept = (tx: Tx, kind: AlertKind, subjects: readonly string[], now: Date): Promise<number> =>
  tx.change(closeOthers({ kind, subjects, now }))

const byId = statement((p: Params<{ id: string }>) =>
  q.selectFrom('alerts as t').select(COLUMNS).where('t.id', '=', p.id).forUpdate(),
)

/** Locks the row until the transaction ends. */
export const lockAlert = async (tx: Tx, id: string): Promise<AlertRow | null> =>
  ((await tx.first(byId({ id }))) as AlertRow | undefined) ?? null

const acknowledge = statement((p: Params<{ id: string; by: string; note: string; now: Date; closedAt: Date | null }>) =>
  q
    .updateTable('alerts')
    .set({ acknowledged_by: p.by, acknowledged_at: p.now, note: p.note, closed_at: p.closedAt })
    .where('id', '=', p.id),
)

export const setAcknowledged = (
  tx: Tx,
  entry: { readonly id: string; readonly by: string; readonly note: string; readonly closedAt: Date | null },
  now: Date,
): Promise<number> => tx.change(acknowledge({ ...entry, now }))

export type AlertFilter = {
  /** `unacknowledged`: open and not acknowledged. */
  readonly state: 'unacknowledged' | 'open' | 'closed' | undefined
  readonly kind: AlertKind | undefined
}

/** Not acknowledged, acknowledged, closed. */
const STATE = sql`case when t.closed_at is not null then 3 when t.acknowledged_at is not null then 2 else 1 end`
const SORTS = { state: STATE, kind: 'kind', seen: 'seen_at' }

const unacknowledged = statement(() =>
  countTasks(
    q
      .selectFrom('alerts')
      .select('created_at as at')
      .where(sql<boolean>`closed_at is null`)
      .where('acknowledged_at', 'is', null)
      .orderBy('created_at'),
  ),
)

/** Open alerts that no member of staff has acknowledged. */
export const alertsToAcknowledge =
  (db: Sql): TaskReading =>
  async () =>
    (await db.first(unacknowledged({}))) ?? NO_TASKS

/** A page of alerts. */
export async function alertsPage(
  db: Sql,
  { state, kind }: AlertFilter,
  pageRequest: PageRequest,
): Promise<ListPage<AlertRow> & CappedTotal> {
  let matches = q.selectFrom('alerts as t').select(COLUMNS)
  if (kind !== undefined) matches = matches.where('t.kind', '=', kind)
  if (state !== undefined) matches = matches.where('t.closed_at', state === 'closed' ? 'is not' : 'is', null)
  if (state === 'unacknowledged') matches = matches.where('t.acknowledged_at', 'is', null)
  return listPage(db, matches, pageRequest, () =>
    db.run(selectPageRows(matches, pageRequest, SORTS).$castTo<AlertRow & { readonly at: string }>()),
  )
}

export type DeliveryRow = {
  readonly alertId: string
  readonly target: DeliveryTarget
  readonly address: string
  readonly attempts: number
  readonly nextAt: Date | null
  readonly sentAt: Date | null
  readonly failure: string | null
}
export type DeliveryTarget = 'email' | 'webhook'

const deliveries = statement((p: Params<{ ids: readonly string[] }>) =>
  q
    .selectFrom('alert_deliveries')
    .select(['alert_id as alertId', 'target', 'address', 'attempts', 'failure'])
    .select(['next_at as nextAt', 'sent_at as sentAt'])
    .where('alert_id', '=', anyOf(p.ids))
    .orderBy('target')
    .orderBy('address')
    .$narrowType<DeliveryRow>(),
)

/** The messages about these alerts. */
export const deliveriesOf = async (db: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, DeliveryRow[]>> =>
  Map.groupBy(ids.length === 0 ? [] : await db.run(deliveries({ ids })), ({ alertId }) => alertId)
