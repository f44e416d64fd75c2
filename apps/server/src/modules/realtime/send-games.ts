import type { Kernel } from '../../kernel/kernel.ts'
import type { Moved, Pricing } from '../pricing/index.ts'
import type { Audience, Member } from './audience.ts'
import type { GameChanges } from './game-changes.ts'
import { FRAME_OF_MINUTES, frameOfChanges, frameOfPrices } from './games-topic.ts'
import { placeAt } from './place.ts'
import { idAt, type Sending } from './sending.ts'
import { createPublishedGames } from './published-games.ts'

/**
 * So long the first change of a game waits for others, which leave with it: each frame costs a client's system call,
 * however much is in it. What is left of a quarter of a second is for a crowd to be sent to.
 */
const GAMES_WAIT_MS = 150

type Shared = { readonly audience: Audience; readonly gameChanges: GameChanges; readonly sending: Sending }

/** Tells of games that have changed. */
export function createGameSender(
  { clock, stopping }: Pick<Kernel, 'clock' | 'stopping'>,
  pricing: Pick<Pricing, 'present' | 'cached'>,
  { audience, gameChanges, sending }: Shared,
) {
  const publishedGames = createPublishedGames()
  const moved = new Map<string, Moved>()
  /** Of which a change is being put together: it has been told to nobody yet. */
  let underWay: ReadonlySet<string> = new Set()
  let timer: NodeJS.Timeout | null = null

  function sendSoon(): void {
    if (stopping.aborted) return
    timer ??= setTimeout(() => {
      timer = null
      void sending.inOrder(sendChanged)
    }, GAMES_WAIT_MS)
  }

  async function sendChanged(): Promise<void> {
    if (moved.size === 0) return
    const how = new Map(moved)
    const ids = [...how.keys()]
    moved.clear()
    underWay = new Set(ids)
    try {
      gameChanges.beginAt(sending.here())
      // A change costs every price of its game: nobody listens, nothing is worked out.
      const received = new Set(audience.received(ids))
      publishedGames.forget(ids.filter((id) => !received.has(id)))
      const games = received.size === 0 ? [] : await pricing.present([...received], clock.now())
      const { changes, prices } = publishedGames.movesOf(games)
      for (const { gameId } of changes) how.set(gameId, 'games')
      // Noted where the frame is sent: whoever resumes from an earlier place has not seen it.
      const ofPrices = ids.filter((id) => how.get(id) === 'prices')
      gameChanges.note(placeAt(sending.here()), {
        full: ids.filter((id) => how.get(id) !== 'prices'),
        prices: ofPrices,
      })
      if (changes.length > 0) await audience.toGames(frameOfChanges(idAt(sending.here())), changes)
      if (prices.length > 0) await audience.toGames(frameOfPrices(idAt(sending.here())), prices)
    } catch (error) {
      // Nobody knows who was told what: all of it is told again.
      publishedGames.forget(ids)
      for (const id of ids) moved.set(id, 'games')
      sendSoon()
      throw error
    } finally {
      underWay = new Set()
    }
  }

  return {
    haveMoved(gameIds: Iterable<string>, as: Moved): void {
      for (const id of gameIds) if (as !== 'prices' || !moved.has(id)) moved.set(id, as)
      sendSoon()
    },

    /**
     * Whoever begins to follow a game knows it: the first thing that he is told may be its minute or its prices. Not so where
     * a change is due or on its way: he may have read the game before it. What is not at hand is told whole when it changes:
     * nobody makes all others wait for what he asks for.
     */
    learn({ games: followed }: Member): void {
      const ids = followed.map(({ gameId }) => gameId)
      const unknown = ids.filter((id) => !publishedGames.knows(id) && !moved.has(id) && !underWay.has(id))
      for (const game of pricing.cached(unknown, clock.now())) publishedGames.learn(game)
    },

    async sendMinutes(): Promise<void> {
      const minutes = publishedGames.takeMinutes()
      if (minutes.length > 0) await audience.toGames(FRAME_OF_MINUTES, minutes)
    },

    stop(): void {
      if (timer !== null) clearTimeout(timer)
    },
  }
}
