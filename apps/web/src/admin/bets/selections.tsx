import { Link } from 'wouter'
import type { AdminTicket } from '@mupiira/contract/admin-tickets.ts'
import { oddsText } from '../../shared/format/amounts.ts'
import { leagueName } from '../../shared/format/game-texts.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { legBadge } from '../../shared/leg-state.ts'
import { Badge, Money } from '../../shared/ui/surfaces.tsx'

type SelectionsProps = {
  readonly ticket: Pick<AdminTicket, 'selections' | 'jointOdds'>
  /** Shows each selection's part of the stake. */
  readonly parts?: true
}

/**
 * The selections with the current state of their games (ADMT-02, ADMT-19). Selections of one game pay joint odds (D27).
 */
export function Selections({ ticket: { selections, jointOdds }, parts }: SelectionsProps) {
  return (
    <ul className="flex flex-col gap-2">
      {selections.map((leg) => (
        <li key={leg.selectionId} className="rounded-card border border-line bg-raised p-3 text-14">
          <div className="flex items-start justify-between gap-2">
            <Link href={`/admin/games/${leg.gameId}`} className="font-bold underline">
              {leg.homeTeam} – {leg.awayTeam}
            </Link>
            <Badge tone={legBadge(leg).tone}>{legBadge(leg).text}</Badge>
          </div>
          <p className="text-12 text-muted">{`${leagueName(leg.league, leg.country)} · ${dateTimeText(leg.gameTime)}${leg.homeScore !== null && leg.awayScore !== null ? ` · ${leg.homeScore} – ${leg.awayScore}` : ''}`}</p>
          <p className="flex flex-wrap justify-between gap-x-3 pt-1 tabular">
            <span>
              {leg.marketName}: <b>{leg.selectionLabel}</b>
              <span>{leg.sameGame && ' (same game)'}</span>
            </span>
            <span className="whitespace-nowrap">
              <span>@ {oddsText(leg.odds)}</span>
              {parts && (
                <span>
                  <span> · </span>
                  <Money amount={leg.stake} />
                  {selections.length > 1 && <span> of the stake</span>}
                </span>
              )}
            </span>
          </p>
        </li>
      ))}
      {jointOdds.map(({ gameId, odds }) => (
        <li key={gameId} className="flex flex-wrap justify-between gap-x-3 px-3 text-14 tabular">
          <span>Same game: {selections.find((leg) => leg.gameId === gameId)?.match}, joint odds</span>
          <b>@ {oddsText(odds)}</b>
        </li>
      ))}
    </ul>
  )
}
