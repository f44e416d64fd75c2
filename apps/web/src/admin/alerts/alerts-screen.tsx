import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { Alert } from '@mupiira/contract/admin-alerts.ts'
import { ALERT_LIST, alertState } from '@mupiira/contract/list-columns.ts'
import { ALERT_SORTS } from '@mupiira/domain/access/console-sorts.ts'
import { ALERT_KINDS, ALERTS, type AlertKind, SEVERITY_TEXTS } from '@mupiira/domain/alerts/alerts.ts'
import { apiQuery, type QueryOf } from '../../shared/api/queries.ts'
import { Button } from '../../shared/ui/button.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { Badge, type BadgeTone } from '../../shared/ui/surfaces.tsx'
import { useMay } from '../../state/session.ts'
import { ConsolePage } from '../kit/console-page.tsx'
import { ChipFilter, ChoiceFilter } from '../kit/filters.tsx'
import { ListTable } from '../kit/list-table.tsx'
import type { Column } from '../kit/table-columns.ts'
import { useRefetchTasks } from '../kit/tasks.ts'
import { useListParams } from '../kit/use-list-params.ts'
import { AcknowledgeAlerts } from './acknowledge-alerts.tsx'

/** Values and times of open alerts change without an event. */
const REFRESH_MS = 60_000

const alertsQuery = (query: QueryOf<'GET /api/admin/alerts'>) =>
  queryOptions({
    ...apiQuery('GET /api/admin/alerts', { query }),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  })

const STATES = [
  ['', 'All'],
  ['unacknowledged', 'To acknowledge'],
  ['open', 'Open'],
  ['closed', 'Closed'],
] as const

const KINDS: readonly (readonly [string, string])[] = [
  ['', 'All alerts'],
  ...ALERT_KINDS.map((kind) => [kind, ALERTS[kind].label] as const),
]

const STATE_TONES: { readonly [state: string]: BadgeTone } = { Open: 'down', Acknowledged: 'live', Closed: 'muted' }

/** Alerts, open ones first. Their rules and targets are settings. */
export function AlertsScreen() {
  const params = useListParams()
  const may = useMay()
  const state = STATES.find(([value]) => value !== '' && value === params.get('state'))?.[0]
  const kind = ALERT_KINDS.find((each) => each === params.get('kind'))
  const filter: { state?: 'unacknowledged' | 'open' | 'closed'; kind?: AlertKind } = {
    ...(state === undefined || state === '' ? {} : { state }),
    ...(kind === undefined ? {} : { kind }),
  }
  const query = useQuery(
    alertsQuery({ ...params.pageQuery, ...params.sortBy(ALERT_SORTS), pageSize: params.pageSize, ...filter }),
  )
  const [chosen, setChosen] = useState<readonly Alert[] | null>(null)
  const refetchTasks = useRefetchTasks()
  const changed = async () => void (await Promise.all([query.refetch(), refetchTasks()]))
  const acknowledgeOpen = (alerts: readonly Alert[]) => {
    const left = alerts.filter(({ acknowledged }) => acknowledged === null)
    if (left.length > 0) setChosen(left)
    else showToast('success', 'These alerts are acknowledged already.')
  }
  return (
    <ConsolePage title="Alerts">
      <p className="text-14 text-muted">
        <span>
          An alert opens at its threshold and closes when its condition ends. A large win closes when it is
          acknowledged.
        </span>
        {may('admin:settings:read') && (
          <Link href="/admin/settings" className="ml-1 underline">
            Thresholds and targets
          </Link>
        )}
      </p>
      <ListTable
        name="alerts"
        saves="alerts"
        filters={
          <>
            <ChipFilter params={params} name="state" label="State" choices={STATES} />
            <ChoiceFilter params={params} name="kind" label="Alert" choices={KINDS} />
          </>
        }
        columns={COLUMNS}
        sorts={ALERT_SORTS}
        hasPageSizes
        file={{ path: '/api/admin/alerts/export', query: filter, what: 'Alerts' }}
        query={query}
        failure={{ title: 'Could not load the alerts' }}
        rowKey={({ id }) => id}
        params={params}
        empty={{ title: 'No alerts', text: 'Alerts appear here when a value reaches its threshold in the settings.' }}
        {...(may('admin:alerts:acknowledge')
          ? {
              bulk: [{ text: 'Acknowledge', icon: CircleCheck, onPress: acknowledgeOpen }],
              actions: (alert: Alert) =>
                alert.acknowledged === null && (
                  <Button variant="secondary" onClick={() => setChosen([alert])}>
                    Acknowledge
                  </Button>
                ),
            }
          : {})}
      />
      {chosen !== null && <AcknowledgeAlerts alerts={chosen} onChanged={changed} onClose={() => setChosen(null)} />}
    </ConsolePage>
  )
}

const COLUMNS = Object.values<Column<Alert>>({
  name: {
    id: 'name',
    ...ALERT_LIST.name,
    cell: ({ name, link }) => (
      <Link href={link} className="underline">
        {name}
      </Link>
    ),
  },
  kind: { id: 'kind', ...ALERT_LIST.kind, phone: 'below' },
  severity: {
    id: 'severity',
    ...ALERT_LIST.severity,
    cell: ({ kind }) => (
      <Badge tone={ALERTS[kind].severity === 'critical' ? 'down' : 'live'}>
        {SEVERITY_TEXTS[ALERTS[kind].severity]}
      </Badge>
    ),
  },
  value: {
    id: 'value',
    ...ALERT_LIST.value,
    align: 'end',
    phone: 'aside',
    cell: (alert) => <span className="whitespace-nowrap tabular">{ALERT_LIST.value.value(alert)}</span>,
  },
  threshold: { id: 'threshold', ...ALERT_LIST.threshold, align: 'end', hidden: true },
  state: {
    id: 'state',
    ...ALERT_LIST.state,
    phone: 'below-end',
    cell: (alert) => <Badge tone={STATE_TONES[alertState(alert)] ?? 'muted'}>{alertState(alert)}</Badge>,
  },
  date: { id: 'date', ...ALERT_LIST.date },
  seen: { id: 'seen', ...ALERT_LIST.seen, hidden: true },
  closed: { id: 'closed', ...ALERT_LIST.closed, hidden: true },
  by: { id: 'by', ...ALERT_LIST.by },
  note: { id: 'note', ...ALERT_LIST.note },
  deliveries: { id: 'deliveries', ...ALERT_LIST.deliveries, hidden: true },
})
