import { type Query, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { StreamEvent } from '@mupiira/contract/events.ts'
import { applyEvents } from './apply-events.ts'
import { batchEvents } from './batch-events.ts'
import { useConnectivity } from './connectivity.ts'
import { gamesIn } from './games-on-screen.ts'
import { connectStream } from './live-stream.ts'
import { askSession, useSession } from './session.ts'
import { useSlip } from './slip.ts'

/** Screens change in steps: the stream follows when they have come to rest. */
const FOLLOW_AFTER_MS = 300
/** An answer as young as that is what the stream goes on with: it tells of changes from two seconds before its place on. */
const JUST_READ_MS = 1_500

type LiveUpdatesProps = {
  /** Where the page that the server sent stands: the first stream goes on from there. */
  readonly from?: string | undefined
}

/** Keeps the page up to date with the server, as the player or as a visitor. */
export function LiveUpdates({ from = '' }: LiveUpdatesProps): null {
  const client = useQueryClient()
  const session = useSession()
  const ready = session.status !== 'loading'
  const userId = session.status === 'in' ? session.user.id : null
  const first = useRef(from)
  useEffect(() => {
    if (!ready) return
    const place = first.current
    first.current = ''
    let isCurrent = place !== ''
    let hasPlace = isCurrent
    let followed = new Set(gamesOnScreen(client))
    const batches = batchEvents<StreamEvent>((events) => applyEvents(client, events))
    const topics = userId === null ? ['lists', 'settings'] : ['me', `me:${userId}`, 'lists', 'settings']
    const stream = connectStream(
      userId ?? 'visitor',
      topics,
      {
        onEvents: batches.add,
        onOpen: (streaming) => {
          useConnectivity.setState({ streaming })
          // What lists held meanwhile was told to nobody; where there is no place to go on from, nothing was.
          if (streaming && !isCurrent)
            void client.invalidateQueries({ predicate: (query) => isList(query) || (!hasPlace && isOld(query)) })
          isCurrent = streaming
          hasPlace ||= streaming
        },
        ...(userId === null ? {} : { onRefused: () => void askSession(client) }),
      },
      { place, games: [...followed] },
    )
    const follow = () => {
      const wanted = gamesOnScreen(client)
      const fresh = new Set(wanted.filter((id) => !followed.has(id)))
      // Games that have left the screen may come back: only new ones are worth another connection.
      if (fresh.size === 0) return
      followed = new Set(wanted)
      const { streaming } = useConnectivity.getState()
      stream.follow(wanted)
      // Without a stream nothing is followed: what is kept is as old as asking at times leaves it.
      if (streaming) askAgain(client, fresh)
    }
    const stopWatching = watchScreens(client, follow)
    return () => {
      stopWatching()
      batches.stop()
      stream.stop()
    }
  }, [client, ready, userId])
  return null
}

/** Calls some time after other games may be on the screen. Answers how to stop. */
function watchScreens(client: QueryClient, look: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(look, FOLLOW_AFTER_MS)
  }
  const forgetCache = client.getQueryCache().subscribe((event) => {
    const isAnswer = event.type === 'updated' && event.action.type === 'success' && event.action.manual !== true
    if ((isAnswer || event.type === 'observerAdded') && isOfGames(event.query.queryKey)) soon()
  })
  const forgetSlip = useSlip.subscribe(({ items }, before) => {
    if (items !== before.items) soon()
  })
  return () => {
    clearTimeout(timer)
    forgetCache()
    forgetSlip()
  }
}

const isOfGames = ([operation]: QueryKey): boolean => /games|bets/.test(String(operation))

const gamesOnScreen = (client: QueryClient): string[] => {
  const ids = new Set(useSlip.getState().items.map(({ gameId }) => gameId))
  for (const { state } of client.getQueryCache().findAll({ type: 'active' }))
    for (const id of gamesIn(state.data)) ids.add(id)
  return [...ids]
}

const isList = ({ queryKey: [operation] }: Query): boolean => operation === 'GET /api/games'
const isOld = ({ state }: Query): boolean => state.dataUpdatedAt < Date.now() - JUST_READ_MS

/** An answer that was kept while nobody followed its games is read anew. */
function askAgain(client: QueryClient, fresh: ReadonlySet<string>): void {
  void client.invalidateQueries({
    type: 'active',
    predicate: (query) => isOld(query) && gamesIn(query.state.data).some((id) => fresh.has(id)),
  })
}
