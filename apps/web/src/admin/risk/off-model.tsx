import { useQuery } from '@tanstack/react-query'
import { oddsText } from '../../shared/format/amounts.ts'
import type { Answer } from '../../shared/api/client.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Badge } from '../../shared/ui/surfaces.tsx'
import { useAdminPollingMs } from '../kit/admin-live.ts'
import { GameCell } from '../kit/game-cell.tsx'
import { RowTable } from '../kit/list-table.tsx'
import type { Column } from '../kit/table-columns.ts'
import { useListParams } from '../kit/use-list-params.ts'
import { offModelQuery } from './risk-queries.ts'

const REFRESH_MS = 30_000

type Price = Answer<'GET /api/admin/risk/prices'>['items'][number]

const sourceText = ({ source }: Price): string => (source === 'own' ? 'manual odds' : 'imported odds')

const COLUMNS: readonly Column<Price>[] = [
  {
    id: 'game',
    title: 'Game',
    value: ({ name }) => name,
    cell: (price) => <GameCell name={price.name} game={price} />,
  },
  { id: 'start', title: 'Start', value: ({ startTime }) => new Date(startTime) },
  { id: 'selection', title: 'Selection', phone: 'below', value: ({ market, selection }) => `${market}, ${selection}` },
  {
    id: 'source',
    title: 'Source',
    phone: 'below-end',
    value: sourceText,
    cell: (price) => <Badge tone={price.source === 'own' ? 'gold' : 'muted'}>{sourceText(price)}</Badge>,
  },
  {
    id: 'odds',
    title: 'Odds',
    phone: 'aside',
    value: ({ odds }) => odds,
    cell: ({ odds }) => <b>{oddsText(odds)}</b>,
    align: 'end',
  },
  {
    id: 'implied',
    title: 'Implied',
    value: ({ implied }) => implied,
    cell: ({ implied }) => `${implied.toFixed(1)} %`,
    align: 'end',
  },
  {
    id: 'model',
    title: 'Model',
    value: ({ model }) => model,
    cell: ({ model }) => `${model.toFixed(1)} %`,
    align: 'end',
  },
]

/** Prices whose probability differs from the model's by more than the setting. */
export function OffModelPrices() {
  const params = useListParams('prices')
  const query = useQuery({ ...offModelQuery, refetchInterval: useAdminPollingMs(REFRESH_MS) })
  return (
    <div role="group" aria-label="Odds that differ from the model" className="flex flex-col gap-2">
      <Loaded query={query} what="the odds" skeleton={<Skeleton className="h-24 w-full" />}>
        {({ mostPoints, items }) => (
          <>
            <div>
              <h2 className="text-16 font-bold">Odds that differ from the model</h2>
              <p className="text-12 text-muted">
                More than {mostPoints} percentage points from the model (setting “Model difference”).
              </p>
            </div>
            <RowTable
              name="odds off the model"
              columns={COLUMNS}
              rows={items}
              rowKey={({ gameId, source, market, selection }) => `${gameId} ${source} ${market} ${selection}`}
              params={params}
              fileName="mupiira-prices-off-the-model"
              empty={{ title: 'All offered odds are close to the model.' }}
              actions={({ gameId }) => (
                <ButtonLink variant="secondary" href={`/admin/games/${gameId}`}>
                  Open
                </ButtonLink>
              )}
            />
          </>
        )}
      </Loaded>
    </div>
  )
}
