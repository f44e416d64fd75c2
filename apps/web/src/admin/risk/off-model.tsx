import { useQuery } from '@tanstack/react-query'
import { oddsText } from '../../shared/format/amounts.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Badge, Card } from '../../shared/ui/surfaces.tsx'
import { useAdminPollingMs } from '../kit/admin-live.ts'
import { offModelQuery } from './risk-queries.ts'

const REFRESH_MS = 30_000

/** Prices whose probability differs from the model's by more than the setting. */
export function OffModel() {
  const query = useQuery({ ...offModelQuery, refetchInterval: useAdminPollingMs(REFRESH_MS) })
  return (
    <Card as="section" label="Prices that differ from the model">
      <Loaded query={query} what="the prices" skeleton={<Skeleton look="h-24 w-full" />}>
        {({ mostPoints, items }) => (
          <>
            <div className="flex flex-wrap items-baseline justify-between gap-2 pb-2">
              <h2 className="text-16 font-bold">Prices that differ from the model</h2>
              <p className="text-12 text-muted">
                More than {mostPoints} percentage points from the model (setting “Model difference”).
              </p>
            </div>
            {items.length === 0 && <p className="text-14 text-muted">All offered prices are close to the model.</p>}
            <ul className="flex flex-col">
              {items.map((price) => (
                <li
                  key={`${price.gameId} ${price.source} ${price.market} ${price.selection}`}
                  className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2 text-14"
                >
                  <span className="min-w-48 flex-1">
                    <b>{price.name}</b>{' '}
                    <Badge tone={price.source === 'own' ? 'gold' : 'muted'}>
                      {price.source === 'own' ? 'manual odds' : 'imported odds'}
                    </Badge>
                    <span className="block text-12 text-muted">
                      {price.league} · {dateTimeText(price.startTime)} · {price.market}, {price.selection}
                    </span>
                  </span>
                  <span className="tabular md:text-right">
                    <b>{oddsText(price.odds)}</b>
                    <span className="block text-12 text-muted">
                      implied {price.implied.toFixed(1)} %, model {price.model.toFixed(1)} %
                    </span>
                  </span>
                  <ButtonLink look="secondary" href={`/admin/games/${price.gameId}`}>
                    Open
                  </ButtonLink>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Card>
  )
}
