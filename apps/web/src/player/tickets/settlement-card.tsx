import type { TicketDetail } from '@mupiira/contract/tickets.ts'
import { Moment } from '../../shared/ui/moment.tsx'
import { Card } from '../../shared/ui/surfaces.tsx'
import { DATED_ROW } from './dated.ts'
import { RULEBOOKS, stepsOf } from './history-texts.ts'

/** The history of the ticket: placed, cashed out in part, settled, corrected, with its rulebook (SETL-12, COUT-01). */
export function SettlementCard({ ticket }: { readonly ticket: TicketDetail }) {
  const { createdAt, rulebook, trail } = ticket
  return (
    <Card as="section" label="History">
      <h2 className="text-14 text-muted">History</h2>
      <ol className="flex flex-col gap-1.5 pt-2 text-14">
        <li className={DATED_ROW}>
          <Step text="Bet Placed" /> <At instant={createdAt} />
        </li>
        {stepsOf(ticket).map(({ at, text }) => (
          <li key={`${at} ${text}`} className={DATED_ROW}>
            <Step text={text} /> <At instant={at} />
          </li>
        ))}
      </ol>
      <p className="mt-2 border-t border-line pt-2 text-12 text-muted">{`${trail.moves.length === 0 ? 'Will be settled under: ' : 'Settled under: '}${RULEBOOKS[rulebook]}`}</p>
    </Card>
  )
}

const Step = ({ text }: { readonly text: string }) => <span className="min-w-0 font-bold">{text}</span>

const At = ({ instant }: { readonly instant: string }) => (
  <span className="text-right text-12 leading-5 text-muted tabular">
    <Moment at={instant} />
  </span>
)
