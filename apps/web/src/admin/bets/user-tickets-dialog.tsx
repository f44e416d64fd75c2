import { useQuery } from '@tanstack/react-query'
import { TICKET_SORTS } from '@mupiira/domain/access/console-sorts.ts'
import type { AdminTicket } from '@mupiira/contract/admin-tickets.ts'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { AccountLink } from '../kit/account-link.tsx'
import { BET_COLUMNS } from '../kit/bet-columns.tsx'
import { betsQuery, betsExport } from '../kit/list-queries.ts'
import { ListTable } from '../kit/list-table.tsx'
import type { Column } from '../kit/table-columns.ts'
import { useListParams } from '../kit/use-list-params.ts'
import { CancelBet } from './cancel-bet.tsx'
import { Selections } from './selections.tsx'
import { StakeLimit } from '../kit/stake-limit.tsx'

type UserTicketsProps = {
  readonly userId: string
  readonly onChanged: () => Promise<void>
  readonly onClose: () => void
}

const { code, status, stake, odds, payout, date } = BET_COLUMNS
const COLUMNS: readonly Column<AdminTicket>[] = [
  { ...code, cell: ({ bookingCode }) => <b className="tracking-wider">{bookingCode}</b> },
  stake,
  odds,
  payout,
  status,
  date,
]

/** ADMT-01 to ADMT-10: the tickets of one player with all their selections. */
export function UserTicketsDialog({ userId, onChanged, onClose }: UserTicketsProps) {
  const params = useListParams('tickets')
  const filter = { user: userId }
  const query = useQuery(betsQuery({ ...filter, ...params.pageQuery, ...params.sortBy(TICKET_SORTS) }))
  const changed = async () => {
    await Promise.all([query.refetch(), onChanged()])
  }
  const user = query.data?.items[0]?.user
  return (
    <Dialog title={user ? `Tickets of ${user.username}` : 'Tickets'} open onClose={onClose} layout="wide">
      <div className="flex flex-col gap-4 p-4">
        {user && <AccountLink user={user} text="Open the account" />}
        <StakeLimit userId={userId} />
        <ListTable
          name="tickets of a player"
          columns={COLUMNS}
          sorts={TICKET_SORTS}
          query={query}
          rowKey={({ id }) => id}
          params={params}
          file={betsExport(filter)}
          empty={{ title: 'No tickets', text: 'This player has not placed a bet yet.' }}
          detail={(ticket) => <Selections ticket={ticket} parts />}
          actions={(ticket) => <CancelBet ticket={ticket} onChanged={changed} />}
        />
      </div>
    </Dialog>
  )
}
