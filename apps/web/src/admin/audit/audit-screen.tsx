import { AUDIT_LIST } from '@mupiira/contract/list-columns.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AUDIT_SORTS } from '@mupiira/domain/access/console-sorts.ts'
import type { AuditEntry } from '@mupiira/contract/audit.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import type { Column } from '../kit/table-columns.ts'
import { Badge } from '../../shared/ui/surfaces.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { entryActionText } from '@mupiira/domain/access/action-texts.ts'
import { ListTable } from '../kit/list-table.tsx'
import { ChipFilter, ChoiceFilter, PeriodFilter, SearchFilter } from '../kit/filters.tsx'
import { useListParams } from '../kit/use-list-params.ts'
import { type Change, changesOf } from './changes.ts'
import { SubjectLink } from '../kit/subject-link.tsx'
import { auditExport, auditQuery } from '../kit/list-queries.ts'

const AREAS = [
  ['', 'Any area'],
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
  ['notice', 'Notices'],
  ['staff', 'Staff'],
  ['audit', 'Audit log'],
] as const

const COLUMNS: readonly Column<AuditEntry>[] = [
  {
    id: 'date',
    ...AUDIT_LIST.date,
    cell: ({ createdAt }) => <Line>{dateTimeText(createdAt)}</Line>,
  },
  {
    id: 'who',
    ...AUDIT_LIST.who,
    phone: 'aside',

    cell: ({ actorName }) => <Line>{actorName}</Line>,
  },
  { id: 'what', ...AUDIT_LIST.what, phone: 'below', cell: (entry) => <What entry={entry} /> },
  {
    id: 'subject',
    ...AUDIT_LIST.subject,
    cell: ({ subject, subjectName }) => <SubjectLink subject={subject} name={subjectName} />,
  },
  {
    id: 'changes',
    title: 'Changes',
    value: ({ before, after }) =>
      changesOf(before, after)
        .map((change) => changeText(change, before === null))
        .join('; '),
    cell: ({ before, after }) => <Changes before={before} after={after} />,
  },
  {
    id: 'reason',
    ...AUDIT_LIST.reason,
    cell: ({ reason }) => <span className="lg:block lg:min-w-40">{reason}</span>,
  },
  // The search also finds entries by this code.
  { id: 'code', ...AUDIT_LIST.code, hidden: true },
  { id: 'address', ...AUDIT_LIST.address, hidden: true },
]

const APPROVAL_CHOICES = [
  ['', 'All'],
  ['true', 'Without approval'],
] as const

/** Returns whether an action above the four-eyes threshold had no second approver. Such entries are highlighted. */
const isWithoutApproval = ({ after }: AuditEntry): boolean =>
  typeof after === 'object' && after !== null && 'flag' in after

const What = ({ entry }: { readonly entry: AuditEntry }) => (
  <span className="lg:block lg:min-w-36">
    <b className="pr-2">{entryActionText(entry)}</b>
    {isWithoutApproval(entry) && <Badge tone="down">without approval</Badge>}
  </span>
)

/** A value without line breaks, such as a date or a name. */
const Line = ({ children }: { readonly children: ReactNode }) => (
  <span className="lg:whitespace-nowrap">{children}</span>
)

/** Longer lists of changes, such as those of a deleted fixture, are collapsed. */
const MAX_VISIBLE = 6

function Changes({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  const changes = changesOf(before, after)
  const more = changes.slice(MAX_VISIBLE)
  return (
    <span className="flex flex-col lg:min-w-50">
      <Lines changes={changes.slice(0, MAX_VISIBLE)} isNewSubject={before === null} />
      {more.length > 0 && (
        <details>
          <summary className="flex min-h-6 items-center text-muted underline max-lg:justify-end">{`${more.length} more`}</summary>
          <span className="flex flex-col">
            <Lines changes={more} isNewSubject={before === null} />
          </span>
        </details>
      )}
    </span>
  )
}

type LinesProps = { readonly changes: readonly Change[]; readonly isNewSubject: boolean }

/** A new subject has no previous values to show. */
const Lines = ({ changes, isNewSubject }: LinesProps) =>
  changes.map((change) => (
    <span key={change.path} className="break-words">
      <span className="text-muted">{change.path}:</span> <span>{valuesText(change, isNewSubject)}</span>
    </span>
  ))

const valuesText = ({ from, to }: Change, isNewSubject: boolean): string => (isNewSubject ? to : `${from} → ${to}`)

const changeText = (change: Change, isNewSubject: boolean): string =>
  `${change.path}: ${valuesText(change, isNewSubject)}`

/** The audit log (OPS-04): actor, action, time, address, and the state before and after. */
export function AuditScreen() {
  const params = useListParams()
  const alone = params.get('alone') === 'true'
  const filter = { ...(alone ? { alone } : {}), ...params.query('q', 'actor', 'action', 'from', 'to') }
  const query = useQuery(auditQuery({ ...params.pageQuery, ...params.sortBy(AUDIT_SORTS), ...filter }))
  return (
    <ConsolePage title="Audit log">
      <ListTable
        name="audit log"
        saves="audit"
        search={<SearchFilter params={params} label="Search words, or a subject such as user:…" />}
        filters={
          <>
            <ChoiceFilter params={params} name="action" label="Area" choices={AREAS} />
            <ChipFilter params={params} name="alone" label="Four-eyes approval" choices={APPROVAL_CHOICES} />
            <PeriodFilter params={params} />
          </>
        }
        columns={COLUMNS}
        sorts={AUDIT_SORTS}
        file={auditExport(filter)}
        query={query}
        rowKey={({ id }) => id}
        params={params}
        empty={{ title: 'No entries found', text: 'No log entry matches these filters.' }}
      />
    </ConsolePage>
  )
}
