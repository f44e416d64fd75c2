import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

export type Work = 'read' | 'delete'

export type Change = {
  /** The change in progress, until the lists show it. */
  readonly work: Work | null
  readonly change: (work: Work, send: () => Promise<unknown>) => void
}

/**
 * Sends one change at a time and reloads the lists (NOTE-11). An error is logged and the list stays unchanged
 * (NOTE-19).
 */
export function useChange(): Change {
  const client = useQueryClient()
  const [work, setWork] = useState<Work | null>(null)
  const isRunning = useRef(false)
  const change = async (wanted: Work, send: () => Promise<unknown>): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    setWork(wanted)
    await send().catch((error: unknown) => console.error('a notification could not be changed', error))
    await client.invalidateQueries({ queryKey: ['GET /api/notifications'] })
    isRunning.current = false
    setWork(null)
  }
  return { work, change: (wanted, send) => void change(wanted, send) }
}
