import type { MarketMove, PriceMove } from '@mupiira/domain/match/published-prices.ts'
import type { AviatorBet, AviatorRound, LiveBets } from './aviator.ts'
import type { Ticket } from './bets.ts'
import type { ChatMessage, Conversation } from './chat.ts'
import type { Game } from './games.ts'
import type { Notification } from './notifications.ts'
import type { PublicSettings } from './platform.ts'
import type { Transaction } from './payments.ts'

/**
 * Frames of `GET /api/stream`. One frame (`data:` line) holds every change of a tick as a JSON array;
 * its `id:` is the place to resume from. Topics: `me` (needs a session; with `me:{id}` beside it, that player's), `games`, `lists`, `settings`, `aviator`, and
 * `operators` for staff, which brings `me` with it; `game:{id}` and `markets:{id}` for single games.
 */
export type StreamEvent =
  | { readonly type: 'balance'; readonly balance: number; readonly held: number }
  | { readonly type: 'ticket'; readonly ticket: Ticket }
  | { readonly type: 'transaction'; readonly transaction: Transaction }
  | { readonly type: 'notification'; readonly notification: Notification; readonly unread: number }
  /** A notification for everyone: one more that this player has not read. */
  | { readonly type: 'notice'; readonly notification: Notification }
  | { readonly type: 'notice-taken-back'; readonly notificationId: string }
  | { readonly type: 'unread'; readonly unread: number }
  /** A message in the own conversation with customer care, of either side. */
  | { readonly type: 'chat-message'; readonly message: ChatMessage; readonly unread: number }
  | { readonly type: 'chat-unread'; readonly unread: number }
  /** To operators: what a conversation is now. `message`: the one that has just come. */
  | { readonly type: 'conversation'; readonly conversation: Conversation; readonly message: ChatMessage | null }
  /** To operators: what lists of the console would show otherwise now. */
  | { readonly type: 'desk'; readonly lists: readonly AdminList[] }
  | { readonly type: 'session-ended'; readonly reason: 'logout' | 'suspended' | 'banned' }
  | { readonly type: 'game'; readonly game: GameChange }
  /** Games in play of which nothing moved but the minute: by the ends of their ids (`shortGameId`). */
  | { readonly type: 'minutes'; readonly minutes: Readonly<Record<string, number>> }
  /** Open games of which nothing moved but the prices, named the same way. */
  | { readonly type: 'prices'; readonly prices: Readonly<Record<string, PriceMove>> }
  /** Topic `markets:{id}`: the prices of all markets of a game. */
  | { readonly type: 'markets'; readonly gameId: string; readonly markets: Readonly<Record<string, MarketMove>> }
  /** Topic `lists`: a game was listed or has started. Request the lists again. */
  | { readonly type: 'lists' }
  | { readonly type: 'settings'; readonly settings: PublicSettings }
  /** The state of a round has changed. */
  | { readonly type: 'aviator-round'; readonly round: AviatorRound }
  | { readonly type: 'aviator-live'; readonly live: LiveBets }
  /** An own bet has changed. */
  | { readonly type: 'aviator-bet'; readonly bet: AviatorBet }
  /** Events before the given id are gone: request the screens' data again. */
  | { readonly type: 'reset' }

/** The lists of the console. */
export type AdminList = 'bets' | 'transactions' | 'games' | 'fixtures' | 'users' | 'settings' | 'notices'

/**
 * The changed fields of a game, with its id; the app patches its copy. Names and league are not repeated, nor are prices
 * while the game takes no bets (`open: false`).
 */
export type GameChange = Pick<Game, 'id'> & Partial<Game>

/** Whose session it is meant for, as `me:{id}`. */
export const OWNER_TOPIC = 'me:'
/** One game, for a client that shows few games: `game:{id}`. Subscribers of `games` receive all of them. */
export const GAME_TOPIC = 'game:'
/** All markets of one game, for a client that shows them: `markets:{id}`. */
export const MARKETS_TOPIC = 'markets:'
/** Larger than the number of market screens of one browser. */
export const MOST_MARKETS_TOPICS = 20
/** Larger than the number of games on any page. */
export const MOST_GAME_TOPICS = 100

export const TOPICS = ['me', 'games', 'lists', 'settings', 'aviator', 'operators'] as const
export type Topic = (typeof TOPICS)[number]
