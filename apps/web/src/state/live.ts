import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { StreamEvent } from '@mupiira/contract/events.ts'
import { applyEvents } from './apply-events.ts'
import { batchEvents } from './batch-events.ts'
import { useConnectivity } from './connectivity.ts'
import { connectStream } from './live-stream.ts'
import { askSession, useSession } from './session.ts'

/** Keeps the page up to date with the server, as the player or as a visitor. */
export function useLiveUpdates(): void {
  const client = useQueryClient()
  const session = useSession()
  const ready = session.status !== 'loading'
  const userId = session.status === 'in' ? session.user.id : null
  useEffect(() => {
    if (!ready) return
    const batches = batchEvents<StreamEvent>((events) => applyEvents(client, events))
    const topics = userId === null ? ['games', 'settings'] : ['me', 'games', 'settings']
    const stop = connectStream(userId ?? 'visitor', topics, {
      onEvents: batches.add,
      onOpen: (streaming) => useConnectivity.setState({ streaming }),
      ...(userId === null ? {} : { onRefused: () => void askSession(client) }),
    })
    return () => {
      batches.stop()
      stop()
    }
  }, [client, ready, userId])
}
