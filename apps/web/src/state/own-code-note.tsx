import type { TicketDetail } from '@mupiira/contract/tickets.ts'
import { stakeLeftOf } from '../shared/format/ticket-amounts.ts'
import { CopyButton } from '../shared/ui/copy-button.tsx'
import { FigureRow, Money } from '../shared/ui/surfaces.tsx'
import { usePublicSettings } from './settings.ts'

/** Whether other players can load a player's code (CODE-12, CODE-13). False until the settings are known. */
export const useIsCodeForAnyone = (): boolean => usePublicSettings()?.bookingCodeSharing === 'anyone'

/** Shown beside a code that only its owner can load (CODE-12). */
export function OwnCodeNote() {
  return useIsCodeForAnyone() ? null : <p className="text-12 text-muted">Only you can load it.</p>
}

type TicketRowsProps = {
  readonly ticket: Pick<TicketDetail, 'bookingCode' | 'status' | 'totalStake' | 'cashedStake' | 'cashedOut'>
}

/**
 * The first rows of a ticket's figures: its code, which can be copied, and the stake. A settled ticket has no note on
 * its code, because its games are over and the code loads nothing.
 */
export const TicketRows = ({ ticket }: TicketRowsProps) => (
  <>
    <FigureRow name="Booking code">
      <CopyButton text={ticket.bookingCode} what="booking code" />
      {ticket.status === 'pending' && <OwnCodeNote />}
    </FigureRow>
    <StakeRows ticket={ticket} />
  </>
)

type StakeRowsProps = { readonly ticket: Pick<TicketDetail, 'totalStake' | 'cashedStake' | 'cashedOut'> }

/** The stake of a ticket, and what partial cashouts took off it and paid. */
export const StakeRows = ({ ticket }: StakeRowsProps) => (
  <>
    <FigureRow name="Total stake">
      <Money amount={ticket.totalStake} />
    </FigureRow>
    {ticket.cashedStake > 0 && (
      <>
        <FigureRow name="Stake left">
          <Money amount={stakeLeftOf(ticket)} />
        </FigureRow>
        <FigureRow name="Partial cashouts">
          <Money amount={ticket.cashedOut} />
        </FigureRow>
      </>
    )}
  </>
)
