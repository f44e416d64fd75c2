import type { QueryClient } from '@tanstack/react-query'
import type { GameChange, StreamEvent } from '@mupiira/contract/events.ts'
import type { Notification } from '@mupiira/contract/notifications.ts'
import { minuteLabel, shortGameId } from '@mupiira/domain/match/published-minute.ts'
import { readMarketMoves, readMove } from '@mupiira/domain/match/published-prices.ts'
import { queryKey } from '../shared/api/queries.ts'
import { announce, isReceived, refetchNotifications } from './announce.ts'
import { followedBy, gameMarkets, patchGames } from './games.ts'
import { movingGames } from './games-on-screen.ts'
import { outdatedBy } from './outdated-by.ts'
import { applyTicket, patchTickets } from './patch-tickets.ts'
import { AS_OFTEN_AS_PUBLISHED_MS, refetchAtMost } from './refetch-at-most.ts'
import { publishToScreens } from './screen-events.ts'
import { leaveAs, signOut } from './session.ts'
import { useSlip } from './slip.ts'
import { countOneMore, setUnread } from './unread.ts'

/** Everyone fetches what was published to everyone: spread over this time. */
const EVERYBODY_WITHIN_MS = 3_000
const LISTS = [['GET /api/games'], ['GET /api/sports']] as const
/** Other markets or selections than the cached ones. */
const MARKETS_EVERY_MS = 2_000
/** DATA-45 allows 30 s */
const LISTS_EVERY_MS = 20_000
const LISTS_WITHIN_MS = 2_000

/** One tick of events. Handlers collect here what is applied together at its end. */
type Tick = {
  readonly client: QueryClient
  readonly games: GameChange[]
  /** To this player; the unread total came along. */
  readonly notifications: Notification[]
  /** To everyone. */
  readonly notices: Notification[]
}

type Handlers = {
  readonly [T in StreamEvent['type']]: (event: Extract<StreamEvent, { readonly type: T }>, tick: Tick) => void
}

/** How each event of the stream changes the cache. */
const HANDLERS: Handlers = {
  game: ({ game }, { games }) => void games.push(game),
  minutes: ({ minutes }, { client, games }) =>
    void games.push(...ofKnownGames(client, minutes, (minute) => ({ clock: { minute, label: minuteLabel(minute) } }))),
  // Prices are published of open games only: a row that missed the opening is right again.
  prices: ({ prices }, { client, games }) =>
    void games.push(...ofKnownGames(client, prices, (move) => ({ ...readMove(move), open: true }))),
  markets: ({ gameId, markets }, { client }) => {
    const { queryKey: key } = gameMarkets(gameId)
    const before = client.getQueryData(key)
    const items = before && readMarketMoves(before, markets)
    if (items === null) refetchAtMost(client, key, MARKETS_EVERY_MS)
    else if (items !== undefined) client.setQueryData(key, items)
  },
  lists: (_, { client }) => {
    const delayMs = Math.random() * LISTS_WITHIN_MS
    setTimeout(() => LISTS.forEach((list) => refetchAtMost(client, list, LISTS_EVERY_MS)), delayMs)
  },

  balance: ({ balance, held }, { client }) => {
    client.setQueryData(queryKey('GET /api/wallet'), { balance, held, currency: 'UGX' })
    refetchAtMost(client, ['GET /api/wallet/statement'], AS_OFTEN_AS_PUBLISHED_MS)
    refetchAtMost(client, ['GET /api/wallet/statement/totals'], AS_OFTEN_AS_PUBLISHED_MS)
  },
  transaction: ({ transaction }, { client }) => {
    client.setQueryData(queryKey('GET /api/payments/{id}', { params: { id: transaction.id } }), transaction)
    refetchAtMost(client, ['GET /api/payments'], AS_OFTEN_AS_PUBLISHED_MS)
  },
  ticket: ({ ticket }, { client }) => applyTicket(client, ticket),

  notification: ({ notification, unread }, { client, notifications }) => {
    setUnread(client, unread)
    notifications.push(notification)
  },
  notice: ({ notification }, { notices }) => void notices.push(notification),
  'notice-taken-back': (_, { client }) => refetchNotifications(client, EVERYBODY_WITHIN_MS),
  unread: ({ unread }, { client }) => {
    setUnread(client, unread)
    refetchAtMost(client, ['GET /api/notifications'], AS_OFTEN_AS_PUBLISHED_MS)
  },

  settings: ({ settings }, { client }) => client.setQueryData(queryKey('GET /api/settings'), settings),
  'session-ended': ({ reason }, { client }) => (reason === 'logout' ? signOut(client) : leaveAs(client, reason)),
  reset: (_, { client }) => void client.invalidateQueries(),

  // The state of one screen, in code that only this screen loads.
  'aviator-round': publishToScreens,
  'aviator-live': publishToScreens,
  'aviator-bet': publishToScreens,
  'chat-message': publishToScreens,
  'chat-unread': publishToScreens,
  conversation: publishToScreens,
  // The console receives these by its own stream.
  desk: () => undefined,
}

/** Applies a tick of events to the cache; screens follow. Nothing is fetched that no screen shows. */
export function applyEvents(client: QueryClient, events: readonly StreamEvent[]): void {
  const tick: Tick = { client, games: [], notifications: [], notices: [] }
  for (const event of events) {
    // A newer server may publish events that this version does not have.
    const handle = HANDLERS[event.type] as ((event: StreamEvent, tick: Tick) => void) | undefined
    handle?.(event, tick)
  }
  const { games, notifications, notices } = tick
  if (games.length > 0) applyGameChanges(client, games)
  // An unread total that came along counts the notices already.
  if (notifications.length === 0) for (const notice of notices) if (!isReceived(notice)) countOneMore(client, notice)
  announce(client, [...notifications, ...notices], notices.length > 0 ? EVERYBODY_WITHIN_MS : 0)
}

/** Changes that name games by the end of their id, for the games of the cache and of the slip. */
function ofKnownGames<Change>(
  client: QueryClient,
  changes: Readonly<Record<string, Change>>,
  read: (change: Change) => Partial<GameChange>,
): GameChange[] {
  const ids = new Set(useSlip.getState().items.map(({ gameId }) => gameId))
  for (const { queryKey, state } of client.getQueryCache().getAll())
    for (const id of movingGames(queryKey, state.data)) ids.add(id)
  return [...ids].flatMap((id) => {
    const change = changes[shortGameId(id)]
    return change === undefined ? [] : [{ ...read(change), id }]
  })
}

/** Applies changes of games to the game cache and to tickets, and fetches again what cannot be patched. */
export function applyGameChanges(client: QueryClient, list: readonly GameChange[]): void {
  const changes = new Map<string, GameChange>()
  for (const change of list) changes.set(change.id, followedBy(changes.get(change.id), change))
  const outdated = outdatedBy(client, changes)
  patchGames(client, changes)
  patchTickets(client, changes)
  for (const { queryKey, everyMs } of outdated) refetchAtMost(client, queryKey, everyMs)
}
