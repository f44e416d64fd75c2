import { type Query, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { StreamEvent } from '@mupiira/contract/events.ts'
import { reportStream, useConnectivity } from './connectivity.ts'
import { changeableGames } from './games.ts'
import { connectStream } from './live-stream.ts'
import { checkSession, useSession } from './session.ts'
import { applyEvents, batchEvents } from './stream-handlers.ts'
import { MARKETS_TOPIC_PREFIX } from './stream-source.ts'
import { useSlip } from './slip.ts'

/** A screen mounts in steps, so the stream subscribes to its games after this delay. */
const FOLLOW_AFTER_MS = 300
/**
 * The stream starts two seconds before its cursor, so every change is either in a response younger than this or arrives
 * on the stream.
 */
const RECENT_MS = 1_500

type LiveUpdatesProps = {
  /** The cursor of the server-rendered page. The first stream resumes there. */
  readonly from?: string | undefined
}

/** Keeps the page up to date for the player or visitor. */
export function LiveUpdates({ from = '' }: LiveUpdatesProps): null {
  const client = useQueryClient()
  const session = useSession()
  const ready = session.status !== 'loading'
  const userId = session.status === 'in' ? session.user.id : null
  const first = useRef(from)
  useEffect(() => {
    if (!ready) return
    const cursor = first.current
    first.current = ''
    let isCurrent = cursor !== ''
    let hasCursor = isCurrent
    let followed = new Set(gamesOnScreen(client))
    const batches = batchEvents<StreamEvent>((events) => applyEvents(client, events))
    const topics = userId === null ? ['lists', 'settings'] : ['me', `me:${userId}`, 'lists', 'settings']
    const stream = connectStream(
      userId ?? 'visitor',
      topics,
      {
        onEvents: batches.add,
        onOpen: (streaming, silentForMs) => {
          reportStream(streaming, silentForMs)
          // The stream does not replay list changes, and without a cursor it replays nothing, so that data is
          // refetched.
          if (streaming && !isCurrent)
            void client.invalidateQueries({ predicate: (query) => isList(query) || (!hasCursor && isOld(query)) })
          isCurrent = streaming
          hasCursor ||= streaming
        },
        ...(userId === null ? {} : { onRefused: () => void checkSession(client) }),
      },
      { cursor, games: [...followed] },
    )
    const follow = () => {
      const shownIds = gamesOnScreen(client)
      const fresh = new Set(shownIds.filter((id) => !followed.has(id)))
      // The subscription changes only for new games. Games that leave the screen stay subscribed, because they often
      // return.
      if (fresh.size === 0) return
      followed = new Set(shownIds)
      const { streaming } = useConnectivity.getState()
      stream.follow(shownIds)
      // Without a stream, screens poll, so no refetch is needed.
      if (streaming) refetchGames(client, fresh)
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

/** Calls `onScreensChanged` when other games may be on screen. Returns a function that stops the calls. */
function watchScreens(client: QueryClient, onScreensChanged: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(onScreensChanged, FOLLOW_AFTER_MS)
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
  for (const { queryKey, state } of client.getQueryCache().findAll({ type: 'active' })) {
    for (const id of changeableGames(queryKey, state.data)) {
      ids.add(id)
      if (queryKey[0] === 'GET /api/games/{id}/markets') ids.add(MARKETS_TOPIC_PREFIX + id)
    }
  }
  return [...ids]
}

const isList = ({ queryKey: [operation] }: Query): boolean => operation === 'GET /api/games'
const isOld = ({ state }: Query): boolean => state.dataUpdatedAt < Date.now() - RECENT_MS

/** Refetches data that was cached before the stream followed its games. */
function refetchGames(client: QueryClient, fresh: ReadonlySet<string>): void {
  void client.invalidateQueries({
    type: 'active',
    predicate: (query) =>
      isOld(query) &&
      changeableGames(query.queryKey, query.state.data).some(
        (id) => fresh.has(id) || fresh.has(MARKETS_TOPIC_PREFIX + id),
      ),
  })
}
