import { memo } from 'react'
import { oddsFromNumber } from '@mupiira/domain/odds/odds.ts'
import { useOddsText } from '../../shared/odds-format.ts'
import { classes } from '../../shared/ui/classes.ts'
import { Lock } from '../../shared/ui/icons.tsx'
import {
  Arrow,
  figureText,
  lockedText,
  type OddsButtonProps,
  showLockReason,
  trendText,
  useOddsMovement,
} from '../../shared/ui/odds-button.tsx'

/** An odds button for long names, with the odds at the right. */
function OddsLineView({ label, name, odds, selected, locked, figure, onToggle }: OddsButtonProps) {
  const textOf = useOddsText()
  const arrow = useOddsMovement(odds)
  const closed = locked !== null || odds === null
  const shown = closed ? figureText(figure, textOf) : textOf(oddsFromNumber(odds))
  return (
    <button
      type="button"
      aria-disabled={closed || undefined}
      aria-pressed={closed ? undefined : selected}
      aria-label={`${label}${shown === null ? '' : ` ${shown}`} ${name}${closed ? `, ${lockedText(locked)}` : trendText(arrow)}`}
      onClick={closed ? () => showLockReason(locked) : onToggle}
      className={classes(
        'flex min-h-12 min-w-0 items-center justify-between gap-2 rounded-card border px-2.5 py-1 text-left text-14',
        closed && 'border-line text-muted',
        !closed && (selected ? 'border-gold bg-gold text-on-gold' : 'border-line bg-raised text-ink'),
      )}
    >
      <span className="min-w-0 leading-4">{label}</span>{' '}
      <span className="flex shrink-0 items-center gap-1">
        {!closed && <Arrow trend={arrow} onGold={selected} />}
        {shown !== null && (closed ? <span className="tabular">{shown}</span> : <b className="tabular">{shown}</b>)}
        {closed && <Lock className="size-3.5" />}
      </span>
    </button>
  )
}

export const OddsLine = memo(OddsLineView)
