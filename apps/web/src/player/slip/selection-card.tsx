import { useEffect } from 'react'
import { houseNote } from '@mupiira/domain/markets/house-notes.ts'
import { startText } from '../../shared/format/times.ts'
import { classes } from '../../shared/ui/classes.ts'
import { Crest } from '../../shared/ui/crest.tsx'
import { Lock, X } from '../../shared/ui/icons.tsx'
import { usePublicSettings } from '../../state/settings.ts'
import { matchOf } from '../../state/slip-rules.ts'
import { removeSelections, clearHighlight } from '../../state/slip.ts'
import { ChangedOdds } from './changed-odds.tsx'
import type { SlipLine } from './slip-figures.ts'

const HIGHLIGHT_MS = 3000

type SelectionCardProps = { readonly line: SlipLine; readonly now: Date }

/** A selection with its label, odds and game (SLIP-19). A closed selection is grey and shows the reason. */
export function SelectionCard({ line, now }: SelectionCardProps) {
  const { item, seen, odds, change, problem, sameGame } = line
  const closed = problem !== null
  const { label, sport } = item.names
  const note = houseNote(item.market, usePublicSettings()?.settlementRulebook ?? 'house')
  const isTeam = label === item.names.homeTeam || label === item.names.awayTeam
  useEffect(() => {
    if (!item.isNew) return
    const timer = setTimeout(() => clearHighlight(item.id), HIGHLIGHT_MS)
    return () => clearTimeout(timer)
  }, [item.id, item.isNew])
  return (
    <li
      tabIndex={-1}
      className={classes(
        'rounded-card border py-2.5 pl-3 transition-colors duration-150',
        closed ? 'border-dashed border-muted text-muted' : 'bg-raised',
        !closed && (item.isNew ? 'border-gold' : 'border-line'),
      )}
    >
      <div className="flex items-baseline justify-between gap-3 pr-3">
        <p className="flex min-w-0 items-baseline gap-1.5 text-16 font-bold">
          {isTeam && <Crest name={label} sport={sport} />}
          <span className="min-w-0">{label}</span>
        </p>
        {closed ? (
          <Lock className="size-4 shrink-0 self-center" />
        ) : (
          <ChangedOdds seen={seen} now={odds} change={change} />
        )}
      </div>
      <div className="flex items-start justify-between">
        {/* The reason replaces the market name, so nothing moves when a game starts. */}
        <div className="min-w-0 text-12 text-muted">
          {closed ? (
            <p className="text-down">{problem}</p>
          ) : (
            <p>
              <span>{item.names.section}</span>
              {sameGame && <span className="font-bold text-ink"> · same game</span>}
            </p>
          )}
          {note !== null && <p>House rule: {note}</p>}
          <p>
            {matchOf(item)} · {startText(item.names.gameTime, now)}
          </p>
        </div>
        <button
          type="button"
          aria-label={`Remove ${label}, ${matchOf(item)}`}
          onClick={() => removeSelections([item.id])}
          className="-my-1.5 inline-flex size-11 shrink-0 items-center justify-center text-muted"
        >
          <X className="size-4" />
        </button>
      </div>
    </li>
  )
}
