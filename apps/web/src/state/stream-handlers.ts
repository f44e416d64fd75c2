import type { QueryClient } from '@tanstack/react-query'
import type { GameChange, StreamEvent } from '@mupiira/contract/events.ts'
import type { Notification } from '@mupiira/contract/notifications.ts'
import { minuteLabel, shortGameId } from '@mupiira/domain/match/published-minute.ts'
import { applyMarketPrices, decodePrices } from '@mupiira/domain/match/published-prices.ts'
import { queryKey } from '../shared/api/queries.ts'
import { announce, isReceived, refetchNotifications } from './announce.ts'
import { changeableGames, followedBy, gameMarkets, patchGames } from './games.ts'
import { outdatedBy } from './outdated-by.ts'
import { applyTicket, patchTickets } from './patch-tickets.ts'
import { NO_MIN_INTERVAL_MS, refetchAtMost } from './refetch-at-most.ts'
import { publishToScreens } from './screen-events.ts'
import { logOutWithStatus, signOut } from './session.ts'
import { useSlip } from './slip.ts'
import { incrementUnread, setUnread } from './unread.ts'

/** Clients refetch public changes at random times within this period. */
const ALL_CLIENTS_WITHIN_MS = 3_000
const LISTS = [['GET /api/games'], ['GET /api/sports']] as const
/** The minimum time between refetches of markets whose selections differ from the cached ones. */
const MARKETS_EVERY_MS = 2_000
/** The minimum time between refetches of lists. The specification allows lists to be 30 s old. */
const LISTS_EVERY_MS = 20_000
const LISTS_WITHIN_MS = 2_000
/** The page applies at most ten batches of events a second. */
const TICK_MS = 100

/** The changes of one tick, applied together at its end. */
type Tick = {
  readonly client: QueryClient
  readonly games: GameChange[]
  /** Notifications of this player. Their events include the number of unread notifications. */
  readonly notifications: Notification[]
  readonly notices: Notification[]
}

type Handlers = {
  readonly [T in StreamEvent['type']]: (event: Extract<StreamEvent, { readonly type: T }>, tick: Tick) => void
}

/** How each stream event changes the cache. */
const HANDLERS: Handlers = {
  game: ({ game }, { games }) => void games.push(game),
  minutes: ({ minutes }, { client, games }) =>
    void games.push(...ofKnownGames(client, minutes, (minute) => ({ clock: { minute, label: minuteLabel(minute) } }))),
  // Prices are sent for open games only, so they also reopen a cached game whose opening event was missed.
  prices: ({ prices }, { client, games }) =>
    void games.push(...ofKnownGames(client, prices, (move) => ({ ...decodePrices(move), open: true }))),
  markets: ({ gameId, markets }, { client }) => {
    const { queryKey: key } = gameMarkets(gameId)
    const before = client.getQueryData(key)
    const items = before && applyMarketPrices(before, markets)
    if (items === null) refetchAtMost(client, key, MARKETS_EVERY_MS)
    else if (items !== undefined) client.setQueryData(key, items)
  },
  lists: (_, { client }) => {
    const delayMs = Math.random() * LISTS_WITHIN_MS
    setTimeout(() => LISTS.forEach((list) => refetchAtMost(client, list, LISTS_EVERY_MS)), delayMs)
  },

  balance: ({ balance, held }, { client }) => {
    client.setQueryData(queryKey('GET /api/wallet'), { balance, held, currency: 'UGX' })
    refetchAtMost(client, ['GET /api/wallet/statement'], NO_MIN_INTERVAL_MS)
    refetchAtMost(client, ['GET /api/wallet/statement/totals'], NO_MIN_INTERVAL_MS)
  },
  transaction: ({ transaction }, { client }) => {
    client.setQueryData(queryKey('GET /api/payments/{id}', { params: { id: transaction.id } }), transaction)
    refetchAtMost(client, ['GET /api/payments'], NO_MIN_INTERVAL_MS)
  },
  ticket: ({ ticket }, { client }) => applyTicket(client, ticket),
  'delayed-bet': ({ bet }, { client }) => {
    client.setQueryData(queryKey('GET /api/delayed-bets/{id}', { params: { id: bet.id } }), bet)
    refetchAtMost(client, ['GET /api/delayed-bets'], NO_MIN_INTERVAL_MS)
  },

  notification: ({ notification, unread }, { client, notifications }) => {
    setUnread(client, unread)
    notifications.push(notification)
  },
  notice: ({ notification }, { notices }) => void notices.push(notification),
  'notice-taken-back': (_, { client }) => refetchNotifications(client, ALL_CLIENTS_WITHIN_MS),
  unread: ({ unread }, { client }) => {
    setUnread(client, unread)
    refetchAtMost(client, ['GET /api/notifications'], NO_MIN_INTERVAL_MS)
  },

  settings: ({ settings }, { client }) => client.setQueryData(queryKey('GET /api/settings'), settings),
  'session-ended': ({ reason }, { client }) =>
    reason === 'logout' ? signOut(client) : logOutWithStatus(client, reason),
  reset: (_, { client }) => void client.invalidateQueries(),

  // Screen events are handled by code that loads with the screen.
  'aviator-round': publishToScreens,
  'aviator-live': publishToScreens,
  'aviator-tick': publishToScreens,
  'aviator-bet': publishToScreens,
  'chat-message': publishToScreens,
  'chat-unread': publishToScreens,
  conversation: publishToScreens,
  // The console receives these events through its own stream.
  'admin-lists': () => undefined,
}

/** Applies a tick of events to the cache. Data that no screen shows is not fetched. */
export function applyEvents(client: QueryClient, events: readonly StreamEvent[]): void {
  const tick: Tick = { client, games: [], notifications: [], notices: [] }
  for (const event of events) {
    // A newer server can send unknown event types.
    const handle = HANDLERS[event.type] as ((event: StreamEvent, tick: Tick) => void) | undefined
    handle?.(event, tick)
  }
  const { games, notifications, notices } = tick
  if (games.length > 0) applyGameChanges(client, games)
  // The unread count of a notification's event already includes the notices.
  if (notifications.length === 0) for (const notice of notices) if (!isReceived(notice)) incrementUnread(client, notice)
  announce(client, [...notifications, ...notices], notices.length > 0 ? ALL_CLIENTS_WITHIN_MS : 0)
}

/** Applies the first events after a pause at once, and those of each further tick together, in order. */
export function batchEvents<E>(apply: (events: readonly E[]) => void) {
  let waiting: E[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let appliedAtMs = Number.NEGATIVE_INFINITY
  const flush = () => {
    timer = undefined
    appliedAtMs = performance.now()
    const events = waiting
    waiting = []
    apply(events)
  }
  return {
    add(events: readonly E[]): void {
      waiting.push(...events)
      timer ??= setTimeout(flush, Math.max(0, Math.ceil(appliedAtMs + TICK_MS - performance.now())))
    },
    stop: () => clearTimeout(timer),
  }
}

/** Events name games by short id. Returns the changes of the games in the cache and the slip, by full id. */
function ofKnownGames<Change>(
  client: QueryClient,
  changes: Readonly<Record<string, Change>>,
  read: (change: Change) => Partial<GameChange>,
): GameChange[] {
  const ids = new Set(useSlip.getState().items.map(({ gameId }) => gameId))
  for (const { queryKey, state } of client.getQueryCache().getAll())
    for (const id of changeableGames(queryKey, state.data)) ids.add(id)
  return [...ids].flatMap((id) => {
    const change = changes[shortGameId(id)]
    return change === undefined ? [] : [{ ...read(change), id }]
  })
}

/** Applies game changes to games and tickets, and refetches what cannot be patched. */
export function applyGameChanges(client: QueryClient, list: readonly GameChange[]): void {
  const changes = new Map<string, GameChange>()
  for (const change of list) changes.set(change.id, followedBy(changes.get(change.id), change))
  const outdated = outdatedBy(client, changes)
  patchGames(client, changes)
  patchTickets(client, changes)
  for (const { queryKey, everyMs } of outdated) refetchAtMost(client, queryKey, everyMs)
}
