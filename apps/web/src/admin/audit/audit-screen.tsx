import type { AuditEntry } from '@mupiira/contract/audit.ts'
import { useApi } from '../../shared/api/queries.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import type { Column } from '../kit/columns.ts'
import { Badge } from '../../shared/ui/surfaces.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { ListTable } from '../kit/list-table.tsx'
import { ChipFilter, ChoiceFilter, DayFilter, FilterBar, SearchFilter } from '../kit/filters.tsx'
import { useListParams } from '../kit/use-list-params.ts'
import { changesOf } from './changes.ts'

const AREAS = [
  ['', 'Everything'],
  ['user', 'Users'],
  ['money', 'Money'],
  ['bet', 'Bets'],
  ['payment', 'Payments'],
  ['game', 'Games'],
  ['fixture', 'Fixtures'],
  ['aviator', 'Aviator'],
  ['risk', 'Risk'],
  ['setting', 'Settings'],
  ['chat', 'Customer care'],
  ['staff', 'Staff'],
] as const

const COLUMNS: readonly Column<AuditEntry>[] = [
  { id: 'when', title: 'When', cell: ({ createdAt }) => dateTimeText(createdAt) },
  { id: 'who', title: 'Who', cell: ({ actorName }) => actorName },
  { id: 'what', title: 'What', cell: (entry) => <What entry={entry} /> },
  { id: 'subject', title: 'Subject', cell: ({ subject }) => <span className="break-all">{subject}</span> },
  { id: 'changes', title: 'Changes', cell: ({ before, after }) => <Changes before={before} after={after} /> },
  { id: 'reason', title: 'Reason', cell: ({ reason }) => reason },
  { id: 'address', title: 'From', cell: ({ address }) => address, hidden: true },
]

const EYES = [
  ['', 'Everything'],
  ['true', 'Done alone'],
] as const

/** Done above the four-eyes threshold while there was nobody else (ADMT-30): in sight of whoever reads. */
const isDoneAlone = ({ after }: AuditEntry): boolean => typeof after === 'object' && after !== null && 'flag' in after

const What = ({ entry }: { readonly entry: AuditEntry }) => (
  <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
    <b>{entry.action}</b>
    {isDoneAlone(entry) && <Badge tone="down">done alone</Badge>}
  </span>
)

function Changes({ before, after }: { readonly before: unknown; readonly after: unknown }) {
  return (
    <span className="flex flex-col">
      {changesOf(before, after).map(({ name, from, to }) => (
        <span key={name} className="break-words">
          <span className="text-muted">{name}</span> {from === null ? '' : `${from} → `}
          {to ?? '—'}
        </span>
      ))}
    </span>
  )
}

/** OPS-04: what staff did, who, when, from where, before and after. */
export function AuditScreen() {
  const params = useListParams()
  const alone = params.get('alone') === 'true'
  const asked = {
    page: params.page,
    ...(alone ? { alone } : {}),
    ...params.query('q', 'actor', 'action', 'from', 'to'),
  }
  const query = useApi('GET /api/admin/audit', { query: asked }, { keepPrevious: true, staleMs: 0 })
  return (
    <ConsolePage title="Audit Log">
      <FilterBar>
        <SearchFilter params={params} label="Words, or a subject (user:…)" />
        <ChoiceFilter params={params} name="action" label="Area" choices={AREAS} />
        <ChipFilter params={params} name="alone" label="Four eyes" choices={EYES} />
        <DayFilter params={params} name="from" label="From" />
        <DayFilter params={params} name="to" label="To" />
      </FilterBar>
      <ListTable
        name="audit log"
        columns={COLUMNS}
        query={query}
        rowKey={({ id }) => id}
        params={params}
        empty={{ title: 'Nothing was done', text: 'No entry of the log fits these filters.' }}
      />
    </ConsolePage>
  )
}
