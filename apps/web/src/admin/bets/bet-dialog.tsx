import { TICKET_STATUS_TEXTS } from '@mupiira/domain/ticket/status-texts.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { TicketFile } from '@mupiira/contract/admin-tickets.ts'
import { moneyText, oddsText } from '../../shared/format/amounts.ts'
import { winWithoutBonus, stakeLeftOf } from '../../shared/format/ticket-amounts.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Badge, Money } from '../../shared/ui/surfaces.tsx'
import { DetailsDialog, DetailsLedger, DetailsSection } from '../kit/details-dialog.tsx'
import { Fact, Facts, KeyFigure, KeyFigures } from '../kit/facts.tsx'
import { PlayerFacts } from '../kit/player-facts.tsx'
import { BET_TONES } from '../kit/tones.ts'
import { cashoutRuleText, netOf, settlementText } from './bet-texts.ts'
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
    <DetailsDialog title="Ticket" what="this ticket" query={query} onClose={onClose}>
      {(file) => <BetDetails file={file} onChanged={changed} />}
    </DetailsDialog>
  )
}

type FileProps = { readonly file: TicketFile; readonly onChanged: () => Promise<void> }

function BetDetails({ file, onChanged }: FileProps) {
  const { ticket, user } = file
  const net = netOf(ticket)
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <b className="text-20 tracking-wider">{ticket.bookingCode}</b>
        <Badge tone={BET_TONES[ticket.status]}>{TICKET_STATUS_TEXTS[ticket.status]}</Badge>
        <span className="ml-auto">
          <CancelBet ticket={{ ...ticket, user }} onChanged={onChanged} />
        </span>
      </div>
      <KeyFigures>
        <KeyFigure
          name="Stake"
          {...(ticket.cashedStake > 0 && { note: `${moneyText(stakeLeftOf(ticket))} left after partial cashouts` })}
        >
          <Money amount={ticket.totalStake} />
        </KeyFigure>
        <KeyFigure name="Total odds">{oddsText(ticket.totalOdds)}</KeyFigure>
        <KeyFigure
          name="Potential win"
          {...(ticket.bonus > 0 && { note: `Potential return ${moneyText(ticket.potentialWin)}, bonus included` })}
        >
          <Money amount={winWithoutBonus(ticket)} />
        </KeyFigure>
        <KeyFigure name="Payout" {...(net ? { note: `${net.name} ${moneyText(net.amount)}` } : {})}>
          {ticket.payout === null ? 'Pending' : <Money amount={ticket.payout} />}
        </KeyFigure>
        {ticket.cashedOut > 0 && (
          <KeyFigure name="Partial cashouts" note={`For ${moneyText(ticket.cashedStake)} of the stake`}>
            <Money amount={ticket.cashedOut} />
          </KeyFigure>
        )}
      </KeyFigures>
      <div className="grid gap-2 md:grid-cols-2">
        <PlayerFacts user={user} />
        <Facts title="Origin">
          <Fact name="Placed from">{file.address || '–'}</Fact>
          <Fact name="Browser">{file.client || '–'}</Fact>
          <Fact name="Bet ID">
            <span className="text-12 break-all">{ticket.id}</span>
          </Fact>
        </Facts>
      </div>
      <DetailsSection title="Selections">
        <Selections ticket={ticket} />
      </DetailsSection>
      <DetailsSection title="Timeline">
        <ol className="flex flex-col gap-1 text-14">
          <Step at={ticket.createdAt}>Placed</Step>
          {ticket.trail.parts.map(({ at, stake, paid }) => (
            <Step key={at} at={at}>
              Partial cashout: <Money amount={paid} /> for <Money amount={stake} /> of the stake
            </Step>
          ))}
          {file.cashoutRules.map((change) => (
            <Step key={`${change.at}${change.action}`} at={change.at}>
              {cashoutRuleText(change)}
            </Step>
          ))}
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
      </DetailsSection>
      <DetailsLedger entries={file.entries} />
    </>
  )
}

const Step = ({ at, children }: { readonly at: string; readonly children: ReactNode }) => (
  <li className="flex gap-x-3">
    <span className="w-36 shrink-0 text-muted tabular">{dateTimeText(at)}</span>
    <span className="min-w-0">{children}</span>
  </li>
)
