import { useQuery } from '@tanstack/react-query'
import type { InPlayGame } from '@mupiira/contract/admin-in-play.ts'
import { oddsText } from '../../shared/format/amounts.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Badge, Money, Notice } from '../../shared/ui/surfaces.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { GameCell } from '../kit/game-cell.tsx'
import { RowTable } from '../kit/list-table.tsx'
import type { Column } from '../kit/table-columns.ts'
import { useListParams } from '../kit/use-list-params.ts'
import { WorstCase } from '../kit/worst-case.tsx'
import { BoardActions } from './board-actions.tsx'
import { inPlayQuery } from './in-play-queries.ts'
import { eventText, missingLiveOddsText, secondsText, stateText } from './in-play-texts.ts'

// Suspensions also end by time, which is no event.
const REFRESH_MS = 2_000

const STATE_TONES = { open: 'up', suspended: 'gold', closed: 'muted' } as const

const outcomeColumn = (id: '1' | 'X' | '2', title: string): Column<InPlayGame> => ({
  id: `outcome-${id}`,
  title,
  value: ({ outcomes }) => outcomes[id].liability,
  cell: ({ outcomes: { [id]: outcome } }) => (
    <span>
      {outcome.odds === null ? (
        <span className="text-muted tabular">
          {outcome.lastOdds === null ? '–' : `last ${oddsText(outcome.lastOdds)}`}
        </span>
      ) : (
        <b className="tabular">{oddsText(outcome.odds)}</b>
      )}
      <span className="block text-12 text-muted">
        <Money amount={outcome.liability} />
      </span>
    </span>
  ),
  align: 'end',
})

const COLUMNS: readonly Column<InPlayGame>[] = [
  { id: 'game', title: 'Game', value: ({ name }) => name, cell: (game) => <GameCell name={game.name} game={game} /> },
  {
    id: 'score',
    title: 'Score',
    phone: 'aside',
    value: ({ homeScore, awayScore }) => `${homeScore ?? 0} – ${awayScore ?? 0}`,
    cell: ({ homeScore, awayScore, clock }) => (
      <span className="whitespace-nowrap">
        <b>{`${homeScore ?? 0} – ${awayScore ?? 0}`}</b>
        <span className="block text-12 text-live tabular">{clock?.replace(/^Live /, '') ?? ''}</span>
      </span>
    ),
  },
  {
    id: 'state',
    title: 'State',
    phone: 'below',
    value: stateText,
    cell: (game) => (
      <span>
        <Badge tone={STATE_TONES[game.state]}>{stateText(game)}</Badge>
        {game.reopensAt !== null && (
          <span className="block text-12 text-muted">{`Reopens at ${secondsText(game.reopensAt)}`}</span>
        )}
      </span>
    ),
  },
  outcomeColumn('1', 'Home'),
  outcomeColumn('X', 'Draw'),
  outcomeColumn('2', 'Away'),
  {
    id: 'stake',
    title: 'Stakes',
    value: ({ stake }) => stake,
    cell: ({ stake }) => <Money amount={stake} />,
    align: 'end',
  },
  {
    id: 'worst-case',
    title: 'Worst case',
    phone: 'below-end',
    value: ({ worstCase }) => worstCase,
    cell: ({ worstCase }) => <WorstCase amount={worstCase} />,
    align: 'end',
  },
  {
    id: 'delay',
    title: 'Bet delay',
    value: ({ delaySeconds }) => delaySeconds,
    cell: ({ delaySeconds }) => `${delaySeconds} s`,
    align: 'end',
    hidden: true,
  },
  { id: 'event', title: 'Last event', value: eventText, hidden: true },
  {
    id: 'reported',
    title: 'Last report',
    value: ({ reportedAt }) => (reportedAt === null ? null : new Date(reportedAt)),
    cell: ({ reportedAt }) => (reportedAt === null ? 'none' : secondsText(reportedAt)),
    hidden: true,
  },
]

/** Live games: state, odds and exposure, with suspensions of games, leagues and markets. */
export function InPlayScreen() {
  const query = useQuery({ ...inPlayQuery, refetchInterval: REFRESH_MS })
  const params = useListParams('live')
  const changed = async () => void (await query.refetch())
  return (
    <ConsolePage
      title="Live betting"
      end={
        <>
          <ButtonLink variant="secondary" href="/admin/in-play/bets">
            Live bets
          </ButtonLink>
          <ButtonLink variant="secondary" href="/admin/in-play/leagues">
            Leagues
          </ButtonLink>
          <ButtonLink variant="secondary" href="/admin/in-play/courtsiding">
            Courtsiding
          </ButtonLink>
        </>
      }
    >
      <Loaded query={query} what="the live games" skeleton={<Skeleton className="h-100 w-full" />}>
        {({ isOn, delaySeconds, missingLiveOdds, games }) => (
          <>
            {isOn ? (
              <p className="text-14 text-muted">{`A bet waits ${delaySeconds} seconds, or as long as its league requires. Below the odds: what open bets can win beyond their stakes, at the odds of this selection alone. A bet on several games counts with its whole stake in each of them. The worst case assumes that the other selections of the bet win.`}</p>
            ) : (
              <Notice tone="info">
                <p>Bets on live games are off (setting “In play betting”).</p>
              </Notice>
            )}
            {missingLiveOdds !== null && (
              <Notice tone="down" live>
                <p>{missingLiveOddsText(missingLiveOdds)}</p>
              </Notice>
            )}
            <RowTable
              name="live games"
              columns={COLUMNS}
              rows={games}
              rowKey={({ gameId }) => gameId}
              params={params}
              fileName="mupiira-live-games"
              empty={{ title: 'No live games' }}
              actions={(game) => <BoardActions game={game} onChanged={changed} />}
            />
          </>
        )}
      </Loaded>
    </ConsolePage>
  )
}
