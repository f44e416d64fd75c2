import type { MatchOdds } from '@mupiira/domain/pricing/types.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { ingestFeed } from './ingest-feed.ts'
import type { LateOdds } from './late-odds.ts'
import type { FeedAnswer, FeedGame, FeedOdds } from './ports.ts'
import { feedWasReceived, oddsWereReceived } from './watch-feed.ts'
import { quotedGames, withdrawOdds } from './withdraw-odds.ts'

type Odds = ReadonlyMap<string, MatchOdds>
const NO_NEW_ODDS: Odds = new Map()

/** What a turn was told, and whether that counts as a word of the feed. */
export type Reported = { readonly games: readonly FeedGame[]; readonly isWord: boolean; readonly odds?: Odds }

/** Whether a match is of the feed whose ids begin so; games of another may be on offer still. */
export const isOfFeed = (mark: string, matchId: string): boolean =>
  mark === '' ? !matchId.includes(':') : matchId.startsWith(mark)

export type FeedIntake = ReturnType<typeof feedIntake>

/** Takes over what the feed tells, in the order in which it was heard. */
export function feedIntake(kernel: Kernel, mark: string, late: LateOdds) {
  let last: Promise<unknown> = Promise.resolve()
  /** Of ours with odds those that the last answer about odds left out. */
  let unquoted: ReadonlySet<string> = new Set()

  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }

  async function ingest(games: readonly FeedGame[], odds: Odds): Promise<void> {
    const count = await ingestFeed(kernel, games, odds, kernel.clock.now())
    if (count.changed > 0) kernel.log.debug(count, 'the football feed told news')
  }

  return {
    /** Odds count in the turn that told them: later they might undo what was told since, here or to another node. */
    take: ({ games, isWord, odds = NO_NEW_ODDS }: Reported): Promise<void> =>
      inTurn(async () => {
        if (isWord) await feedWasReceived(kernel.workerDb)
        late.received(games)
        await ingest(games, odds)
      }),

    /**
     * Odds say nothing of what is being played: they are no word of the feed's scores. What was pushed before is taken over
     * by then: their matches are those that are known in their turn.
     */
    async takeLateOdds(prices: FeedAnswer<FeedOdds>, now: Date): Promise<void> {
      if (prices.ok) await inTurn(() => ingest(late.matchesFor(prices, [], now), prices.value.quotes))
    },

    /** What one answer leaves out may be a slip of it; left out by two in a row its odds do not stand (decision 0027). */
    withdrawUnquoted: ({ quotes, until }: FeedOdds): Promise<void> =>
      inTurn(async () => {
        const priced = await quotedGames(kernel.workerDb, until)
        const missing = priced.filter((matchId) => isOfFeed(mark, matchId) && !quotes.has(matchId))
        const gone = missing.filter((matchId) => unquoted.has(matchId))
        const withdrawn = await withdrawOdds(kernel, gone, kernel.clock.now())
        if (withdrawn > 0) kernel.log.warn({ games: withdrawn }, 'games are quoted no more')
        unquoted = new Set(missing)
        await oddsWereReceived(kernel.workerDb)
      }),

    /** Another node has heard answers meanwhile: what this one remembers of the last is out of date. */
    forget(): void {
      unquoted = new Set()
      late.forget()
    },
  }
}
