import { CopyButton } from '../shared/ui/copy-button.tsx'
import { FigureRow, Money } from '../shared/ui/surfaces.tsx'
import { usePublicSettings } from './settings.ts'

/** Whether other players can load a player's code (CODE-12, CODE-13). False until the settings are known. */
export const useIsCodeForAnyone = (): boolean => usePublicSettings()?.bookingCodeSharing === 'anyone'

/** Shown beside a code that only its owner can load (CODE-12). */
export function OwnCodeNote() {
  return useIsCodeForAnyone() ? null : <p className="text-12 text-muted">Only you can load it.</p>
}

type TicketRowsProps = { readonly ticket: { readonly bookingCode: string; readonly totalStake: number } }

/** The first rows of a ticket's figures: its code, which can be copied, and the stake. */
export const TicketRows = ({ ticket }: TicketRowsProps) => (
  <>
    <FigureRow name="Ticket">
      <CopyButton text={ticket.bookingCode} what="booking code" />
      <OwnCodeNote />
    </FigureRow>
    <FigureRow name="Total stake">
      <Money amount={ticket.totalStake} />
    </FigureRow>
  </>
)
