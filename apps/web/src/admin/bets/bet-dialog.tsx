import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { TicketFile } from '@mupiira/contract/admin-tickets.ts'
import { displayPhone } from '@mupiira/domain/phone/phone.ts'
import { oddsText } from '../../shared/format/amounts.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Badge, Money } from '../../shared/ui/surfaces.tsx'
import { AccountLink } from '../kit/account-link.tsx'
import { Email } from '../kit/email.tsx'
import { FileDialog, FileLedger, FileLine, FilePart } from '../kit/file-dialog.tsx'
import { BET_TONES } from '../kit/tones.ts'
import { netOf, settlementText } from './bet-texts.ts'
import { CancelBet } from './cancel-bet.tsx'
import { Selections } from './selections.tsx'
import { betQuery } from './bet-queries.ts'

type BetDialogProps = {
  readonly id: string
  readonly onChanged: () => Promise<void>
  readonly onClose: () => void
}

/** The details of a ticket (ADMT-15 to ADMT-20). */
export function BetDialog({ id, onChanged, onClose }: BetDialogProps) {
  const query = useQuery(betQuery(id))
  const changed = async () => {
    await Promise.all([query.refetch(), onChanged()])
  }
  return (
    <FileDialog title="Bet" what="this bet" query={query} onClose={onClose}>
      {(file) => <BetFile file={file} onChanged={changed} />}
    </FileDialog>
  )
}

type FileProps = { readonly file: TicketFile; readonly onChanged: () => Promise<void> }

function BetFile({ file, onChanged }: FileProps) {
  const { ticket, user } = file
  const net = netOf(ticket)
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <b className="text-20 tracking-wider">{ticket.bookingCode}</b>
        <Badge tone={BET_TONES[ticket.status]}>{ticket.status}</Badge>
        <span className="ml-auto">
          <CancelBet ticket={{ ...ticket, user }} onChanged={onChanged} />
        </span>
      </div>
      <div className="grid gap-5 md:grid-cols-2">
        <FilePart title="Money">
          <dl className="text-14">
            <FileLine name="Stake">
              <Money amount={ticket.totalStake} />
            </FileLine>
            <FileLine name="Total odds">{oddsText(ticket.totalOdds)}</FileLine>
            <FileLine name="Potential win">
              <Money amount={ticket.potentialWin} />
            </FileLine>
            <FileLine name="Payout">
              <b>{ticket.payout === null ? 'Pending' : <Money amount={ticket.payout} />}</b>
            </FileLine>
            {net && (
              <FileLine name={net.name}>
                <b>
                  <Money amount={net.amount} />
                </b>
              </FileLine>
            )}
          </dl>
        </FilePart>
        <FilePart title="Player">
          <dl className="text-14">
            <FileLine name="User">
              <AccountLink user={user} text={`${user?.username} (${user?.name})`} />
            </FileLine>
            <FileLine name="Phone">{user === null ? '–' : displayPhone(user.phoneNumber)}</FileLine>
            <FileLine name="Email">{user === null ? '–' : <Email address={user.email} />}</FileLine>
            <FileLine name="Bet ID">{ticket.id}</FileLine>
            <FileLine name="Placed from">{file.address || '–'}</FileLine>
            <FileLine name="Browser">{file.client || '–'}</FileLine>
          </dl>
        </FilePart>
      </div>
      <FilePart title="Selections">
        <Selections ticket={ticket} />
      </FilePart>
      <FilePart title="Timeline">
        <ol className="flex flex-col gap-1 text-14">
          <Step at={ticket.createdAt}>Placed</Step>
          {ticket.trail.moves.map((move) => (
            <Step key={`${move.at}${move.cause}`} at={move.at}>
              <span>
                <span>{move.cause === 'corrected' ? 'Result corrected' : 'Ended'}</span>: {move.statusBefore} →{' '}
                <b>{move.status}</b>
              </span>
              {move.payout !== null && (
                <span>
                  {', '}
                  <Money amount={move.payout} />
                </span>
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
      </FilePart>
      <FileLedger entries={file.entries} />
    </>
  )
}

const Step = ({ at, children }: { readonly at: string; readonly children: ReactNode }) => (
  <li className="flex flex-wrap gap-x-3">
    <span className="w-36 shrink-0 text-muted tabular">{dateTimeText(at)}</span>
    <span>{children}</span>
  </li>
)
