import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'wouter'
import { create } from 'zustand'
import { withoutLineBreaks } from '../format/amounts.ts'
import { IconButton } from './button.tsx'
import { classes } from './classes.ts'
import { X } from './icons.tsx'
import { useTopDialog } from './open-dialogs.ts'
import { useMatches } from '../use-matches.ts'
import { HEADER_EVERYWHERE } from '../wide.ts'
import { useSwipeAway } from './swipe-away.ts'

export type ToastKind = 'success' | 'error' | 'warning' | 'info' | 'bet'

export type Toast = {
  readonly id: number
  readonly kind: ToastKind
  readonly title: string
  readonly text: string
  readonly note?: string | undefined
  readonly durationMs: number
  /** The target of "View". */
  readonly viewHref?: string | undefined
  /** Undoes the action that the toast reports. */
  readonly undo?: (() => void) | undefined
  /** The payment that the toast is about. */
  readonly paymentId?: string | undefined
}

type Options = Partial<Pick<Toast, 'title' | 'note' | 'durationMs' | 'viewHref' | 'undo' | 'paymentId'>>

const MAX_VISIBLE = 3
const DURATION_MS: Record<ToastKind, number> = { success: 5000, error: 7000, warning: 6000, info: 5000, bet: 5000 }
const TITLES: Record<ToastKind, string> = {
  success: 'Success',
  error: 'Error',
  warning: 'Warning',
  info: 'Info',
  bet: 'Bet',
}

let lastId = 0

export const useToasts = create<{ readonly toasts: readonly Toast[] }>(() => ({ toasts: [] }))

/** Returns whether two toasts are duplicates. Toasts with an Undo button are never duplicates. */
const isSame = (a: Toast, b: Toast): boolean =>
  a.kind === b.kind &&
  a.title === b.title &&
  a.text === b.text &&
  a.note === b.note &&
  a.viewHref === b.viewHref &&
  a.paymentId === b.paymentId &&
  a.undo === undefined &&
  b.undo === undefined

/**
 * Shows a toast. It replaces an earlier toast with the same message, and with more than three toasts the oldest closes.
 * Returns the id for `closeToast`.
 */
export function showToast(kind: ToastKind, text: string, options: Options = {}): number {
  lastId += 1
  const toast: Toast = { id: lastId, kind, text, title: TITLES[kind], durationMs: DURATION_MS[kind], ...options }
  useToasts.setState(({ toasts }) => ({
    toasts: [...toasts.filter((earlier) => !isSame(earlier, toast)), toast].slice(-MAX_VISIBLE),
  }))
  return toast.id
}

export function closeToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
}

type News = { readonly viewHref?: string | undefined; readonly paymentId?: string | undefined }

/** Returns whether the screen at this path shows the news itself: its ticket, its payment, or another linked page. */
export const isShownAt = (path: string, { viewHref, paymentId }: News): boolean =>
  viewHref === path || path === `/payments/${paymentId}`

const EDGES: Record<ToastKind, string> = {
  success: 'border-up',
  error: 'border-down',
  warning: 'border-live',
  info: 'border-line',
  bet: 'border-gold',
}

/** Over the header, so that toasts cover no content. The Menu button at the left stays free. */
const VIEWPORT =
  'pointer-events-none fixed top-1 right-2 z-50 flex w-84 max-w-[calc(100vw-56px)] flex-col gap-1 text-left'
const BAR_VIEWPORT = 'pointer-events-none fixed inset-x-0 bottom-0 z-50 p-1'

/**
 * Shows the toasts in the topmost open dialog, because a modal dialog covers everything outside it and makes it inert.
 * The page's own live region always exists, because a region that is inserted together with its toasts is not read
 * aloud.
 *
 * `hasTitleBar`: on phones the screen's title replaces the header. The toasts then cover the bottom bar, one after the
 * other, because several toasts would cover content.
 */
export function ToastViewport({ hasTitleBar = false }: { readonly hasTitleBar?: boolean }) {
  const dialog = useTopDialog()
  const isWide = useMatches(HEADER_EVERYWHERE)
  const isOverBar = hasTitleBar && !isWide
  return (
    <>
      <section
        {...(dialog === undefined && { 'aria-label': 'Messages' })}
        aria-live="polite"
        className={isOverBar ? BAR_VIEWPORT : VIEWPORT}
      >
        {dialog === undefined && <Toasts isSingle={isOverBar} />}
      </section>
      {dialog !== undefined &&
        createPortal(
          <section aria-label="Messages" aria-live="polite" className={VIEWPORT}>
            <Toasts />
          </section>,
          dialog,
        )}
    </>
  )
}

function Toasts({ isSingle = false }: { readonly isSingle?: boolean }) {
  const toasts = useToasts((state) => state.toasts).slice(isSingle ? -1 : 0)
  /** The ids of the toasts that have the pointer or the focus. */
  const [pointedAt, setPointedAt] = useState(0)
  const [focused, setFocused] = useState(0)
  // A removed toast must not pause the timer: no pointer event reports leaving a removed element.
  const held = toasts.some(({ id }) => id === pointedAt || id === focused)
  return toasts.map((toast) => (
    <div
      key={toast.id}
      // Only a moving pointer pauses a toast. A toast can appear under a mouse that does not move.
      onPointerMove={() => setPointedAt(toast.id)}
      onPointerLeave={() => setPointedAt(0)}
      onFocus={() => setFocused(toast.id)}
      onBlur={() => setFocused(0)}
    >
      <ToastCard toast={toast} held={held} />
    </div>
  ))
}

const ACTION = '-my-1.5 inline-flex min-h-11 items-center px-2 text-14 font-bold underline'

/** `held`: the pointer or the focus is on a toast, so the timers pause. */
function ToastCard({ toast, held }: { readonly toast: Toast; readonly held: boolean }) {
  const { id, durationMs } = toast
  const leftMs = useRef(durationMs)
  useEffect(() => {
    if (held) return
    const sinceMs = performance.now()
    const timer = setTimeout(() => closeToast(id), leftMs.current)
    return () => {
      clearTimeout(timer)
      leftMs.current -= performance.now() - sinceMs
    }
  }, [id, held])
  const swipe = useSwipeAway(() => closeToast(id))
  return (
    <div
      {...swipe}
      className={classes(
        'pointer-events-auto flex touch-pan-y items-start rounded-card border-2 bg-raised pl-3',
        EDGES[toast.kind],
      )}
    >
      {/* Small text on phones keeps the toast within the header. */}
      <p className="min-w-0 flex-1 py-1.5 text-12 wrap-anywhere md:text-14">
        <b>{toast.title}</b> <span>{withoutLineBreaks(toast.text)}</span> {toast.note && <span>{toast.note}</span>}
      </p>
      {toast.viewHref && (
        <Link href={toast.viewHref} onClick={() => closeToast(id)} className={ACTION}>
          View
        </Link>
      )}
      {toast.undo && (
        <button
          type="button"
          onClick={() => {
            toast.undo?.()
            closeToast(id)
          }}
          className={ACTION}
        >
          Undo
        </button>
      )}
      {/* The negative margin enlarges the touch target into the gap between toasts. */}
      <span className="-my-1.5">
        <IconButton label="Close message" onClick={() => closeToast(id)}>
          <X className="size-4" />
        </IconButton>
      </span>
    </div>
  )
}
