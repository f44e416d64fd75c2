import { GAME_TOPIC, MARKETS_TOPIC, type StreamEvent } from '@mupiira/contract/events.ts'
import { shortGameId } from '@mupiira/domain/match/published-minute.ts'
import { type EncodedPrices, encodePrices } from '@mupiira/domain/match/published-prices.ts'
import type { Outbox } from '../../kernel/outbox/event.ts'
import type { SettingsApi } from '../settings/index.ts'
import { changeOf, marketEvents, type ShownGames } from './games-topic.ts'
import { idsOf, type StreamClient } from './stream-client.ts'
import {
  type NoticeApi,
  noticeEvents,
  noticesOf,
  operatorEvents,
  type Presenters,
  playerEvents,
} from './stream-events.ts'
import { type ChangedGames, type GameChanges, isBefore, type StreamCursor } from './cursor.ts'

/** A client that missed more rows gets a reset. A row may hold the events of a whole batch. */
const MAX_BACKFILLED_ROWS = 300

export const RESET: readonly StreamEvent[] = [{ type: 'reset' }]
export const LISTS: readonly StreamEvent[] = [{ type: 'lists' }]

export const settingsEvent = (settings: BackfillDeps['settings']): StreamEvent => ({
  type: 'settings',
  settings: settings.publicSettings(),
})

/** When settings and lists were last published. Initialised when the first page or stream starts. */
export type PublishedAt = { settings: StreamCursor | null; lists: StreamCursor | null }

export type BackfillDeps = {
  readonly pricing: { readonly games: ShownGames }
  readonly settings: Pick<SettingsApi['reads'], 'publicSettings'>
  readonly notices: NoticeApi
  readonly present: Presenters
}

export type Backfill = {
  /** The events since `from`: the player's own events, and the current state of changed games, settings and lists. */
  readonly missedSince: (client: StreamClient, from: StreamCursor) => Promise<readonly StreamEvent[]>
}

export function createBackfill(
  outbox: Pick<Outbox, 'readAfter'>,
  now: () => Date,
  { pricing, settings, notices, present }: BackfillDeps,
  { gameChanges, publishedAt }: { readonly gameChanges: GameChanges; readonly publishedAt: Readonly<PublishedAt> },
): Backfill {
  /** The games that changed since the cursor; null if the cursor is too old. */
  function gamesSince({ topics }: StreamClient, from: StreamCursor): ChangedGames | null {
    const own = new Set([...idsOf(topics, GAME_TOPIC), ...idsOf(topics, MARKETS_TOPIC)])
    if (!topics.has('games') && own.size === 0) return { full: [], prices: [] }
    const changed = gameChanges.since(from)
    if (changed === null || topics.has('games')) return changed
    const isOwn = (id: string): boolean => own.has(id)
    return { full: changed.full.filter(isOwn), prices: changed.prices.filter(isOwn) }
  }

  /** A game with changed prices only is sent as a compact price delta, as in live updates. */
  async function gameEvents({ full, prices }: ChangedGames, { topics }: StreamClient): Promise<StreamEvent[]> {
    const ids = [...full, ...prices]
    if (ids.length === 0) return []
    const pricesAlone = new Set(prices)
    const [moves, games]: [Record<string, EncodedPrices>, StreamEvent[]] = [{}, []]
    for (const game of await pricing.games.present(ids, now())) {
      if (pricesAlone.has(game.id) && game.open) moves[shortGameId(game.id)] = encodePrices(game)
      else games.push({ type: 'game', game: changeOf(game) })
    }
    const shown = ids.filter((id) => topics.has(`${MARKETS_TOPIC}${id}`))
    return [
      ...games,
      ...(Object.keys(moves).length === 0 ? [] : [{ type: 'prices', prices: moves } as const]),
      ...(await marketEvents(shown, pricing, now())),
    ]
  }

  /** Pages are cached briefly, so settings and lists may change between a page and its stream. */
  const sharedSince = ({ topics }: StreamClient, from: StreamCursor): readonly StreamEvent[] => [
    ...(topics.has('settings') && isBefore(from, publishedAt.settings) ? [settingsEvent(settings)] : []),
    ...(topics.has('lists') && isBefore(from, publishedAt.lists) ? LISTS : []),
  ]

  return {
    async missedSince(client, from) {
      const games = gamesSince(client, from)
      if (games === null) return RESET
      const shared = sharedSince(client, from)
      // Public topics need no database read, so many clients can reconnect at once.
      if (!client.topics.has('me') && !client.topics.has('conversations'))
        return [...shared, ...(await gameEvents(games, client))]
      const { events, first, last, gap } = await outbox.readAfter(from.position, MAX_BACKFILLED_ROWS)
      if (gap || last - first + 1 >= MAX_BACKFILLED_ROWS) return RESET
      const own = client.topics.has('me') ? events.filter((event) => event.userId === client.userId) : []
      const ownEvents = client.userId === null ? [] : ((await playerEvents(own, present)).get(client.userId) ?? [])
      const admin = client.topics.has('conversations') ? await operatorEvents(events, present) : []
      const noticeEventsSince = client.userId === null ? [] : await noticeEvents(events, notices)
      const posted = noticesOf(noticeEventsSince)
      if (client.userId !== null && posted.length > 0) await notices.markShown(posted, [client.userId])
      return [...ownEvents, ...noticeEventsSince, ...admin, ...shared, ...(await gameEvents(games, client))]
    },
  }
}
