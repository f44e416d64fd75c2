import { useQuery } from '@tanstack/react-query'
import { Eye, EyeOff, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { GAME_SORTS } from '@mupiira/domain/access/console-sorts.ts'
import type { ListedGame } from '@mupiira/contract/admin-game-list.ts'
import type { AdminGame } from '@mupiira/contract/admin-games.ts'
import { useNow } from '../../shared/clock.ts'
import { oddsText } from '../../shared/format/amounts.ts'
import { leagueName } from '../../shared/format/game-texts.ts'
import { dateTimeText, startText } from '../../shared/format/times.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { Badge, Money } from '../../shared/ui/surfaces.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { useMay } from '../../state/session.ts'
import { ActionMenu } from '../kit/action-menu.tsx'
import type { Column } from '../kit/table-columns.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { ChipFilter, ChoiceFilter, SearchFilter } from '../kit/filters.tsx'
import { GameCell, LeagueText } from '../kit/game-cell.tsx'
import { ListTable } from '../kit/list-table.tsx'
import { useTextWithCount } from '../kit/tasks.ts'
import { act } from '../kit/staff-api.ts'
import { useListParams } from '../kit/use-list-params.ts'
import { useRequestedAction } from '../kit/use-requested-action.ts'
import { WorstCase } from '../kit/worst-case.tsx'
import { GameDialog } from './game-dialog.tsx'
import {
  fetchFailure,
  LIST_REFRESH_FAILED_TEXT,
  oddsLine,
  refreshFailure,
  saveFailure,
  scoreOf,
  STATUS_CHOICES,
  STATUS_TONES,
  SYNC_SUCCESS_TEXT,
  syncFailure,
} from './game-texts.ts'
import { voidDue } from './void-due.ts'
import { gamesQuery } from './game-queries.ts'

const POLL_MS = 3_000
const REFRESH_AFTER_SYNC_MS = 2_000

function VoidBadge({ game }: { readonly game: AdminGame }) {
  const due = voidDue(game, useNow(60_000))
  return due === null ? null : (
    <span title={due.text}>
      <Badge tone="down">{due.badge}</Badge>
    </span>
  )
}

/** The start of a game. Phones show it relative to today, so that the league fits beside it. */
function StartText({ startTime }: Pick<AdminGame, 'startTime'>) {
  const now = useNow(60_000)
  return (
    <span className="whitespace-nowrap">
      <span className="max-lg:hidden">{dateTimeText(startTime)}</span>
      <span className="lg:hidden">{startText(startTime, now)}</span>
    </span>
  )
}

const OfferedOdds = ({ odds }: { readonly odds: number | null | undefined }) => (
  <span className="min-w-12 rounded-tag border border-line px-1 text-center leading-6 font-bold tabular">
    {odds == null ? '–' : oddsText(odds)}
  </span>
)

const COLUMNS: readonly Column<ListedGame>[] = [
  {
    id: 'game',
    title: 'Game',
    value: ({ homeTeam, awayTeam, league, country }) => `${homeTeam} – ${awayTeam}, ${leagueName(league, country)}`,
    cell: (game) => <GameCell name={`${game.homeTeam} – ${game.awayTeam}`} game={game} />,
  },
  {
    id: 'start',
    title: 'Start',
    phone: 'below',
    value: ({ startTime }) => new Date(startTime),
    cell: ({ startTime, clock, league, country }) => (
      <span className="flex min-w-0 items-center gap-x-2">
        {clock === null ? (
          <StartText startTime={startTime} />
        ) : (
          <b className="whitespace-nowrap text-live tabular">{clock.replace(/^Live /, '')}</b>
        )}
        <span className="min-w-0 lg:hidden">
          <LeagueText league={league} country={country} />
        </span>
      </span>
    ),
  },
  {
    id: 'status',
    title: 'Status',
    phone: 'below-end',
    value: ({ status }) => status,
    cell: (game) => (
      <span className="inline-flex flex-wrap gap-1 max-lg:justify-end">
        <Badge tone={STATUS_TONES[game.status]}>{game.status}</Badge>
        {game.hidden && <Badge tone="down">hidden</Badge>}
        {(game.suspended || game.barred) && <Badge tone="down">suspended</Badge>}
        {game.silent && <Badge tone="down">no feed data</Badge>}
        {game.held && <Badge tone="gold">to decide</Badge>}
        {game.toldResult !== null && <Badge tone="down">differs from the feed</Badge>}
        <VoidBadge game={game} />
      </span>
    ),
  },
  {
    id: 'score',
    title: 'Score',
    phone: 'aside',
    value: scoreOf,
    cell: (game) => <span className="whitespace-nowrap">{scoreOf(game)}</span>,
  },
  {
    id: 'odds',
    title: 'Offered 1 X 2',
    value: ({ offered }) => (offered === null ? null : oddsLine([offered.home, offered.draw, offered.away])),
    cell: ({ homeOdds, drawOdds, awayOdds, offered }) =>
      homeOdds === null || awayOdds === null ? (
        'No odds'
      ) : (
        <span className="inline-flex gap-1 max-lg:justify-end">
          <OfferedOdds odds={offered?.home} />
          {/* Basketball and tennis have no draw. */}
          {drawOdds !== null && <OfferedOdds odds={offered?.draw} />}
          <OfferedOdds odds={offered?.away} />
        </span>
      ),
  },
  {
    id: 'stakes',
    title: 'Stakes',
    value: ({ openStakes }) => openStakes,
    cell: ({ openStakes }) => (openStakes ? <Money amount={openStakes} /> : '–'),
    align: 'end',
  },
  {
    id: 'worst-case',
    title: 'Worst case',
    value: ({ worstCase }) => worstCase,
    cell: ({ worstCase, openStakes }) => (openStakes ? <WorstCase amount={worstCase ?? 0} /> : '–'),
    align: 'end',
  },
  {
    id: 'base',
    title: 'Base odds 1 X 2',
    value: ({ homeOdds, drawOdds, awayOdds }) =>
      homeOdds === null || awayOdds === null ? null : oddsLine([homeOdds, drawOdds, awayOdds]),
    hidden: true,
  },
  { id: 'source', title: 'Controlled by', value: ({ source }) => (source === 'hand' ? 'Staff' : 'Feed'), hidden: true },
  { id: 'date', title: 'Created', value: ({ createdAt }) => new Date(createdAt), hidden: true },
]

const SCORE_CHOICES = [
  ['', 'All scores'],
  ['true', 'Contradictory scores'],
] as const

/** The order until staff sorts by a column. The list of games to decide has its own order. */
const BY_SCHEDULE = { sort: 'schedule' } as const

/** Games of the feed are hidden instead of deleted, because the feed would report them again (D7a). */
const isFromFeed = ({ source, takenOver }: AdminGame): boolean => source === 'feed' || takenOver

/** The games (ADMG-01 to ADMG-28). */
export function GamesScreen() {
  const params = useListParams()
  const isWaiting = params.get('decide') !== '' || params.get('contradictory') !== ''
  const order = isWaiting ? {} : BY_SCHEDULE
  const filter = params.query('decide', 'contradictory', 'q', 'status')
  const query = useQuery({
    ...gamesQuery({ ...order, ...params.pageQuery, ...params.sortBy(GAME_SORTS), ...filter }),
    refetchInterval: POLL_MS,
  })
  const toDecide = useTextWithCount('games', 'To decide')
  const [edited, setEdited] = useState<AdminGame | 'new' | null>(null)
  const isEditor = useMay()('admin:games:edit')
  useRequestedAction((action) => {
    if (action === 'add' && isEditor) setEdited('new')
  })
  const [toDelete, setToDelete] = useState<AdminGame | null>(null)
  const [busy, setBusy] = useState<'refresh' | 'sync' | null>(null)

  const refresh = async () => {
    setBusy('refresh')
    const { error } = await query.refetch()
    if (error !== null) showToast('error', refreshFailure(error))
    setBusy(null)
  }
  const saved = async () => {
    if ((await query.refetch()).error !== null) showToast('warning', LIST_REFRESH_FAILED_TEXT)
  }
  const sync = async () => {
    setBusy('sync')
    try {
      await act('POST /api/admin/games/sync-scores', {})
      showToast('success', SYNC_SUCCESS_TEXT)
      setTimeout(() => void query.refetch(), REFRESH_AFTER_SYNC_MS)
    } catch (error) {
      showToast('error', syncFailure(error))
    }
    setBusy(null)
  }
  const remove = async (game: AdminGame, reason: string): Promise<string | null> => {
    try {
      await act('DELETE /api/admin/games/{id}', { params: { id: game.id }, query: { reason } })
    } catch (error) {
      return saveFailure(error)
    }
    showToast('success', `${game.name} is ${isFromFeed(game) ? 'hidden' : 'deleted'}.`)
    await saved()
    return null
  }
  const show = async (game: AdminGame) => {
    try {
      await act('POST /api/admin/games/{id}/show', { params: { id: game.id } })
      await saved()
    } catch (error) {
      showToast('error', saveFailure(error))
    }
  }
  return (
    <ConsolePage
      title="Game Management"
      end={
        <>
          <Button onClick={() => setEdited('new')}>Add New Game</Button>
          <Button variant="secondary" busy={busy === 'refresh'} onClick={() => void refresh()}>
            <RefreshCw className="size-4" /> Refresh
          </Button>
          <Button variant="secondary" busy={busy === 'sync'} onClick={() => void sync()}>
            Sync Scores
          </Button>
          <ButtonLink variant="secondary" href="/admin/trading">
            Trading grid
          </ButtonLink>
          <ButtonLink variant="secondary" href="/admin/search-names">
            Other names
          </ButtonLink>
        </>
      }
    >
      <ListTable
        name="games"
        saves="games"
        search={<SearchFilter params={params} label="Team or league" />}
        filters={
          <>
            <ChoiceFilter params={params} name="status" label="Status" choices={STATUS_CHOICES} />
            <ChipFilter
              params={params}
              name="decide"
              label="Decisions"
              choices={[
                ['', 'All games'],
                ['true', toDecide],
              ]}
            />
            <ChoiceFilter params={params} name="contradictory" label="Scores" choices={SCORE_CHOICES} />
          </>
        }
        columns={COLUMNS}
        sorts={GAME_SORTS}
        file={{ path: '/api/admin/games/export', query: filter, what: 'Games' }}
        query={query}
        rowKey={({ id }) => id}
        params={params}
        empty={{ title: 'No games found', text: 'No game matches these filters.' }}
        failure={{ title: fetchFailure(query.error) }}
        actions={(game) => (
          <>
            <ButtonLink variant="secondary" href={`/admin/games/${game.id}`}>
              Open
            </ButtonLink>
            {game.source === 'hand' && game.result === null && (
              <Button variant="secondary" onClick={() => setEdited(game)}>
                Edit
              </Button>
            )}
            {(game.hidden || !game.hasBets) && (
              <ActionMenu
                label={`More actions of ${game.name}`}
                actions={[
                  game.hidden
                    ? { text: 'Show', icon: Eye, onSelect: () => void show(game) }
                    : {
                        text: isFromFeed(game) ? 'Hide' : 'Delete',
                        icon: isFromFeed(game) ? EyeOff : Trash2,
                        isDangerous: true,
                        onSelect: () => setToDelete(game),
                      },
                ]}
              />
            )}
          </>
        )}
      />
      {edited !== null && (
        <GameDialog game={edited === 'new' ? null : edited} onSaved={saved} onClose={() => setEdited(null)} />
      )}
      {toDelete !== null && (
        <ConfirmDialog
          title={`${isFromFeed(toDelete) ? 'Hide' : 'Delete'} ${toDelete.name}?`}
          verb={isFromFeed(toDelete) ? 'Hide' : 'Delete'}
          isDangerous
          reason={{ label: 'Reason', missing: 'Please give a reason.' }}
          onConfirm={(reason) => remove(toDelete, reason)}
          onClose={() => setToDelete(null)}
        >
          <p>
            {isFromFeed(toDelete)
              ? 'No bets on this game. Players no longer see it. You can show it again.'
              : 'No bets on this game. Deleting it is permanent. Games with bets can only be cancelled.'}
          </p>
        </ConfirmDialog>
      )}
    </ConsolePage>
  )
}
