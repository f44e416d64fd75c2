import { DELAYED_BET_LIST, delayOf, outcomeText } from '@mupiira/contract/list-columns.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminDelayedBet } from '@mupiira/contract/admin-delayed-bets.ts'
import { DELAYED_BET_SORTS } from '@mupiira/domain/access/console-sorts.ts'
import { apiQuery, type QueryOf } from '../../shared/api/queries.ts'
import { oddsText } from '../../shared/format/amounts.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { Badge, Money } from '../../shared/ui/surfaces.tsx'
import { AccountLink } from '../kit/account-link.tsx'
import { useAdminPollingMs } from '../kit/admin-live.ts'
import { ConsolePage } from '../kit/console-page.tsx'
import { ChipFilter, ChoiceFilter, PeriodFilter, SearchFilter } from '../kit/filters.tsx'
import { ListTable } from '../kit/list-table.tsx'
import type { Column } from '../kit/table-columns.ts'
import { useListParams } from '../kit/use-list-params.ts'
import { BetRecord } from './bet-record.tsx'
import { countsText, OUTCOME_TONES, reasonChoices, STATE_CHIPS } from './live-bet-texts.ts'

type BetsQuery = QueryOf<'GET /api/admin/delayed-bets'>

const betsQuery = (query: BetsQuery) =>
  queryOptions({
    ...apiQuery('GET /api/admin/delayed-bets', { query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
const countsQuery = (query: QueryOf<'GET /api/admin/delayed-bets/counts'>) =>
  queryOptions({
    ...apiQuery('GET /api/admin/delayed-bets/counts', { query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

const REFRESH_MS = 10_000

const COLUMNS: readonly Column<AdminDelayedBet>[] = [
  {
    id: 'game',
    ...DELAYED_BET_LIST.game,
    cell: ({ selections: [first, ...others] }) => (
      <span className="block lg:min-w-44">
        <b>{first?.match ?? ''}</b>
        <span className="block text-12 text-muted">
          {`${first?.marketName ?? ''}, ${first?.selectionLabel ?? ''}${others.length === 0 ? '' : ` and ${others.length} more`}`}
        </span>
      </span>
    ),
  },
  {
    id: 'player',
    ...DELAYED_BET_LIST.player,
    cell: ({ user }) => <AccountLink user={user} />,
  },
  {
    id: 'state',
    ...DELAYED_BET_LIST.state,
    phone: 'below',

    cell: (bet) => <Badge tone={OUTCOME_TONES[bet.state]}>{outcomeText(bet)}</Badge>,
  },
  {
    id: 'stake',
    ...DELAYED_BET_LIST.stake,
    phone: 'aside',

    cell: ({ stake }) => <Money amount={stake} />,
    align: 'end',
  },
  {
    id: 'requested',
    ...DELAYED_BET_LIST.requested,
    cell: ({ requestedOdds }) => oddsText(requestedOdds),
    align: 'end',
  },
  {
    id: 'accepted',
    ...DELAYED_BET_LIST.accepted,
    cell: ({ acceptedOdds }) => (acceptedOdds === null ? '–' : oddsText(acceptedOdds)),
    align: 'end',
  },
  {
    id: 'delay',
    ...DELAYED_BET_LIST.delay,
    cell: (bet) => `${delayOf(bet).toFixed(1)} s`,
    align: 'end',
  },
  {
    id: 'date',
    ...DELAYED_BET_LIST.date,
    phone: 'below-end',

    cell: ({ createdAt }) => <span className="lg:whitespace-nowrap">{dateTimeText(createdAt)}</span>,
  },
]

/** All bets on live games with the reasons of rejections. */
export function LiveBetsScreen() {
  const params = useListParams()
  const [viewed, setViewed] = useState<AdminDelayedBet | null>(null)
  const filter = params.query('q', 'user', 'game', 'from', 'to')
  const own = params.query('state', 'reason') as Pick<BetsQuery, 'state' | 'reason'>
  const refetchInterval = useAdminPollingMs(REFRESH_MS)
  const query = useQuery({
    ...betsQuery({ ...params.pageQuery, ...params.sortBy(DELAYED_BET_SORTS), ...own, ...filter }),
    refetchInterval,
  })
  const counts = useQuery({ ...countsQuery(filter), refetchInterval })
  return (
    <ConsolePage
      title="Live bets"
      end={
        <ButtonLink variant="secondary" href="/admin/in-play">
          Live betting
        </ButtonLink>
      }
    >
      <p className="min-h-5 text-14 text-muted">{countsText(counts.data?.counts ?? [])}</p>
      <ListTable
        name="live bets"
        saves="live-bets"
        search={<SearchFilter params={params} label="Player" clears="user" />}
        filters={
          <>
            <PeriodFilter params={params} />
            <ChipFilter params={params} name="state" label="Outcome" choices={STATE_CHIPS} />
            <ChoiceFilter
              params={params}
              name="reason"
              label="Reason"
              choices={reasonChoices(counts.data?.counts ?? [])}
            />
            {params.get('user') !== '' && (
              <Button variant="secondary" onClick={() => params.set({ user: '' })}>
                All players
              </Button>
            )}
            {params.get('game') !== '' && (
              <Button variant="secondary" onClick={() => params.set({ game: '' })}>
                All games
              </Button>
            )}
          </>
        }
        sorts={DELAYED_BET_SORTS}
        columns={COLUMNS}
        file={{ path: '/api/admin/delayed-bets/export', query: { ...own, ...filter }, what: 'Live bets' }}
        query={query}
        rowKey={({ id }) => id}
        params={params}
        empty={{ title: 'No live bets found', text: 'No bet matches these filters.' }}
        actions={(bet) => (
          <Button variant="secondary" onClick={() => setViewed(bet)}>
            View
          </Button>
        )}
      />
      {viewed !== null && <BetRecord bet={viewed} onClose={() => setViewed(null)} />}
    </ConsolePage>
  )
}
