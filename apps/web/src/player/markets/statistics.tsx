import { useQuery } from '@tanstack/react-query'
import type { Game } from '@mupiira/contract/games.ts'
import type { Answer } from '../../shared/api/client.ts'
import { hasScore, isLive } from '../../shared/format/game-texts.ts'
import { Badge } from '../../shared/ui/surfaces.tsx'
import { Loaded } from '../../shared/ui/states.tsx'
import { FactsSkeleton, NoFacts, PublishedAt } from './fact-states.tsx'
import { statisticsQuery } from './fact-queries.ts'

/** The statistics change once a match minute. */
const REFRESH_MS = 60_000

type Item = Answer<'GET /api/games/{id}/statistics'>['items'][number]

const NAMES: Record<Item['id'], string> = {
  goals: 'Goals',
  possession: 'Possession',
  shots: 'Shots',
  corners: 'Corners',
  fouls: 'Fouls',
  yellowCards: 'Yellow cards',
  redCards: 'Red cards',
}

export function Statistics({ game }: { readonly game: Game }) {
  const query = useQuery({ ...statisticsQuery(game.id), refetchInterval: isLive(game) && REFRESH_MS })
  return (
    <Loaded query={query} what="the statistics" skeleton={<FactsSkeleton />}>
      {({ simulated, toldAt, items }) =>
        items.length === 0 ? (
          <NoFacts>
            {hasScore(game) ? 'There are no statistics for this game.' : 'Statistics appear after kick-off.'}
          </NoFacts>
        ) : (
          <>
            {simulated && (
              <p className="flex flex-wrap items-center gap-2 pb-3 text-12 text-muted">
                <Badge tone="muted">Simulated</Badge> No live data for this game. Only the goals are real.
              </p>
            )}
            <dl className="flex flex-col gap-3">
              {items.map((item) => (
                <StatisticLine key={item.id} item={item} />
              ))}
            </dl>
            <PublishedAt instant={toldAt} />
          </>
        )
      }
    </Loaded>
  )
}

/** The longest bar of one team in percent of the width. Both bars start at a gap in the middle. */
const HALF = 49.5
const share = (count: number, sum: number): number => (count / sum) * HALF

export function StatisticLine({ item: { id, home, away } }: { readonly item: Item }) {
  const unit = id === 'possession' ? '%' : ''
  const sum = home + away
  return (
    <div className="grid grid-cols-[3rem_minmax(0,1fr)_3rem] items-baseline gap-y-1 text-14">
      <dt className="col-start-2 row-start-1 text-center text-muted">{NAMES[id]}</dt>
      <dd className="col-start-1 row-start-1 font-bold tabular">
        {home}
        {unit}
      </dd>
      <dd className="col-start-3 row-start-1 text-right font-bold tabular">
        {away}
        {unit}
      </dd>
      <dd aria-hidden="true" className="col-span-3">
        <svg viewBox="0 0 100 1" preserveAspectRatio="none" className="block h-1 w-full rounded-full bg-line">
          {sum > 0 && (
            <>
              <rect x={HALF - share(home, sum)} width={share(home, sum)} height="1" className="fill-ink" />
              <rect x={100 - HALF} width={share(away, sum)} height="1" className="fill-muted" />
            </>
          )}
        </svg>
      </dd>
    </div>
  )
}
