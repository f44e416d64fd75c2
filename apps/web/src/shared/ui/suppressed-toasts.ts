import { useLayoutEffect } from 'react'
import { closeToast, isShownAt, useToasts } from './toast.tsx'

/**
 * Closes toasts that link to `href`, because the screen shows the same news. Toasts can appear before or after the
 * screen.
 */
export function useSuppressedToasts(href: string | null): void {
  const toasts = useToasts((state) => state.toasts)
  // A layout effect, so that toasts do not flash.
  useLayoutEffect(() => {
    for (const toast of toasts) if (href !== null && isShownAt(href, toast)) closeToast(toast.id)
  }, [toasts, href])
}
