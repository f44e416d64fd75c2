import type { Kernel } from '../../kernel/kernel.ts'
import type { PriceChange, Pricing } from '../pricing/index.ts'
import type { Audience, Member } from './audience.ts'
import type { GameChanges } from './game-changes.ts'
import { FRAME_OF_MINUTES, frameOfChanges, frameOfPrices } from './games-topic.ts'
import { cursorAt } from './cursor.ts'
import { marketEvents } from './games-topic.ts'
import { idAt, type Sending } from './sending.ts'
import { createPublishedGames } from './published-games.ts'
import { frameOf } from './stream-client.ts'

/**
 * Changes are collected for this long and leave in one frame, because each frame costs a system call per client. The rest of
 * the 250 ms target is for sending to many clients.
 */
const GAMES_WAIT_MS = 150

type Shared = { readonly audience: Audience; readonly gameChanges: GameChanges; readonly sending: Sending }

/** Publishes changed games. */
export function createGameSender(
  { clock, stopping }: Pick<Kernel, 'clock' | 'stopping'>,
  pricing: Pick<Pricing, 'present' | 'cached' | 'markets'>,
  { audience, gameChanges, sending }: Shared,
) {
  const publishedGames = createPublishedGames()
  const changedGames = new Map<string, PriceChange>()
  /** Games whose change is being encoded and has not been sent. */
  let inProgress: ReadonlySet<string> = new Set()
  let timer: NodeJS.Timeout | null = null

  function sendSoon(): void {
    if (stopping.aborted) return
    timer ??= setTimeout(() => {
      timer = null
      void sending.inOrder(sendChanged)
    }, GAMES_WAIT_MS)
  }

  async function sendChanged(): Promise<void> {
    if (changedGames.size === 0) return
    const changeOf = new Map(changedGames)
    const ids = [...changeOf.keys()]
    changedGames.clear()
    inProgress = new Set(ids)
    try {
      gameChanges.beginAt(sending.here())
      // Presenting a game computes all its prices, so games without followers are skipped.
      const received = new Set(audience.received(ids))
      publishedGames.forget(ids.filter((id) => !received.has(id)))
      const games = received.size === 0 ? [] : await pricing.present([...received], clock.now())
      const { changes, prices } = publishedGames.movesOf(games)
      for (const { gameId } of changes) changeOf.set(gameId, 'games')
      // The change is recorded at the position of its frame, because clients that resume from an earlier cursor
      // have not received it.
      const ofPrices = ids.filter((id) => changeOf.get(id) === 'prices')
      gameChanges.note(cursorAt(sending.here()), {
        full: ids.filter((id) => changeOf.get(id) !== 'prices'),
        prices: ofPrices,
      })
      if (changes.length > 0) await audience.toGames(frameOfChanges(idAt(sending.here())), changes)
      if (prices.length > 0) await audience.toGames(frameOfPrices(idAt(sending.here())), prices)
      await sendMarkets(ids)
    } catch (error) {
      // Some clients may have received the changes, so all are published again in full.
      publishedGames.forget(ids)
      audience.forgetMarkets(ids)
      for (const id of ids) changedGames.set(id, 'games')
      sendSoon()
      throw error
    } finally {
      inProgress = new Set()
    }
  }

  /** All prices of the games whose markets a client shows, where they changed. */
  async function sendMarkets(changed: readonly string[]): Promise<void> {
    const shown = audience.marketsShown(changed)
    for (const event of await marketEvents(shown, pricing, clock.now()))
      await audience.toMarkets(event.gameId, JSON.stringify(event.markets), () =>
        frameOf(idAt(sending.here()), [event]),
      )
  }

  return {
    haveChanged(gameIds: Iterable<string>, change: PriceChange): void {
      for (const id of gameIds) if (change !== 'prices' || !changedGames.has(id)) changedGames.set(id, change)
      sendSoon()
    },

    /**
     * A new follower starts from the current snapshot, so its first update may be a minute or price delta. This is not true while
     * a change is pending, because the follower may have read the game before it. Games outside the cache get a full change next
     * time, so that one client does not make the others wait.
     */
    learn({ games: followed }: Member): void {
      const ids = followed.map(({ gameId }) => gameId)
      const unknown = ids.filter((id) => !publishedGames.knows(id) && !changedGames.has(id) && !inProgress.has(id))
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
