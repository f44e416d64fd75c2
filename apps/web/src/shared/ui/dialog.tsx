import { useEffect, useEffectEvent, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { addHistoryEntry } from '../dialog-history.ts'
import { IconButton } from './button.tsx'
import { classes } from './classes.ts'
import { X } from './icons.tsx'
import { addDialog } from './open-dialogs.ts'

type DialogProps = {
  readonly title: string
  readonly open: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  /** `left` and `bottom`: a sheet at that edge. `center`: a box. `wide`: a box for long content. */
  readonly layout?: 'left' | 'bottom' | 'center' | 'wide'
  /** Only the dialog's own buttons close it, not Escape, Back or a tap outside. */
  readonly mustAnswer?: boolean
}

const LAYOUTS = {
  left: 'm-0 h-(--screen) max-h-none w-72 max-w-[85vw] border-r',
  bottom:
    'mx-auto mt-auto mb-0 max-h-[calc(var(--screen)-48px)] w-full max-w-xl rounded-t-card border-t [--bottom-bar:0px]',
  center: 'm-auto w-96 max-w-[calc(100vw-24px)] rounded-card border',
  wide: 'm-auto w-[800px] max-w-[calc(100vw-24px)] rounded-card border',
} as const

/** A native dialog. It traps the focus, closes on Escape and Back, and returns the focus. */
export function Dialog({ title, open, onClose, children, layout = 'center', mustAnswer = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const onLeave = useEffectEvent(() => {
    if (!mustAnswer) onClose()
    // After a second cancel event, some browsers close the dialog anyway.
    else if (dialog.current?.open === false) dialog.current.showModal()
  })
  // A layout effect closes the dialog before React removes it. Otherwise the browser would not return the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    if (element === null || !open) return
    const leave = (): void => onLeave()
    element.showModal()
    const removeDialog = addDialog(element)
    element.addEventListener('close', leave)
    return () => {
      removeDialog()
      element.removeEventListener('close', leave)
      element.close()
    }
  }, [open])
  useEffect(() => (open ? addHistoryEntry(() => onLeave()) : undefined), [open])
  // Browsers allow only one prevented `cancel` until the next user interaction.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (mustAnswer && event.key === 'Escape') event.preventDefault()
  }
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      onKeyDown={onKeyDown}
      onClick={(event) => event.target === event.currentTarget && !mustAnswer && onClose()}
      className={classes(
        'overflow-y-auto overscroll-contain border-line bg-paper p-0 text-left whitespace-normal text-ink',
        LAYOUTS[layout],
      )}
    >
      {open && (
        <>
          <div className="sticky top-0 z-10 flex min-h-12 items-center justify-between border-b border-line bg-paper pl-4 [&_button]:-outline-offset-2">
            <h2 className="min-w-0 py-2 text-16 font-bold wrap-anywhere">{title}</h2>
            {!mustAnswer && (
              <IconButton label="Close" onClick={onClose}>
                <X className="size-5" />
              </IconButton>
            )}
          </div>
          {children}
        </>
      )}
    </dialog>
  )
}
