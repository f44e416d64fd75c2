import { useLayoutEffect } from 'react'
import { closeToast, useToasts } from '../../shared/ui/toast.tsx'

/** Closes toasts that link to `href`, because the screen already shows the same message. */
export function useSuppressedToasts(href: string | null): void {
  const toasts = useToasts((state) => state.toasts)
  // A layout effect, because the toast can appear before or after the screen.
  useLayoutEffect(() => {
    for (const { id, viewHref } of toasts) if (href !== null && viewHref === href) closeToast(id)
  }, [toasts, href])
}
