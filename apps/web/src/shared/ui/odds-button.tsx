import { memo, useEffect, useRef, useState } from 'react'
import { oddsFromNumber } from '@mupiira/domain/odds/odds.ts'
import { closedText } from '../lock-reason.ts'
import { useOddsText } from '../odds-format.ts'
import { classes } from './classes.ts'
import { Lock } from './icons.tsx'
import { showToast } from './toast.tsx'

type Trend = 'up' | 'down' | 'stable'

/** Longer odds ("187/100") use a smaller font to fit the narrowest button. */
const MAX_LENGTH = 6

/** How long the arrow of changed odds is shown. */
const ARROW_MS = 3000

export type OddsButtonProps = {
  /** Shown small above the odds: 1, X, 2 or "Over 2.5". */
  readonly label: string
  /** The selection in the accessible name: "Vipers SC". */
  readonly name: string
  readonly odds: number | null
  readonly selected: boolean
  /** Why the selection is locked. It is part of the accessible name and shown on a tap. */
  readonly locked: string | null
  /** The odds on a locked button, in hundredths. */
  readonly figure?: number
  /** Wide screens show the label above the column instead of on the button. */
  readonly hasColumnTitle?: boolean
  /** Wide screens show a lower button. */
  readonly isInList?: boolean
  readonly onToggle: () => void
}

const BUTTON = 'relative flex min-h-12 min-w-0 flex-col items-center justify-center rounded-card border px-1'

function OddsButtonView({
  label,
  name,
  odds,
  selected,
  locked,
  figure,
  hasColumnTitle,
  isInList,
  onToggle,
}: OddsButtonProps) {
  const textOf = useOddsText()
  const arrow = useOddsMovement(odds)
  if (locked !== null || odds === null) {
    const shown = figureText(figure, textOf)
    return (
      <button
        type="button"
        // `disabled` would remove the button from keyboard navigation, and a tap could not show the reason.
        aria-disabled
        aria-label={`${label}${shown === null ? '' : ` ${shown}`} ${name}, ${lockedText(locked)}`}
        onClick={() => showLockReason(locked)}
        className={classes(BUTTON, isInList && 'lg:min-h-11', 'border-line text-muted')}
      >
        <span className="flex max-w-full items-center gap-1 text-12 leading-4">
          <span className={classes('truncate', hasColumnTitle && 'lg:hidden')}>{label}</span>{' '}
          {shown !== null && <Lock className="size-3" />}
        </span>{' '}
        {shown === null ? <Lock className="size-3.5" /> : <span className="text-14 leading-4 tabular">{shown}</span>}
      </button>
    )
  }
  const text = textOf(oddsFromNumber(odds))
  return (
    <button
      type="button"
      aria-pressed={selected}
      aria-label={`${label} ${text} ${name}${trendText(arrow)}`}
      onClick={onToggle}
      className={classes(
        BUTTON,
        isInList && 'lg:min-h-11',
        selected ? 'border-gold bg-gold text-on-gold' : 'border-line bg-raised text-ink',
      )}
    >
      <span className={classes('max-w-full truncate text-12 leading-4', !selected && 'text-muted')}>
        <span className={hasColumnTitle ? 'lg:hidden' : undefined}>{label}</span>{' '}
        {/* Positioned absolutely, so that the label does not move. */}
        <span className="absolute top-0 right-1">
          <Arrow trend={arrow} onGold={selected} />
        </span>
      </span>{' '}
      <span
        className={classes(
          'leading-4 font-bold tabular',
          text.length > MAX_LENGTH ? 'text-12 tracking-tighter' : 'text-14',
        )}
      >
        {text}
      </span>
    </button>
  )
}

export const OddsButton = memo(OddsButtonView)

type ClosedOddsProps = { readonly match: string; readonly reason: string }

/** One field in place of a game's odds buttons while the game offers none. A tap explains why. */
export const ClosedOdds = ({ match, reason }: ClosedOddsProps) => (
  <button
    type="button"
    aria-disabled
    aria-label={`${closedText(reason)}, ${match}, ${lockedText(reason)}`}
    onClick={() => showLockReason(reason)}
    className="flex min-h-12 items-center justify-center gap-1.5 rounded-card border border-line bg-band px-1 text-12 font-medium text-muted [grid-area:odds] lg:min-h-11"
  >
    <Lock className="size-3.5" /> <span>{closedText(reason)}</span>
  </button>
)

/** The arrow's text for screen readers. */
export const trendText = (trend: Trend): string => (trend === 'stable' ? '' : `, odds ${trend}`)

export const lockedText = (reason: string | null): string => (reason === null ? 'locked' : `locked: ${reason}`)

export function showLockReason(reason: string | null): void {
  const text = `${(reason ?? 'no odds').replace(/^./, (first) => first.toUpperCase())}.`
  showToast('info', text, { title: 'Locked' })
}

/** The text of a locked button; null shows only the lock icon. */
export const figureText = (figure: number | undefined, textOf: (hundredths: number) => string): string | null =>
  figure === undefined ? null : textOf(figure)

/** ▲ or ▼ as an SVG, which has a fixed size and needs no font. */
export function Arrow({ trend, onGold }: { readonly trend: Trend; readonly onGold: boolean }) {
  if (trend === 'stable') return null
  return (
    <svg viewBox="0 0 8 8" aria-hidden="true" className={classes('inline size-2 shrink-0', !onGold && COLOURS[trend])}>
      <path d={trend === 'up' ? 'M4 0 8 8H0Z' : 'M4 8 0 0H8Z'} fill="currentColor" />
    </svg>
  )
}

const COLOURS = { up: 'text-up', down: 'text-down' } as const

/** The direction of the last change of odds on screen, for as long as its arrow is shown (MKT-09). */
export function useOddsMovement(odds: number | null): Trend {
  const before = useRef(odds)
  const [moved, setMoved] = useState<Trend>('stable')
  useEffect(() => {
    const last = before.current
    before.current = odds
    const isComparable = odds !== null && last !== null && odds !== last
    // Locked odds also remove the arrow. Its timer has been cleared and cannot remove it.
    setMoved(isComparable ? (odds > last ? 'up' : 'down') : 'stable')
    if (!isComparable) return
    const timer = setTimeout(() => setMoved('stable'), ARROW_MS)
    return () => clearTimeout(timer)
  }, [odds])
  return moved
}
