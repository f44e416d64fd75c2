import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Ticket, TicketDetail } from '@mupiira/contract/bets.ts'
import type { GameChange, StreamEvent } from '@mupiira/contract/events.ts'
import type { Notification } from '@mupiira/contract/notifications.ts'
import { minuteLabel, shortGameId } from '@mupiira/domain/match/published-minute.ts'
import { readMove } from '@mupiira/domain/match/published-prices.ts'
import type { Answer } from '../shared/api/client.ts'
import { queryKey } from '../shared/api/queries.ts'
import { announce, isReceived, refetchNotifications } from './announce.ts'
import { gamesIn } from './games-on-screen.ts'
import { applyGameChanges } from './patch-games.ts'
import { AS_OFTEN_AS_PUBLISHED_MS, MY_BETS_EVERY_MS, refetchAtMost, TICKET_EVERY_MS } from './refetch-at-most.ts'
import { tellScreens } from './screen-events.ts'
import { leaveAs, signOut } from './session.ts'
import { useSlip } from './slip.ts'
import { countOneMore, setUnread } from './unread.ts'

/** What is told to everyone is asked for by a crowd: not by all of them at once. */
const EVERYBODY_WITHIN_MS = 3_000
const LISTS = [['GET /api/games'], ['GET /api/sports']] as const
/** DATA-45 allows 30 s */
const LISTS_EVERY_MS = 20_000
const LISTS_WITHIN_MS = 2_000

/** Lays a tick of live events over the cache; screens follow. Nothing is fetched that is not on screen. */
export function applyEvents(client: QueryClient, events: readonly StreamEvent[]): void {
  const games: GameChange[] = []
  const told: Notification[] = []
  const notices: Notification[] = []
  for (const event of events) {
    if (event.type === 'game') games.push(event.game)
    else if (event.type === 'minutes')
      games.push(...ofKnown(client, event.minutes, (minute) => ({ clock: { minute, label: minuteLabel(minute) } })))
    else if (event.type === 'prices')
      // They are told of open games alone: a row that has missed the opening is right again.
      games.push(...ofKnown(client, event.prices, (move) => ({ ...readMove(move), open: true })))
    else if (event.type === 'notification') {
      setUnread(client, event.unread)
      told.push(event.notification)
    } else if (event.type === 'notice') notices.push(event.notification)
    else applyEvent(client, event)
  }
  if (games.length > 0) applyGameChanges(client, games)
  // A total that came along counts them already.
  if (told.length === 0) for (const notice of notices) if (!isReceived(notice)) countOneMore(client, notice)
  announce(client, [...told, ...notices], notices.length > 0 ? EVERYBODY_WITHIN_MS : 0)
}

/** What is told by the ends of ids, of the games that this browser knows: those of the slip need stand on no screen. */
function ofKnown<Reported>(
  client: QueryClient,
  told: Readonly<Record<string, Reported>>,
  read: (told: Reported) => Partial<GameChange>,
): GameChange[] {
  const ids = new Set(useSlip.getState().items.map(({ gameId }) => gameId))
  for (const { state } of client.getQueryCache().getAll()) for (const id of gamesIn(state.data)) ids.add(id)
  return [...ids].flatMap((id) => {
    const of = told[shortGameId(id)]
    return of === undefined ? [] : [{ ...read(of), id }]
  })
}

type OneByOne = Exclude<StreamEvent, { type: 'game' | 'minutes' | 'prices' | 'notification' | 'notice' }>

function applyEvent(client: QueryClient, event: OneByOne): void {
  switch (event.type) {
    case 'balance':
      client.setQueryData(queryKey('GET /api/wallet'), { balance: event.balance, held: event.held, currency: 'UGX' })
      refetchAtMost(client, ['GET /api/wallet/statement'], AS_OFTEN_AS_PUBLISHED_MS)
      refetchAtMost(client, ['GET /api/wallet/statement/totals'], AS_OFTEN_AS_PUBLISHED_MS)
      return
    case 'ticket':
      return applyTicket(client, event.ticket)
    case 'transaction':
      client.setQueryData(['GET /api/payments/{id}', { id: event.transaction.id }], event.transaction)
      refetchAtMost(client, ['GET /api/payments'], AS_OFTEN_AS_PUBLISHED_MS)
      return
    case 'notice-taken-back':
      return refetchNotifications(client, EVERYBODY_WITHIN_MS)
    case 'unread':
      setUnread(client, event.unread)
      refetchAtMost(client, ['GET /api/notifications'], AS_OFTEN_AS_PUBLISHED_MS)
      return
    case 'session-ended':
      return event.reason === 'logout' ? signOut(client) : leaveAs(client, event.reason)
    case 'lists':
      // A crowd hears of it at once, and does not ask at once.
      setTimeout(() => {
        for (const list of LISTS) refetchAtMost(client, list, LISTS_EVERY_MS)
      }, Math.random() * LISTS_WITHIN_MS)
      return
    case 'settings':
      client.setQueryData(queryKey('GET /api/settings'), event.settings)
      return
    case 'desk':
      return
    case 'aviator-round':
    case 'aviator-live':
    case 'aviator-bet':
    case 'chat-message':
    case 'chat-unread':
    case 'conversation':
      return tellScreens(event)
    case 'reset':
      void client.invalidateQueries()
      return
    default: {
      // A newer server may say more than this version understands.
      const unknown: never = event
      return unknown
    }
  }
}

function applyTicket(client: QueryClient, ticket: Ticket): void {
  const detail = ['GET /api/bets/{id}', { id: ticket.id }]
  const before = client.getQueryData<TicketDetail>(detail)
  // The event has no trail: what is known of it stays until the ticket is asked again.
  if (before !== undefined) client.setQueryData<TicketDetail>(detail, { ...before, ...ticket })
  client.setQueriesData<InfiniteData<Answer<'GET /api/bets'>>>(
    { queryKey: ['GET /api/bets'] },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          items: page.items.map((item) => (item.id === ticket.id ? ticket : item)),
        })),
      },
  )
  void client.invalidateQueries({ queryKey: ['GET /api/bets/{id}/cashout', { id: ticket.id }] })
  refetchAtMost(client, detail, TICKET_EVERY_MS)
  if (before?.status === ticket.status) return
  refetchAtMost(client, ['GET /api/bets'], MY_BETS_EVERY_MS)
  refetchAtMost(client, ['GET /api/bets/counts'], MY_BETS_EVERY_MS)
}
