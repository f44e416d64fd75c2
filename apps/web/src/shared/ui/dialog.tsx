import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { holdEntry } from '../dialog-history.ts'
import { IconButton } from './button.tsx'
import { classes } from './classes.ts'
import { X } from './icons.tsx'

type DialogProps = {
  readonly title: string
  readonly open: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  /** `left`: a sheet at the left edge (the menu); `center`: a box; `wide`: a file with much in it. */
  readonly place?: 'left' | 'center' | 'wide'
}

const PLACES = {
  left: 'm-0 h-dvh max-h-none w-72 max-w-[85vw] border-r',
  center: 'm-auto w-96 max-w-[calc(100vw-24px)] rounded-card border',
  wide: 'm-auto w-[800px] max-w-[calc(100vw-24px)] rounded-card border',
} as const

/** The platform's own dialog: it keeps the focus, closes on Escape and on the browser's Back, and gives the focus back. */
export function Dialog({ title, open, onClose, children, place = 'center' }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (element === null || element.open === open) return
    if (open) element.showModal()
    else element.close()
  }, [open])
  const onBack = useEffectEvent(onClose)
  useEffect(() => (open ? holdEntry(() => onBack()) : undefined), [open])
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className={classes(
        'overflow-y-auto overscroll-contain border-line bg-paper p-0 text-left whitespace-normal text-ink',
        PLACES[place],
      )}
    >
      {open && (
        <>
          <div className="sticky top-0 z-10 flex min-h-12 items-center justify-between border-b border-line bg-paper pl-4">
            <h2 className="min-w-0 py-2 text-16 font-bold wrap-anywhere">{title}</h2>
            <IconButton label="Close" onClick={onClose}>
              <X className="size-5" />
            </IconButton>
          </div>
          {children}
        </>
      )}
    </dialog>
  )
}
