import type { EncodedMarket, EncodedPrices } from '@mupiira/domain/match/published-prices.ts'
import type { AviatorBet, AviatorRound, LiveBets } from './aviator.ts'
import type { DelayedBet } from './delayed-bets.ts'
import type { Ticket } from './tickets.ts'
import type { ChatMessage, Conversation } from './chat.ts'
import type { Game } from './games.ts'
import type { Notification } from './notifications.ts'
import type { PublicSettings } from './platform.ts'
import type { Transaction } from './payments.ts'

/**
 * Events of `GET /api/stream`. One frame (`data:` line) holds all changes of a tick as a JSON array; its `id:` is the
 * cursor to resume from. Topics: `games`, `lists`, `settings`, `aviator`; `game:{id}` and `markets:{id}` for single
 * games; `me` for the session's player (`me:{id}` accepts only this player); `operators` for staff, which includes
 * `me`; `conversations` for staff who answer players.
 */
export type StreamEvent =
  | { readonly type: 'balance'; readonly balance: number; readonly held: number }
  | { readonly type: 'ticket'; readonly ticket: Ticket }
  /** A bet with a live game waits, or was decided. An accepted one also has its `ticket` event. */
  | { readonly type: 'delayed-bet'; readonly bet: DelayedBet }
  | { readonly type: 'transaction'; readonly transaction: Transaction }
  | { readonly type: 'notification'; readonly notification: Notification; readonly unread: number }
  /** A new unread notification for all players. */
  | { readonly type: 'notice'; readonly notification: Notification }
  | { readonly type: 'notice-taken-back'; readonly notificationId: string }
  | { readonly type: 'unread'; readonly unread: number }
  /** A message in the player's own conversation with customer care, from either side. */
  | { readonly type: 'chat-message'; readonly message: ChatMessage; readonly unread: number }
  | { readonly type: 'chat-unread'; readonly unread: number }
  /** Topic `conversations`: a conversation after a change. `message` is its new message; null without one. */
  | { readonly type: 'conversation'; readonly conversation: Conversation; readonly message: ChatMessage | null }
  /** For operators: console lists with changed content. */
  | { readonly type: 'admin-lists'; readonly lists: readonly AdminList[] }
  | { readonly type: 'session-ended'; readonly reason: 'logout' | 'suspended' | 'banned' }
  | { readonly type: 'game'; readonly game: GameChange }
  /** Live games of which only the minute changed, by the short id (`shortGameId`). */
  | { readonly type: 'minutes'; readonly minutes: Readonly<Record<string, number>> }
  /** Open games of which only prices changed, by the short id. */
  | { readonly type: 'prices'; readonly prices: Readonly<Record<string, EncodedPrices>> }
  /** Topic `markets:{id}`: the prices of all markets of a game. */
  | { readonly type: 'markets'; readonly gameId: string; readonly markets: Readonly<Record<string, EncodedMarket>> }
  /** Topic `lists`: a game was listed or has started, so clients request the lists again. */
  | { readonly type: 'lists' }
  | { readonly type: 'settings'; readonly settings: PublicSettings }
  /** The round changed its state. */
  | { readonly type: 'aviator-round'; readonly round: AviatorRound }
  /** The elapsed time of the round in milliseconds, negative before its start. */
  | { readonly type: 'aviator-tick'; readonly roundId: number; readonly flownMs: number }
  | { readonly type: 'aviator-live'; readonly live: LiveBets }
  /** One of the player's bets changed. */
  | { readonly type: 'aviator-bet'; readonly bet: AviatorBet }
  /** Events before the given id are no longer stored, so clients request all data again. */
  | { readonly type: 'reset' }

/** The console lists that receive live updates. */
export type AdminList = 'alerts' | 'bets' | 'transactions' | 'games' | 'fixtures' | 'users' | 'settings' | 'notices'

/**
 * The changed fields of a game with its id; the app patches its copy. Names and league never change. Prices are absent
 * while the game takes no bets (`open: false`).
 */
export type GameChange = Pick<Game, 'id'> & Partial<Game>

/** `me:{id}` names the player whose session the topic requires. */
export const OWNER_TOPIC = 'me:'
/** `game:{id}`: one game, for a client that shows few games. Subscribers of `games` receive all of them. */
export const GAME_TOPIC = 'game:'
/** All markets of one game, for a client that shows them: `markets:{id}`. */
export const MARKETS_TOPIC = 'markets:'
/** Larger than the number of market screens of one browser. */
export const MAX_MARKETS_TOPICS = 20
/** Larger than the number of games on any page. */
export const MAX_GAME_TOPICS = 100

export const TOPICS = ['me', 'games', 'lists', 'settings', 'aviator', 'operators', 'conversations'] as const
export type Topic = (typeof TOPICS)[number]
