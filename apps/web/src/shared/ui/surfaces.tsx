import type { ReactNode } from 'react'
import { moneyText } from '../format/amounts.ts'
import { classes } from './classes.ts'

type CardProps = {
  readonly children: ReactNode
  readonly mark?: 'gold' | 'up' | 'down'
  readonly as?: 'div' | 'section' | 'li' | 'article'
  readonly label?: string
}

const MARKS = { gold: 'border-gold', up: 'border-up', down: 'border-down' } as const

/** A raised surface with a thin border. */
export function Card({ children, mark, as: Element = 'div', label }: CardProps) {
  return (
    <Element
      aria-label={label}
      className={classes('rounded-card border bg-raised p-3', mark === undefined ? 'border-line' : MARKS[mark])}
    >
      {children}
    </Element>
  )
}

export type BadgeTone = 'muted' | 'up' | 'down' | 'live' | 'gold'

const TONES: Record<BadgeTone, string> = {
  muted: 'border-muted text-muted',
  up: 'border-up text-up',
  down: 'border-down text-down',
  live: 'border-live text-live',
  gold: 'border-gold bg-gold text-on-gold',
}

/** A status in one or two words, such as WON or LIVE 58'. */
export function Badge({ tone, children }: { readonly tone: BadgeTone; readonly children: ReactNode }) {
  return (
    <span
      className={classes(
        'inline-block shrink-0 rounded-tag border px-2 py-0.5 text-12 font-bold first-letter:uppercase',
        TONES[tone],
      )}
    >
      {children}
    </span>
  )
}

/** A count in an outlined pill beside a title. */
export function CountPill({ count, label }: { readonly count: number; readonly label: string }) {
  return (
    <span className="inline-flex min-w-8 justify-center rounded-full border border-line px-2 text-12 leading-5 font-bold text-muted tabular">
      {count}
      <span className="sr-only"> {label}</span>
    </span>
  )
}

/** The number of unread messages up to 9, "9+" above, nothing for zero (APP-36). */
export function UnreadBadge({ count }: { readonly count: number }) {
  if (count === 0) return null
  return (
    <span className="inline-flex min-w-5 justify-center rounded-full bg-down px-1 text-12 leading-5 font-bold text-paper tabular">
      <span>{count > 9 ? '9+' : count}</span>
      <span className="sr-only"> unread</span>
    </span>
  )
}

type MoneyProps = { readonly amount: number; readonly signed?: boolean }

/** An amount such as UGX 25,000.00, in digits of equal width. */
export function Money({ amount, signed }: MoneyProps) {
  const text = moneyText(signed ? Math.abs(amount) : amount)
  const sign = !signed || amount === 0 ? '' : amount > 0 ? '+ ' : '− '
  return <span className="whitespace-nowrap tabular">{`${sign}${text}`}</span>
}

type FigureRowProps = {
  readonly name: ReactNode
  readonly children: ReactNode
  readonly variant?: 'plain' | 'strong' | 'sum' | 'up'
}

const FIGURE_CLASSES = {
  plain: ['text-14 text-muted', 'text-16'],
  strong: ['text-14 text-muted', 'text-16 font-bold'],
  sum: ['text-16 font-bold', 'text-20 font-bold'],
  up: ['text-14 text-muted', 'text-16 text-up'],
} as const

/** A row of amounts in a `<dl>`: name on the left, amount on the right. */
export function FigureRow({ name, children, variant = 'plain' }: FigureRowProps) {
  const [nameClass, figureClass] = FIGURE_CLASSES[variant]
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3 py-0.5">
      <dt className={nameClass}>{name}</dt>
      <dd className={classes('ml-auto text-right tabular', figureClass)}>{children}</dd>
    </div>
  )
}

type NoticeProps = { readonly tone: 'info' | 'down' | 'up'; readonly children: ReactNode; readonly live?: boolean }

const NOTICES = {
  info: 'bg-tint text-ink',
  down: 'border border-down text-down font-bold',
  up: 'border border-up text-up font-bold',
} as const

/** A message of the screen. `live` messages are read aloud when they appear. */
export function Notice({ tone, children, live }: NoticeProps) {
  return (
    <div
      role={live ? (tone === 'down' ? 'alert' : 'status') : undefined}
      className={classes('rounded-card px-3 py-2 text-14', NOTICES[tone])}
    >
      {children}
    </div>
  )
}
