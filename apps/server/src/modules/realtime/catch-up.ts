import type { StreamEvent } from '@mupiira/contract/events.ts'
import { shortGameId } from '@mupiira/domain/match/published-minute.ts'
import { type PriceMove, writeMove } from '@mupiira/domain/match/published-prices.ts'
import type { Outbox } from '../../kernel/outbox/event.ts'
import type { Pricing } from '../pricing/index.ts'
import type { SettingsApi } from '../settings/index.ts'
import type { Member } from './audience.ts'
import { changeOf } from './games-topic.ts'
import type { ChangedGames, GameChanges } from './game-changes.ts'
import { type NoticeApi, noticeEvents, noticesIn } from './notice-events.ts'
import { operatorEvents } from './operator-events.ts'
import { isBefore, type Place } from './place.ts'
import { type Present, playerEvents } from './player-events.ts'

/** Rows of the outbox hold the events of whole batches: who was away for more fetches his screens anew. */
const MOST_REPLAYED_ROWS = 300

export const RESET: readonly StreamEvent[] = [{ type: 'reset' }]
export const LISTS: readonly StreamEvent[] = [{ type: 'lists' }]

export const settingsEvent = (settings: CatchUpDeps['settings']): StreamEvent => ({
  type: 'settings',
  settings: settings.publicSettings(),
})

/** Where what everybody shares was told last; before that, where its first page or stream began, for nothing is known of earlier. */
export type PublishedAt = { settings: Place | null; lists: Place | null }

export type CatchUpDeps = {
  readonly pricing: Pick<Pricing, 'present'>
  readonly settings: Pick<SettingsApi, 'publicSettings'>
  readonly notices: NoticeApi
  readonly present: Present
}

export type CatchUp = {
  /** What a client missed since `from`: his own events again, and games, settings and lists that changed, as they are now. */
  readonly missedSince: (member: Member, from: Place) => Promise<readonly StreamEvent[]>
}

export function createCatchUp(
  outbox: Pick<Outbox, 'readAfter'>,
  now: () => Date,
  { pricing, settings, notices, present }: CatchUpDeps,
  { gameChanges, toldAt }: { readonly gameChanges: GameChanges; readonly toldAt: Readonly<PublishedAt> },
): CatchUp {
  /** null: too long ago to know. */
  function gamesSince({ client, games: followed }: Member, from: Place): ChangedGames | null {
    if (!client.topics.has('games') && followed.length === 0) return { full: [], prices: [] }
    const changed = gameChanges.since(from)
    if (changed === null || client.topics.has('games')) return changed
    const own = new Set(followed.map(({ gameId }) => gameId))
    const isOwn = (id: string): boolean => own.has(id)
    return { full: changed.full.filter(isOwn), prices: changed.prices.filter(isOwn) }
  }

  /** As live: of whoever has read a game, its prices say enough where nothing else has moved since. */
  async function gameEvents({ full, prices }: ChangedGames): Promise<StreamEvent[]> {
    const ids = [...full, ...prices]
    if (ids.length === 0) return []
    const pricesAlone = new Set(prices)
    const [moves, games]: [Record<string, PriceMove>, StreamEvent[]] = [{}, []]
    for (const game of await pricing.present(ids, now())) {
      if (pricesAlone.has(game.id) && game.open) moves[shortGameId(game.id)] = writeMove(game)
      else games.push({ type: 'game', game: changeOf(game) })
    }
    return Object.keys(moves).length === 0 ? games : [...games, { type: 'prices', prices: moves }]
  }

  /** A page is kept for a moment: settings and lists may have changed between it and its stream. */
  const sharedSince = ({ topics }: Member['client'], from: Place): readonly StreamEvent[] => [
    ...(topics.has('settings') && isBefore(from, toldAt.settings) ? [settingsEvent(settings)] : []),
    ...(topics.has('lists') && isBefore(from, toldAt.lists) ? LISTS : []),
  ]

  return {
    async missedSince(member, from) {
      const { client } = member
      const games = gamesSince(member, from)
      if (games === null) return RESET
      const shared = sharedSince(client, from)
      // Whoever follows nothing of his own is told of these alone: a crowd that comes costs the database nothing.
      if (!client.topics.has('me') && !client.topics.has('operators')) return [...shared, ...(await gameEvents(games))]
      const { events, first, last, gap } = await outbox.readAfter(from.position, MOST_REPLAYED_ROWS)
      if (gap || last - first + 1 >= MOST_REPLAYED_ROWS) return RESET
      const his = client.topics.has('me') ? events.filter((event) => event.userId === client.userId) : []
      const shown = client.userId === null ? [] : ((await playerEvents(his, present)).get(client.userId) ?? [])
      const admin = client.topics.has('operators') ? await operatorEvents(events, present) : []
      const told = client.userId === null ? [] : await noticeEvents(events, notices)
      const posted = noticesIn(told)
      if (client.userId !== null && posted.length > 0) await notices.noteShown(posted, [client.userId])
      return [...shown, ...told, ...admin, ...shared, ...(await gameEvents(games))]
    },
  }
}
