import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

export type Action = 'read' | 'delete'

export type Change = {
  /** The change in progress, until the lists show it. */
  readonly action: Action | null
  readonly change: (action: Action, send: () => Promise<unknown>) => void
}

/**
 * Sends one change at a time and reloads the lists (NOTE-11). An error is logged and the list stays unchanged
 * (NOTE-19).
 */
export function useChange(): Change {
  const client = useQueryClient()
  const [action, setAction] = useState<Action | null>(null)
  const isRunning = useRef(false)
  const change = async (newAction: Action, send: () => Promise<unknown>): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    setAction(newAction)
    await send().catch((error: unknown) => console.error('a notification could not be changed', error))
    await client.invalidateQueries({ queryKey: ['GET /api/notifications'] })
    isRunning.current = false
    setAction(null)
  }
  return { action, change: (newAction, send) => void change(newAction, send) }
}
