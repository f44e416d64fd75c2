import { ACCOUNT_STATUS_TEXTS } from '@mupiira/domain/access/account-status-texts.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Answer } from '../../shared/api/client.ts'

const COUNTERS = [
  ['total', 'Total'],
  ['active', 'Active'],
  ['suspended', 'Suspended'],
  ['banned', 'Banned'],
] as const
/** A search counts each status up to this number. */
const COUNT_LIMIT = 10_000

/** The accounts of the list by status (ADMU-01). Their space is reserved while loading. */
export function UserCounts({ query }: { readonly query: UseQueryResult<Answer<'GET /api/admin/users/counts'>> }) {
  return (
    <dl className="grid grid-cols-2 gap-2 md:grid-cols-4">
      {COUNTERS.map(([id, name]) => (
        <div key={id} className="rounded-card border border-line bg-raised px-3 py-2">
          <dt className="text-12 text-muted">{`${name}${id === 'banned' ? ` (shown as ${ACCOUNT_STATUS_TEXTS.banned})` : ''}`}</dt>
          <dd className="text-20 font-bold tabular">
            {query.data === undefined
              ? '–'
              : `${query.data[id].toLocaleString('en-UG')}${query.data.isCapped && query.data[id] >= COUNT_LIMIT ? '+' : ''}`}
          </dd>
        </div>
      ))}
    </dl>
  )
}
