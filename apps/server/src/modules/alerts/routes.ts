import { acknowledgeAlert, type Alert, exportAlerts, listAlerts } from '@mupiira/contract/admin-alerts.ts'
import { ALERT_LIST } from '@mupiira/contract/list-columns.ts'
import { err, ok } from '@mupiira/domain/result.ts'
import { everyPage, type PageRequest } from '../../kernel/db/list-page.ts'
import { INVALID_CURSOR, readPageRequest } from '../../kernel/http/input/cursor-page.ts'
import { type Route, route } from '../../kernel/http/route.ts'
import { staffOf } from '../../kernel/access/staff.ts'
import { isId } from '../../kernel/ids.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { type Audit, exportList } from '../audit/index.ts'
import type { Identity } from '../identity/index.ts'
import { type AlertSources, isEventKind } from './alert-sources.ts'
import {
  type AlertFilter,
  type AlertRow,
  alertsPage,
  deliveriesOf,
  type DeliveryRow,
  lockAlert,
  setAcknowledged,
} from './alerts.repository.ts'

const PAGE = 20
/** Alerts that are not acknowledged, then other open ones, then closed ones. */
const OPEN_FIRST = 'state'

type RouteDeps = {
  readonly audit: Audit['commands']
  readonly fullNames: Identity['profiles']['fullNames']
  readonly sources: AlertSources
}

/** The alerts of the console. */
export function alertRoutes(
  kernel: Pick<Kernel, 'clock' | 'db' | 'outbox'>,
  { audit, fullNames, sources }: RouteDeps,
): readonly Route[] {
  const { clock, db, outbox } = kernel

  async function present(rows: readonly AlertRow[]): Promise<Alert[]> {
    const [names, deliveries] = await Promise.all([
      fullNames(rows.flatMap(({ acknowledgedBy }) => acknowledgedBy ?? [])),
      deliveriesOf(
        db,
        rows.map(({ id }) => id),
      ),
    ])
    return rows.map((row) => presentAlert(row, names, deliveries.get(row.id) ?? []))
  }

  async function readPage(filter: AlertFilter, pageRequest: PageRequest) {
    const { items, ...found } = await alertsPage(db, filter, pageRequest)
    return { items: await present(items), ...found }
  }

  return [
    route(listAlerts, async ({ query }) => {
      const pageRequest = readPageRequest({ sort: OPEN_FIRST, ...query }, PAGE)
      if (pageRequest === null) return INVALID_CURSOR
      const { page, pageSize } = pageRequest
      const { state, kind } = query
      return { status: 200, body: { page, pageSize, ...(await readPage({ state, kind }, pageRequest)) } }
    }),

    route(exportAlerts, (call) => {
      const { state, kind, sort = OPEN_FIRST } = call.query
      const rows = everyPage((pageRequest) => readPage({ state, kind }, pageRequest), sort)
      const file = { name: 'alerts', action: 'alert.export', columns: ALERT_LIST, rows } as const
      return exportList({ clock, db, audit }, call, file)
    }),

    route(acknowledgeAlert, async (call) => {
      const { id } = call.params
      if (!isId(id)) return { error: 'ALERT_NOT_FOUND' }
      const { note } = call.body
      const staff = staffOf(call)
      const acknowledged = await db.transaction(async (tx) => {
        const alert = await lockAlert(tx, id)
        if (alert === null) return err('ALERT_NOT_FOUND')
        if (alert.acknowledgedAt !== null) return err('ALERT_ACKNOWLEDGED')
        const now = clock.now()
        const closedAt = alert.closedAt ?? (isEventKind(sources, alert.kind) ? now : null)
        await setAcknowledged(tx, { id, by: staff.actorId, note, closedAt }, now)
        const { kind, subject, name } = alert
        const entry = { subject: `alert:${id}`, after: { kind, subject, name }, reason: note } as const
        await audit.record(tx, { ...staff, action: 'alert.acknowledge', ...entry }, now)
        await outbox.appendEvents(tx, [{ type: 'alerts-changed', data: {} }])
        return ok({ ...alert, acknowledgedBy: staff.actorId, acknowledgedAt: now, note, closedAt })
      })
      if (!acknowledged.ok) return { error: acknowledged.error }
      const [alert] = await present([acknowledged.value])
      return alert === undefined ? { error: 'ALERT_NOT_FOUND' } : { status: 200, body: { alert } }
    }),
  ]
}

const numberOf = (hundredths: bigint): number => Number(hundredths) / 100

function presentAlert(row: AlertRow, names: ReadonlyMap<string, string>, deliveries: readonly DeliveryRow[]): Alert {
  const { id, kind, name, link, openedAt, seenAt, closedAt, acknowledgedBy, acknowledgedAt, note } = row
  return {
    id,
    kind,
    name,
    link,
    value: numberOf(row.measured),
    threshold: numberOf(row.threshold),
    openedAt: openedAt.toISOString(),
    seenAt: seenAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
    acknowledged:
      acknowledgedBy === null || acknowledgedAt === null
        ? null
        : { by: names.get(acknowledgedBy) ?? '', at: acknowledgedAt.toISOString(), note: note ?? '' },
    deliveries: deliveries.map(presentDelivery),
  }
}

/** The path of a webhook may contain a key, so only its host is shown. */
const presentDelivery = ({ target, address, attempts, nextAt, sentAt, failure }: DeliveryRow) => ({
  target,
  to: target === 'webhook' ? new URL(address).host : address,
  state: sentAt !== null ? ('sent' as const) : nextAt !== null ? ('waiting' as const) : ('failed' as const),
  attempts,
  failure,
})
