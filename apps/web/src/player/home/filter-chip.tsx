import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { classes } from '../../shared/ui/classes.ts'
import { SportIcon } from '../../shared/ui/icons.tsx'

type FilterBarProps = { readonly label: string; readonly children: ReactNode }

/** A row of chips, 36 px high with touch targets of 44 px. */
export const FilterBar = ({ label, children }: FilterBarProps) => (
  <nav aria-label={label} className="no-scrollbar -my-1 flex h-11 min-w-0 items-center gap-2 overflow-x-auto px-3">
    {children}
  </nav>
)

type FilterChipProps = {
  readonly href: string
  readonly name: string
  readonly sport?: string
  readonly isLive?: boolean
  readonly count?: number | undefined
  readonly isCurrent: boolean
}

/** The current chip shows no count, because the title of the list shows it. */
export const FilterChip = ({ href, name, sport, isLive = false, count, isCurrent }: FilterChipProps) => (
  <Link href={href} aria-current={isCurrent ? 'true' : undefined} className="flex h-11 shrink-0 items-center">
    <span
      className={classes(
        'flex min-h-8 items-center gap-1.5 rounded-full border px-3.5 text-14 font-medium',
        isCurrent ? 'border-ink bg-ink text-paper' : 'border-line bg-raised text-ink',
      )}
    >
      {isLive && <span aria-hidden="true" className="size-2 rounded-full bg-live" />}
      {sport !== undefined && <SportIcon sport={sport} className="size-4" />}
      <span>{name}</span>
      {count !== undefined && !isCurrent && <span className="text-12 text-muted tabular">{count}</span>}
    </span>
  </Link>
)
