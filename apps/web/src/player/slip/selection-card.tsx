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

/** A row with a selection's label, odds and game (SLIP-19). A closed selection is grey and shows the reason. */
export function SelectionCard({ line, now }: SelectionCardProps) {
  const { item, seen, odds, change, problem, sameGame, isSuspended, isLive } = line
  const closed = problem !== null && !isSuspended
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
        'flex items-start border-b border-line py-2 pl-3 transition-colors duration-150',
        item.isNew && !closed && 'bg-tint',
      )}
    >
      <div className="min-w-0 flex-1">
        <p className={classes('flex items-center gap-1.5 text-16 leading-5 font-bold', closed && 'text-muted')}>
          {isTeam && <Crest name={label} sport={sport} />}
          <span className="min-w-0">{label}</span>
        </p>
        <div className="pt-0.5 text-12 text-muted">
          {closed && <p className="text-down">{problem}</p>}
          <p>
            {!closed && <span>{item.names.section}</span>}
            {sameGame && !closed && <span className="font-bold text-ink"> · same game</span>}
            {!closed && <span> · </span>}
            <span>{matchOf(item)}</span>
          </p>
          {note !== null && <p>House rule: {note}</p>}
        </div>
      </div>
      <div className="flex shrink-0 flex-col items-end gap-0.5 pl-2">
        <span className="flex min-h-5 items-center">
          {problem !== null ? (
            <Lock className="size-4 text-muted" />
          ) : (
            <ChangedOdds seen={seen} now={odds} change={change} />
          )}
        </span>
        {/* "in 22 min" would contradict that the selection is closed. */}
        {!closed && (
          <span className={classes('text-12 tabular', isSuspended ? 'text-down' : isLive ? 'text-live' : 'text-muted')}>
            {isSuspended ? 'Suspended' : isLive ? 'Live' : startText(item.names.gameTime, now)}
          </span>
        )}
      </div>
      <button
        type="button"
        aria-label={`Remove ${label}, ${matchOf(item)}`}
        onClick={() => removeSelections([item.id])}
        className="-mt-3 inline-flex size-11 shrink-0 items-center justify-center text-muted"
      >
        <X className="size-4" />
      </button>
    </li>
  )
}
