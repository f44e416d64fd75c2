import { useLayoutEffect } from 'react'
import { closeToast, useToasts } from '../../shared/ui/toast.tsx'

/** For a screen that itself says what a toast leading to `href` would say, and that the toast would cover. */
export function useEnteredHere(href: string | null): void {
  const toasts = useToasts((state) => state.toasts)
  // Before the paint: the message may arrive before the screen or after it, and is seen in neither case.
  useLayoutEffect(() => {
    for (const { id, viewHref } of toasts) if (href !== null && viewHref === href) closeToast(id)
  }, [toasts, href])
}
