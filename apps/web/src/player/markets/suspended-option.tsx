import { classes } from '../../shared/ui/classes.ts'
import { Lock } from '../../shared/ui/icons.tsx'
import { showLockReason } from '../../shared/ui/odds-button.tsx'

type SuspendedOptionProps = {
  readonly label: string
  /** The market's name. */
  readonly name: string
  /** "Suspended: goal" */
  readonly reason: string
  /** True for long labels, with the lock at the right. */
  readonly isLine: boolean
  /** False in narrow columns, which show only the lock. */
  readonly hasText: boolean
}

/** A selection of a suspended live game, as large as its odds (INP-09). */
export const SuspendedOption = ({ label, name, reason, isLine, hasText }: SuspendedOptionProps) => (
  <button
    type="button"
    aria-disabled
    aria-label={`${label} ${reason}, ${name}`}
    onClick={() => showLockReason(reason)}
    className={classes(
      'flex min-h-12 min-w-0 rounded-card border border-line bg-band text-muted',
      isLine
        ? 'items-center justify-between gap-2 px-2.5 py-1 text-left text-14'
        : 'flex-col items-center justify-center px-1 text-12',
    )}
  >
    <span className={classes('leading-4', isLine ? 'min-w-0' : 'max-w-full truncate')}>{label}</span>{' '}
    <span className="inline-flex min-h-4 shrink-0 items-center gap-1 text-12 leading-4">
      <Lock className="size-3.5" />
      {hasText && <span>Suspended</span>}
    </span>
  </button>
)
