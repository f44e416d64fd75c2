import { GAME_TOPIC, type GameChange, MARKETS_TOPIC, type StreamEvent } from '@mupiira/contract/events.ts'
import type { Game } from '@mupiira/contract/games.ts'
import { minuteLabel, shortGameId } from '@mupiira/domain/match/published-minute.ts'
import { encodeMarketPrices, encodePrices } from '@mupiira/domain/match/published-prices.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { PriceChange, Pricing } from '../pricing/index.ts'
import { cursorAt, type GameChanges, type SendQueue, versionAt } from './cursor.ts'
import type { EncodedPatch, Envelope, Publisher } from './publisher.ts'
import { idsOf, type StreamClient } from './stream-client.ts'

/**
 * Changes are collected for this long and leave in one frame, because each frame costs a system call per client. The
 * remaining time of the 250 ms target is for sending to many clients.
 */
const GAMES_WAIT_MS = 150
/** A live game that closes is urgent, but events of several games still share a frame. */
const SUSPENSIONS_WAIT_MS = 25
/** After eviction, the next update of a game is a full change. */
const MAX_STORED = 2_000

/** The games as players see them. */
export type ShownGames = Pick<Pricing['games'], 'cached' | 'markets' | 'present'>

type Shared = { readonly publisher: Publisher; readonly gameChanges: GameChanges; readonly sending: SendQueue }

/**
 * Publishes changed games: full changes, or compact deltas where only the minute of a live game or the prices of an
 * open game changed.
 */
export function createGamesTopic(
  { clock, stopping }: Pick<Kernel, 'clock' | 'stopping'>,
  pricing: { readonly games: ShownGames },
  { publisher, gameChanges, sending }: Shared,
) {
  const changedGames = new Map<string, PriceChange>()
  /** Games whose change is being encoded and has not been sent. */
  let inProgress: ReadonlySet<string> = new Set()
  /** The published state of games without minute and prices; null if every update of the game is a full change. */
  const publishedStates = new Map<string, string | null>()
  const dueMinutes = new Map<string, number>()
  let timer: NodeJS.Timeout | null = null
  let dueAtMs = Number.POSITIVE_INFINITY

  function sendWithin(waitMs: number): void {
    const atMs = performance.now() + waitMs
    if (stopping.aborted || atMs >= dueAtMs) return
    if (timer !== null) clearTimeout(timer)
    dueAtMs = atMs
    timer = setTimeout(() => {
      timer = null
      dueAtMs = Number.POSITIVE_INFINITY
      void sending.inOrder(sendChanged)
    }, waitMs)
  }

  async function sendChanged(): Promise<void> {
    if (changedGames.size === 0) return
    const extentOf = new Map(changedGames)
    const ids = [...extentOf.keys()]
    changedGames.clear()
    inProgress = new Set(ids)
    try {
      gameChanges.beginAt(sending.currentPosition())
      // Presenting a game computes all its prices, so games without followers are skipped.
      const isFollowed = (id: string): boolean => publisher.has('games') || publisher.has(`${GAME_TOPIC}${id}`)
      const { followed = [], unfollowed = [] } = Object.groupBy(ids, (id) =>
        isFollowed(id) ? 'followed' : 'unfollowed',
      )
      forget(unfollowed)
      const games = followed.length === 0 ? [] : await pricing.games.present(followed, clock.now())
      const { changes, prices } = patchesOf(games)
      const changedInFull = changes.map(({ topic }) => topic)
      for (const id of idsOf(changedInFull, GAME_TOPIC)) extentOf.set(id, 'games')
      const isOfPrices = (id: string): boolean => extentOf.get(id) === 'prices'
      // The change is recorded at the position of its frame, because clients that resume from an earlier cursor have
      // not received it.
      gameChanges.note(cursorAt(sending.currentPosition()), {
        full: ids.filter((id) => !isOfPrices(id)),
        prices: ids.filter(isOfPrices),
      })
      const version = versionAt(sending.currentPosition())
      if (changes.length > 0) await publisher.publishTogether('games', envelopeOfChanges(version), changes)
      if (prices.length > 0) await publisher.publishTogether('games', envelopeOfPrices(version), prices)
      await sendMarkets(ids)
    } catch (error) {
      // Some clients may have received the changes, so all are published again in full.
      forget(ids)
      for (const id of ids) {
        publisher.forgetState(`${MARKETS_TOPIC}${id}`)
        changedGames.set(id, 'games')
      }
      sendWithin(GAMES_WAIT_MS)
      throw error
    } finally {
      inProgress = new Set()
    }
  }

  /**
   * The patches of changed games: full changes, or price deltas if only prices changed. Minutes wait for `sendMinutes`.
   */
  function patchesOf(games: readonly Game[]): { changes: EncodedPatch[]; prices: EncodedPatch[] } {
    const [changes, prices]: [EncodedPatch[], EncodedPatch[]] = [[], []]
    for (const game of games) {
      const state = stateOf(game)
      const minute = plainMinute(game)
      if (state === null || state !== publishedStates.get(game.id)) {
        record(game.id, state)
        dueMinutes.delete(game.id)
        changes.push(encoded(game.id, JSON.stringify({ type: 'game', game: changeOf(game) })))
        continue
      }
      if (minute !== null) dueMinutes.set(game.id, minute)
      // A live game that takes bets also has prices.
      if (minute === null || game.open)
        prices.push(encoded(game.id, `"${shortGameId(game.id)}":${JSON.stringify(encodePrices(game))}`))
    }
    return { changes, prices }
  }

  function record(gameId: string, state: string | null): void {
    if (publishedStates.size >= MAX_STORED) publishedStates.clear()
    publishedStates.set(gameId, state)
  }

  /** A game without followers may have changed unpublished; its next update is a full change. */
  function forget(gameIds: readonly string[]): void {
    for (const id of gameIds) {
      publishedStates.delete(id)
      dueMinutes.delete(id)
    }
  }

  /** Sends all prices of the changed games whose market screens are open. */
  async function sendMarkets(changed: readonly string[]): Promise<void> {
    const shown = changed.filter((id) => publisher.has(`${MARKETS_TOPIC}${id}`))
    for (const event of await marketEvents(shown, pricing, clock.now()))
      await publisher.publishState(`${MARKETS_TOPIC}${event.gameId}`, versionAt(sending.currentPosition()), [event])
  }

  return {
    haveChanged(gameIds: Iterable<string>, change: PriceChange): void {
      for (const id of gameIds) if (change !== 'prices' || !changedGames.has(id)) changedGames.set(id, change)
      sendWithin(change === 'suspensions' ? SUSPENSIONS_WAIT_MS : GAMES_WAIT_MS)
    },

    /**
     * A new follower starts from the current snapshot, so its first update may be a minute or price delta. This is not
     * true while a change is pending, because the follower may have read the game before it. Games outside the cache
     * get a full change next time, so that one client does not make the others wait.
     */
    startFromSnapshot({ topics }: StreamClient): void {
      const unknown = idsOf(topics, GAME_TOPIC).filter(
        (id) => !publishedStates.has(id) && !changedGames.has(id) && !inProgress.has(id),
      )
      for (const game of pricing.games.cached(unknown, clock.now())) record(game.id, stateOf(game))
    },

    async sendMinutes(): Promise<void> {
      if (dueMinutes.size === 0) return
      const minutes = [...dueMinutes].map(([id, minute]) => encoded(id, `"${shortGameId(id)}":${minute}`))
      dueMinutes.clear()
      await publisher.publishTogether('games', ENVELOPE_OF_MINUTES, minutes)
    },

    stop(): void {
      if (timer !== null) clearTimeout(timer)
    },
  }
}

/**
 * All fields of a game that can change. A client that missed earlier changes is therefore correct after this change.
 */
export function changeOf(game: Game): GameChange {
  const { shortId: _shortId, name: _name, homeTeam: _home, awayTeam: _away, league: _league, ...rest } = game
  const { country: _country, sport: _sport, ...change } = rest
  if (game.open) return change
  const { prices: _prices, closing: _closing, trends: _trends, moreMarkets: _more, priced: _priced, ...closed } = change
  return closed
}

/** The minute of a live game whose clock shows only the minute; null for other games. */
const plainMinute = ({ status, clock }: Game): number | null =>
  status === 'live' && clock !== null && clock.label === minuteLabel(clock.minute) ? clock.minute : null

function stateOf(game: Game): string | null {
  const { clock, prices: _prices, trends: _trends, ...rest } = changeOf(game)
  if (plainMinute(game) !== null) return JSON.stringify(rest)
  return game.status === 'upcoming' && game.open ? JSON.stringify({ ...rest, clock }) : null
}

/** The prices of all markets of these games. Like a game's change, they are complete. */
export async function marketEvents(
  gameIds: readonly string[],
  pricing: { readonly games: ShownGames },
  now: Date,
): Promise<Extract<StreamEvent, { readonly type: 'markets' }>[]> {
  const found = await Promise.all(gameIds.map((id) => pricing.games.markets(id, now)))
  return found.flatMap((each) =>
    each === null ? [] : [{ type: 'markets', gameId: each.game.id, markets: encodeMarketPrices(each.items) }],
  )
}

const encoded = (gameId: string, json: string): EncodedPatch => ({
  topic: `${GAME_TOPIC}${gameId}`,
  bytes: Buffer.from(json),
})
const envelope = (begin: string, end: string): Envelope => ({
  begin: Buffer.from(begin),
  end: Buffer.from(`${end}\n\n`),
})

export const envelopeOfChanges = (version: string): Envelope => envelope(`id: ${version}\ndata: [`, ']')
const envelopeOfPrices = (version: string): Envelope =>
  envelope(`id: ${version}\ndata: [{"type":"prices","prices":{`, '}}]')
/** Minutes have no version: clients do not resume from them. */
const ENVELOPE_OF_MINUTES = envelope('data: [{"type":"minutes","minutes":{', '}}]')
