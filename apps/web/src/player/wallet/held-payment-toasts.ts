import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { closeToast, showToast, useToasts, type Toast } from '../../shared/ui/toast.tsx'
import { sessionUser } from '../../state/session.ts'

/**
 * Holds toasts about a payment until its page is left. A toast with the message that the page shows is dropped, so that
 * only others, such as the celebration of a deposit, follow.
 */
export function useHeldPaymentToasts(paymentId: string, message: string | undefined): void {
  const client = useQueryClient()
  const toasts = useToasts((state) => state.toasts)
  const waiting = useRef<Toast[]>([])
  const shown = useRef(message)
  if (message !== undefined) shown.current = message
  // A layout effect, so that toasts do not flash.
  useLayoutEffect(() => {
    for (const toast of toasts) {
      if (toast.paymentId !== paymentId) continue
      closeToast(toast.id)
      waiting.current.push(toast)
    }
  }, [toasts, paymentId])
  useEffect(() => {
    const reader = sessionUser(client)?.id
    return () => {
      // Another player must not see these toasts.
      const held = sessionUser(client)?.id === reader ? waiting.current : []
      const others = held.filter(({ text }) => text !== shown.current)
      waiting.current = []
      for (const { kind, text, title, durationMs, viewHref } of others)
        showToast(kind, text, { title, durationMs, viewHref })
    }
  }, [client, paymentId])
}
