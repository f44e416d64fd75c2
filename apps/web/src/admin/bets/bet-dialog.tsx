import type { ReactNode } from 'react'
import type { TicketFile } from '@mupiira/contract/desk-tickets.ts'
import { displayPhone } from '@mupiira/domain/phone/phone.ts'
import { useApi } from '../../shared/api/queries.ts'
import { oddsText } from '../../shared/format/amounts.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Badge, FigureRow, Money } from '../../shared/ui/surfaces.tsx'
import { netOf, settlementText, STATUS_TONES } from './bet-texts.ts'
import { CancelBet } from './cancel-bet.tsx'
import { Selections } from './selections.tsx'

type BetDialogProps = {
  readonly id: string
  readonly onChanged: () => Promise<void>
  readonly onClose: () => void
}

/** ADMT-15 to ADMT-20 */
export function BetDialog({ id, onChanged, onClose }: BetDialogProps) {
  const query = useApi('GET /api/admin/bets/{id}', { params: { id } }, { staleMs: 0 })
  const changed = async () => {
    await Promise.all([query.refetch(), onChanged()])
  }
  return (
    <Dialog title="Bet" open onClose={onClose} place="wide">
      <div className="p-4">
        <Loaded query={query} what="this bet" skeleton={<Skeleton look="h-100 w-full" />}>
          {(file) => <BetFile file={file} onChanged={changed} />}
        </Loaded>
      </div>
    </Dialog>
  )
}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="flex flex-col gap-2">
    <h3 className="text-14 font-bold">{title}</h3>
    {children}
  </section>
)

type FileProps = { readonly file: TicketFile; readonly onChanged: () => Promise<void> }

function BetFile({ file, onChanged }: FileProps) {
  const { ticket, user } = file
  const net = netOf(ticket)
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-2">
        <b className="text-20 tracking-wider">{ticket.bookingCode}</b>
        <Badge tone={STATUS_TONES[ticket.status]}>{ticket.status}</Badge>
        <span className="ml-auto">
          <CancelBet ticket={ticket} onChanged={onChanged} />
        </span>
      </div>
      <div className="grid gap-5 md:grid-cols-2">
        <Part title="Money">
          <dl>
            <FigureRow name="Stake">
              <Money amount={ticket.totalStake} />
            </FigureRow>
            <FigureRow name="Total odds">{oddsText(ticket.totalOdds)}</FigureRow>
            <FigureRow name="Potential win">
              <Money amount={ticket.potentialWin} />
            </FigureRow>
            <FigureRow name="Payout" look="strong">
              {ticket.payout === null ? 'Pending' : <Money amount={ticket.payout} />}
            </FigureRow>
            {net && (
              <FigureRow name={net.name} look="strong">
                <Money amount={net.amount} />
              </FigureRow>
            )}
          </dl>
        </Part>
        <Part title="Player">
          <dl className="text-14">
            <Line name="User">{user === null ? 'Unknown' : `${user.username} (${user.name})`}</Line>
            <Line name="Phone">{user === null ? '–' : displayPhone(user.phoneNumber)}</Line>
            <Line name="Email">{user?.email ?? '–'}</Line>
            <Line name="Bet ID">{ticket.id}</Line>
            <Line name="Placed from">{file.address}</Line>
            <Line name="Browser">{file.client}</Line>
          </dl>
        </Part>
      </div>
      <Part title="Selections">
        <Selections legs={ticket.selections} />
      </Part>
      <Part title="Timeline">
        <ol className="flex flex-col gap-1 text-14">
          <Step at={ticket.createdAt}>Placed</Step>
          {ticket.trail.moves.map((move) => (
            <Step key={`${move.at}${move.cause}`} at={move.at}>
              {move.cause === 'corrected' ? 'Result corrected' : 'Ended'}: {move.statusBefore} → <b>{move.status}</b>
              {move.payout !== null && (
                <>
                  {', '}
                  <Money amount={move.payout} />
                </>
              )}
            </Step>
          ))}
          {file.cancellation && (
            <Step at={file.cancellation.at}>
              Cancelled by {file.cancellation.by}: “{file.cancellation.reason}”
            </Step>
          )}
          <Step at={ticket.updatedAt}>Last updated</Step>
          <li className="text-muted">{settlementText(ticket)}</li>
        </ol>
      </Part>
      <Part title="Ledger">
        <dl>
          {file.entries.map((entry) => (
            <FigureRow key={entry.id} name={`${dateTimeText(entry.createdAt)} · ${entry.description}`}>
              <Money amount={entry.amount} signed />
            </FigureRow>
          ))}
        </dl>
      </Part>
    </div>
  )
}

const Line = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="flex justify-between gap-3 py-0.5">
    <dt className="shrink-0 text-muted">{name}</dt>
    <dd className="min-w-0 text-right break-words">{children}</dd>
  </div>
)

const Step = ({ at, children }: { readonly at: string; readonly children: ReactNode }) => (
  <li className="flex flex-wrap gap-x-3">
    <span className="w-36 shrink-0 text-muted tabular">{dateTimeText(at)}</span>
    <span>{children}</span>
  </li>
)
