import { memo } from 'react'
import { oddsText } from '../../shared/format/amounts.ts'
import { classes } from '../../shared/ui/classes.ts'
import { Lock } from '../../shared/ui/icons.tsx'
import { Arrow, type OddsButtonProps, useMovement } from '../../shared/ui/odds-button.tsx'

/** An odds button for long names: the name at the left, the odds at the right. */
function OddsLineView({ label, name, odds, selected, locked, trend, onToggle }: OddsButtonProps) {
  const moved = useMovement(odds)
  const arrow = moved !== 'stable' ? moved : (trend ?? 'stable')
  const closed = locked || odds === null
  return (
    <button
      type="button"
      disabled={closed}
      aria-pressed={closed ? undefined : selected}
      aria-label={closed ? `${label} ${name}, locked` : `${label} ${oddsText(odds)} ${name}`}
      onClick={onToggle}
      className={classes(
        'flex min-h-12 min-w-0 items-center justify-between gap-2 rounded-card border px-2.5 py-1 text-left text-14',
        closed && 'border-line text-muted',
        !closed && (selected ? 'border-gold bg-gold text-on-gold' : 'border-line bg-raised text-ink'),
      )}
    >
      <span className="min-w-0 leading-4">{label}</span>{' '}
      <span className="flex shrink-0 items-center gap-1">
        {!closed && <Arrow trend={arrow} onGold={selected} />}
        {closed ? <Lock className="size-3.5" /> : <b className="tabular">{oddsText(odds)}</b>}
      </span>
    </button>
  )
}

export const OddsLine = memo(OddsLineView)
