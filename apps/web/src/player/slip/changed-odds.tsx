import { useOddsText } from '../../shared/odds-format.ts'
import { classes } from '../../shared/ui/classes.ts'
import type { Change } from './slip-figures.ts'

type ChangedOddsProps = {
  readonly seen: number | bigint
  readonly now: number | bigint
  readonly change: Change
  readonly strong?: boolean
  /**
   * Shows only the direction of the change, where there is no room for the previous odds. The space of the arrow is
   * always reserved, so that the odds do not move when it appears.
   */
  readonly compact?: boolean
}

const LOOKS = { same: null, worse: 'text-down', better: 'text-up' } as const

/** The current odds, with the seen odds struck out before them if they differ. */
export function ChangedOdds({ seen, now, change, strong = true, compact = false }: ChangedOddsProps) {
  const textOf = useOddsText()
  return (
    <span className="flex shrink-0 items-baseline justify-end gap-1.5 tabular">
      {change !== 'same' && (
        <>
          <span className="sr-only">{change === 'worse' ? 'odds fell from' : 'odds rose from'}</span>
          <s className={compact ? 'sr-only' : 'text-12 text-muted'}>{textOf(seen)}</s>
        </>
      )}
      {(change !== 'same' || compact) && (
        <svg
          viewBox="0 0 8 8"
          aria-hidden="true"
          className={classes('size-2 shrink-0 self-center', change === 'same' ? 'invisible' : LOOKS[change])}
        >
          <path d={change === 'worse' ? 'M4 8 0 0H8Z' : 'M4 0 8 8H0Z'} fill="currentColor" />
        </svg>
      )}
      <b className={classes(strong ? 'text-16 leading-5' : 'text-14', LOOKS[change])}>{textOf(now)}</b>
    </span>
  )
}
