import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { StreamEvent } from '@mupiira/contract/events.ts'
import { applyEvents } from './apply-events.ts'
import { useConnectivity } from './connectivity.ts'
import { connectStream } from './live-stream.ts'
import { askSession, useSession } from './session.ts'

/** DATA-40: at most ten batches of events a second. */
const TICK_MS = 100

/** Keeps the page up to date with the server, as the player or as a visitor. */
export function useLiveUpdates(): void {
  const client = useQueryClient()
  const session = useSession()
  const ready = session.status !== 'loading'
  const userId = session.status === 'in' ? session.user.id : null
  useEffect(() => {
    if (!ready) return
    let waiting: StreamEvent[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const flush = () => {
      timer = undefined
      const events = waiting
      waiting = []
      applyEvents(client, events)
    }
    const topics = userId === null ? ['games', 'settings'] : ['me', 'games', 'settings']
    const stop = connectStream(userId ?? 'visitor', topics, {
      onEvents: (events) => {
        waiting.push(...events)
        timer ??= setTimeout(flush, TICK_MS)
      },
      onOpen: (streaming) => useConnectivity.setState({ streaming }),
      ...(userId === null ? {} : { onRefused: () => void askSession(client) }),
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [client, ready, userId])
}
