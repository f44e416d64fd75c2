import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link } from 'wouter'
import { classes } from './classes.ts'
import { LoaderCircle } from './icons.tsx'

/** Grey instead of transparent, so that the text stays readable. */
const DISABLED = 'disabled:border-line disabled:bg-line disabled:text-muted'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

const BASE =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-card px-3 text-14 font-bold select-none transition-opacity duration-150 active:opacity-80'

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-gold text-on-gold',
  secondary: 'border border-line bg-raised text-ink',
  quiet: 'text-muted',
  danger: 'border border-down text-down',
}

type ButtonStyle = { readonly variant?: ButtonVariant; readonly wide?: boolean; readonly tall?: boolean }

const buttonClasses = ({ variant = 'primary', wide, tall }: ButtonStyle) =>
  classes(BASE, VARIANTS[variant], wide && 'w-full', tall && 'min-h-13 text-16 leading-5')

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> &
  ButtonStyle & {
    /** Shows progress text and blocks further presses. The focus stays. */
    readonly busy?: boolean
    readonly busyText?: string
  }

export function Button({ variant, wide, tall, busy, busyText, children, disabled, onClick, ...rest }: ButtonProps) {
  const onPress = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      onClick={onPress}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      className={classes(buttonClasses({ variant, wide, tall }), DISABLED, busy && 'cursor-progress')}
    >
      {/*
       * A page translation replaces text nodes. React then fails if it inserts or removes an element beside a text.
       */}
      {busy ? (
        <span key="busy" className="contents">
          <LoaderCircle className="size-5 animate-spin" />
          <span className="contents">{busyText ?? children}</span>
        </span>
      ) : (
        <span key="idle" className="contents">
          {children}
        </span>
      )}
    </button>
  )
}

type ButtonLinkProps = ButtonStyle & {
  readonly href: string
  /** The history state of the new entry. */
  readonly state?: object
  readonly children: ReactNode
  readonly onClick?: () => void
}

export function ButtonLink({ variant, wide, tall, href, state, children, onClick }: ButtonLinkProps) {
  return (
    <Link
      href={href}
      state={state}
      className={buttonClasses({ variant, wide, tall })}
      {...(onClick ? { onClick } : {})}
    >
      {children}
    </Link>
  )
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'className'> & {
  readonly label: string
  /** Shows progress and blocks further presses, like `busy` of Button. */
  readonly busy?: boolean
}

/** An icon button with a 44 px touch target and an accessible name. */
export function IconButton({ label, busy, children, onClick, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      onClick={busy ? undefined : onClick}
      aria-label={label}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      className="inline-flex size-11 shrink-0 items-center justify-center rounded-card"
    >
      {busy ? <LoaderCircle className="size-5 animate-spin text-muted" /> : children}
    </button>
  )
}
