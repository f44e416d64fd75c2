import { BET_LIST } from '@mupiira/contract/list-columns.ts'
import { useQuery } from '@tanstack/react-query'
import { TICKET_SORTS } from '@mupiira/domain/access/console-sorts.ts'
import type { AdminTicket } from '@mupiira/contract/admin-tickets.ts'
import { Button } from '../../shared/ui/button.tsx'
import type { Column } from '../kit/table-columns.ts'
import { ConsolePage } from '../kit/console-page.tsx'
import { useAdminPollingMs } from '../kit/admin-live.ts'
import { ExportButtons } from '../kit/export-button.tsx'
import { ChipFilter, PeriodFilter, SearchFilter } from '../kit/filters.tsx'
import { Email } from '../kit/email.tsx'
import { ListTable } from '../kit/list-table.tsx'
import { useListParams } from '../kit/use-list-params.ts'
import { BetDialog } from './bet-dialog.tsx'
import { CancelBet } from './cancel-bet.tsx'
import { UserTicketsDialog } from './user-tickets-dialog.tsx'
import { BET_COLUMNS, STATUS_CHIPS } from '../kit/bet-columns.tsx'
import { betsExport, betsQuery } from '../kit/list-queries.ts'

const REFRESH_MS = 30_000

/** The bet history (ADMT-11 to ADMT-29). `?view=` opens a ticket, `?tickets=` the tickets of a player. */
export function BetsScreen() {
  const params = useListParams()
  const filter = params.query('status', 'q', 'user', 'game', 'from', 'to')
  const query = useQuery({
    ...betsQuery({ ...params.pageQuery, ...params.sortBy(TICKET_SORTS), ...filter }),
    refetchInterval: useAdminPollingMs(REFRESH_MS),
  })
  const changed = async () => void (await query.refetch())
  const viewed = params.get('view')
  const player = params.get('tickets')
  return (
    <ConsolePage
      title="Bet History"
      end={
        <ExportButtons
          {...betsExport({ ...filter, ...params.sortBy(TICKET_SORTS) })}
          isEmpty={query.data?.total === 0}
        />
      }
    >
      <ListTable
        name="bets"
        saves="bets"
        search={<SearchFilter params={params} label="Booking code or user" clears="user" />}
        filters={
          <>
            <PeriodFilter params={params} />
            <ChipFilter params={params} name="status" label="Status" choices={STATUS_CHIPS} />
            {params.get('user') !== '' && (
              <Button variant="secondary" onClick={() => params.set({ user: '' })}>
                All tickets
              </Button>
            )}
            {params.get('game') !== '' && (
              <Button variant="secondary" onClick={() => params.set({ game: '' })}>
                Tickets of all games
              </Button>
            )}
          </>
        }
        sorts={TICKET_SORTS}
        file="elsewhere"
        columns={columnsFor((userId) => params.show({ tickets: userId }))}
        query={query}
        rowKey={({ id }) => id}
        params={params}
        empty={{ title: 'No tickets found', text: 'No ticket matches these filters.' }}
        failure={{ title: 'Error loading bet history', text: 'Please try again or refresh the page.' }}
        actions={(ticket) => (
          <>
            <Button variant="secondary" onClick={() => params.show({ view: ticket.id })}>
              View
            </Button>
            <CancelBet ticket={ticket} onChanged={changed} />
          </>
        )}
      />
      {viewed !== '' && <BetDialog id={viewed} onChanged={changed} onClose={() => params.show({ view: '' })} />}
      {player !== '' && (
        <UserTicketsDialog userId={player} onChanged={changed} onClose={() => params.show({ tickets: '' })} />
      )}
    </ConsolePage>
  )
}

const columnsFor = (onUser: (userId: string) => void): readonly Column<AdminTicket>[] => [
  { ...BET_COLUMNS.code, cell: ({ bookingCode }) => <b className="tracking-wider">{bookingCode}</b> },
  {
    ...BET_COLUMNS.user,
    cell: ({ user, userId }) => (
      <button type="button" className="min-h-8 text-left underline" onClick={() => onUser(userId)}>
        {user?.username ?? 'Unknown'}
      </button>
    ),
  },
  { id: 'games', title: 'Selections', value: ({ selections }) => selections.length, align: 'end' },
  BET_COLUMNS.stake,
  BET_COLUMNS.odds,
  BET_COLUMNS.win,
  BET_COLUMNS.payout,
  BET_COLUMNS.status,
  BET_COLUMNS.date,
  {
    id: 'email',
    ...BET_LIST.email,
    cell: ({ user }) => user && <Email address={user.email} />,
    hidden: true,
  },
  { id: 'changed', ...BET_LIST.changed, hidden: true },
]
