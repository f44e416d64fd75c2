import { Check, ChevronUp, Clock, Minus } from 'lucide-react'
import type { LegState } from '../leg-state.ts'
import { classes } from './classes.ts'
import { ChevronDown, X } from './icons.tsx'

const ICONS = { won: Check, winning: ChevronUp, lost: X, losing: ChevronDown, waiting: Clock, void: Minus } as const

const TONES = { up: 'bg-up-tint text-up', down: 'bg-down-tint text-down', muted: 'bg-band text-muted' } as const

/** A round icon beside a selection. The word beside the icon has the same meaning. */
export function LegSign({ state: { sign, tone } }: { readonly state: LegState }) {
  const Icon = ICONS[sign]
  return (
    <span
      aria-hidden="true"
      className={classes('inline-flex size-7 shrink-0 items-center justify-center rounded-full', TONES[tone])}
    >
      <Icon className="size-4" strokeWidth={2.5} />
    </span>
  )
}

export const LEG_TEXT = { up: 'text-up', down: 'text-down', muted: 'text-muted' } as const
