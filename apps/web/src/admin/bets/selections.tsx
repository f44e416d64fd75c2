import type { DeskTicket } from '@mupiira/contract/desk-tickets.ts'
import { oddsText } from '../../shared/format/amounts.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Badge, type BadgeTone, Money } from '../../shared/ui/surfaces.tsx'

const TONES: { readonly [label: string]: BadgeTone } = { WON: 'up', LOST: 'down', LIVE: 'live' }

type Leg = DeskTicket['selections'][number]

/** ADMT-02, ADMT-19: each selection with its game as it stands. */
export function Selections({ legs }: { readonly legs: readonly Leg[] }) {
  return (
    <ul className="flex flex-col gap-2">
      {legs.map((leg) => (
        <li key={leg.selectionId} className="rounded-card border border-line bg-raised p-3 text-14">
          <div className="flex items-start justify-between gap-2">
            <b>
              {leg.homeTeam} – {leg.awayTeam}
            </b>
            <Badge tone={TONES[leg.label] ?? 'muted'}>{leg.clock === null ? leg.label : `LIVE ${leg.clock}`}</Badge>
          </div>
          <p className="text-12 text-muted">
            {leg.league} · {dateTimeText(leg.gameTime)}
            {leg.homeScore !== null && leg.awayScore !== null && ` · ${leg.homeScore} – ${leg.awayScore}`}
          </p>
          <p className="flex flex-wrap justify-between gap-x-3 pt-1 tabular">
            <span>
              {leg.marketName}: <b>{leg.selectionLabel}</b>
              {leg.sameGame && ' (same game)'}
            </span>
            <span className="whitespace-nowrap">
              @ {oddsText(leg.odds)} · <Money amount={leg.stake} />
            </span>
          </p>
        </li>
      ))}
    </ul>
  )
}
