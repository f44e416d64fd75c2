import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { closeToast, showToast, useToasts, type Toast } from '../../shared/ui/toast.tsx'
import { sessionUser } from '../../state/session.ts'

/** For the page of a payment: whatever else is told of it waits until the player leaves the page, which it would cover. */
export function usePublishedLater(paymentId: string): void {
  const client = useQueryClient()
  const toasts = useToasts((state) => state.toasts)
  const waiting = useRef<Toast[]>([])
  // Before the paint: it is never seen here.
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
      // Whoever logged out is told nothing.
      const told = sessionUser(client)?.id === reader ? waiting.current : []
      waiting.current = []
      for (const { kind, text, title, durationMs, viewHref } of told)
        showToast(kind, text, { title, durationMs, viewHref })
    }
  }, [client, paymentId])
}
