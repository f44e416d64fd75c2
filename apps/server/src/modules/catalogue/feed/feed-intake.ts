import type { MatchOdds } from '@mupiira/domain/pricing/types.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { type BaseOdds, eventsOf, withOdds } from '../games/game-change.ts'
import { lockGames, writeGames } from '../games/games.repository.ts'
import type { FeedAnswer, FeedGame, FeedOdds } from '../ports.ts'
import { gamesByFeedId, quotedGames, wasReceived } from './feed.repository.ts'
import type { Ingest } from './ingest-feed.ts'
import type { LateOdds } from './late-odds.ts'

type Odds = ReadonlyMap<string, MatchOdds>
const NO_NEW_ODDS: Odds = new Map()

/** The data of a turn, and whether it counts as a sign of life of the feed. */
export type Reported = {
  readonly games: readonly FeedGame[]
  readonly isSignOfLife: boolean
  readonly odds?: Odds
  /** When the data was requested; absent for pushed data, which cannot prove that nothing has happened since. */
  readonly requestedAt?: Date
}

/** Whether a match belongs to the feed with this id prefix. Games of another feed may still be on offer. */
export const isOfFeed = (mark: string, matchId: string): boolean =>
  mark === '' ? !matchId.includes(':') : matchId.startsWith(mark)

export type FeedIntake = ReturnType<typeof feedIntake>

/** Writes the feed's data in the order of its arrival. */
export function feedIntake(kernel: Kernel, { mark, late, store }: { mark: string; late: LateOdds; store: Ingest }) {
  let last: Promise<unknown> = Promise.resolve()
  /** Our quoted games that were missing from the last odds response. */
  let unquoted: ReadonlySet<string> = new Set()

  function queued(work: () => Promise<void>): Promise<void> {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }

  async function ingest(games: readonly FeedGame[], odds: Odds, requestedAt: Date | null = null): Promise<void> {
    const count = await store(games, odds, kernel.clock.now(), requestedAt)
    if (count.changed > 0) kernel.log.debug(count, 'the football feed reported changes')
  }

  return {
    /** Odds count only in the turn that received them. Later they could overwrite newer odds, here or on another node. */
    take: ({ games, isSignOfLife, odds = NO_NEW_ODDS, requestedAt }: Reported): Promise<void> =>
      queued(async () => {
        if (isSignOfLife) await wasReceived(kernel.workerDb, 'football')
        late.received(games)
        await ingest(games, odds, requestedAt)
      }),

    /**
     * Odds say nothing about live scores, so they are no sign of life for them. Pushed scores are written first, so
     * their games are known.
     */
    async takeLateOdds(prices: FeedAnswer<FeedOdds>, now: Date): Promise<void> {
      if (prices.ok) await queued(() => ingest(late.matchesFor(prices, [], now), prices.value.quotes))
    },

    /** A single omission may be an error of the feed. Odds missing from two responses in a row are withdrawn (decision 0027). */
    withdrawUnquoted: ({ quotes, until }: FeedOdds): Promise<void> =>
      queued(async () => {
        const priced = await quotedGames(kernel.workerDb, until)
        const missing = priced.filter((matchId) => isOfFeed(mark, matchId) && !quotes.has(matchId))
        const gone = missing.filter((matchId) => unquoted.has(matchId))
        const withdrawn = await withdrawOdds(kernel, gone, kernel.clock.now())
        if (withdrawn > 0) kernel.log.warn({ games: withdrawn }, 'odds of games were withdrawn')
        unquoted = new Set(missing)
        await wasReceived(kernel.workerDb, 'football-odds')
      }),

    /** Forgets the last response, because another node has followed the feed since. */
    forget(): void {
      unquoted = new Set()
      late.forget()
    },
  }
}

const NO_ODDS: BaseOdds = { homeOdds: null, drawOdds: null, awayOdds: null, over25Odds: null, under25Odds: null }

/** Removes the odds of upcoming matches that are no longer quoted (decision 0027). */
async function withdrawOdds(kernel: Kernel, matchIds: readonly string[], now: Date): Promise<number> {
  if (matchIds.length === 0) return 0
  const known = await gamesByFeedId(kernel.workerDb, matchIds)
  const ids = known.flatMap(({ id, status, model }) => (status === 'upcoming' && model !== null ? id : []))
  if (ids.length === 0) return 0
  return kernel.workerDb.transaction(async (tx) => {
    const upcoming = (await lockGames(tx, ids)).filter(({ status }) => status === 'upcoming')
    const changes = upcoming.map((before) => ({ before, after: { ...withOdds(before, NO_ODDS, now), updatedAt: now } }))
    await writeGames(tx, changes, { decidedBy: 'feed' })
    await kernel.outbox.appendEvents(tx, eventsOf(changes))
    return changes.length
  })
}
