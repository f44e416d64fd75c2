import type { MatchOdds } from '@mupiira/domain/pricing/types.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { ingestFeed } from './ingest-feed.ts'
import { lateOdds } from './late-odds.ts'
import type { FeedAnswer, FeedFailure, FeedGame, FeedOdds, FeedPush, FootballFeed } from './ports.ts'
import { pushedScores } from './pushed-scores.ts'
import { feedGamesUnderWay } from './queries.ts'
import { feedWasHeard, oddsWereHeard, weekWasHeard } from './watch-feed.ts'
import { quotedGames, withdrawOdds } from './withdraw-odds.ts'

const DAY_MS = 86_400_000
const MISSING_EVERY_MS = 20_000
/** While scores are pushed the live list is asked for no more often than that. */
const POLL_BESIDE_PUSH_MS = 30_000
/** Without a turn for so many of them another node has followed the feed. */
const TURNS_ELSEWHERE = 12

export type FeedFollower = {
  /** One turn, the one under way where there is one; answers whether the feed told anything, or had told it lately. */
  turn(): Promise<boolean>
  /** Keeps the connection open on which the feed tells by itself; called with every turn of the node that leads. */
  keepOpen(): void
}

type Odds = ReadonlyMap<string, MatchOdds>
const NO_NEW_ODDS: Odds = new Map()

/** What a turn was told, and whether that counts as a word of the feed. */
type Told = { readonly games: readonly FeedGame[]; readonly isWord: boolean; readonly odds?: Odds }

/**
 * Follows a feed. A turn asks for the matches that are being played; when one of ours that should be played is not among
 * them (it has ended, or has not begun), the feed is asked for it; as often as the feed likes, the whole week with its
 * odds. Where the feed tells live scores by itself they are taken over as they come, and turns are a second look. A week
 * that is not told keeps no live score waiting.
 */
export function feedFollower(kernel: Kernel, feed: FootballFeed, push: FeedPush | null): FeedFollower {
  let weekAt = Number.NEGATIVE_INFINITY
  let polledAtMs = Number.NEGATIVE_INFINITY
  let turnedAtMs = Number.NEGATIVE_INFINITY
  let missedBefore: ReadonlySet<string> = new Set()
  let askedForAt = Number.NEGATIVE_INFINITY
  const late = lateOdds()
  /** Of ours with odds those that the last answer about odds left out. */
  let unquoted: ReadonlySet<string> = new Set()
  const failures = kernel.metrics.counter('feed_failures', 'Questions that the football feed did not answer', [
    'what',
    'failure',
  ] as const)
  let last: Promise<unknown> = Promise.resolve()

  /** What is heard is taken over in the order in which it was heard. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
  async function ingest(games: readonly FeedGame[], odds: Odds): Promise<void> {
    const count = await ingestFeed(kernel, games, odds, kernel.clock.now())
    if (count.changed > 0) kernel.log.debug(count, 'the football feed told news')
  }
  /** Odds count in the turn that told them: later they might undo what was told since, here or to another node. */
  const take = ({ games, isWord, odds = NO_NEW_ODDS }: Told): Promise<void> =>
    inTurn(async () => {
      if (isWord) await feedWasHeard(kernel.workerDb)
      late.heard(games)
      await ingest(games, odds)
    })
  /** What one answer leaves out may be a slip of it; left out by two in a row its odds do not stand (decision 0463). */
  const takeOdds = ({ quotes, until }: FeedOdds): Promise<void> =>
    inTurn(async () => {
      const priced = await quotedGames(kernel.workerDb, until)
      const missing = priced.filter((matchId) => isOfFeed(feed.mark, matchId) && !quotes.has(matchId))
      const gone = missing.filter((matchId) => unquoted.has(matchId))
      const withdrawn = await withdrawOdds(kernel, gone, kernel.clock.now())
      if (withdrawn > 0) kernel.log.warn({ games: withdrawn }, 'games are quoted no more')
      unquoted = new Set(missing)
      await oddsWereHeard(kernel.workerDb)
    })
  const pushed = push === null ? null : pushedScores(kernel, push, (games) => take({ games, isWord: true }))

  const weekOf = (now: Date) => [new Date(now.getTime() - DAY_MS), new Date(now.getTime() + 8 * DAY_MS)] as const

  async function hearOdds(answer: FeedAnswer<FeedOdds>, to: Date, now: Date): Promise<void> {
    late.answered(answer, to, now)
    if (answer.ok) await takeOdds(answer.value)
    else failed(answer.error, 'odds')
  }

  async function askWeek(now: Date): Promise<Told | null> {
    const [from, to] = weekOf(now)
    // Where the quota is for one of the two, it is the odds' turn.
    const first = late.areLate() ? feed.odds(from, to) : null
    const [games, prices] = await Promise.all([feed.games(from, to), first ?? feed.odds(from, to)])
    await hearOdds(prices, to, now)
    if (!games.ok) {
      await takeLateOdds(prices, now)
      return failed(games.error)
    }
    await weekWasHeard(kernel.workerDb)
    weekAt = now.getTime()
    const odds = prices.ok ? { odds: prices.value.quotes } : {}
    return { games: late.matchesFor(prices, games.value, now), isWord: true, ...odds }
  }

  async function askForLateOdds(now: Date): Promise<void> {
    const [from, to] = weekOf(now)
    const prices = await feed.odds(from, to)
    await hearOdds(prices, to, now)
    await takeLateOdds(prices, now)
  }

  /**
   * Odds say nothing of what is being played: they are no word of the feed's scores. What was pushed before is taken over
   * by then: their matches are those that are known in their turn.
   */
  async function takeLateOdds(prices: FeedAnswer<FeedOdds>, now: Date): Promise<void> {
    if (prices.ok) await inTurn(() => ingest(late.matchesFor(prices, [], now), prices.value.quotes))
  }

  async function askNow(now: Date, isWeekLate: boolean): Promise<Told | null> {
    const live = await feed.liveGames(now)
    if (!live.ok && live.error !== 'REFUSED') return failed(live.error)
    // A feed refuses an empty list: no match is live, as far as it says.
    const playing = live.ok ? live.value : []
    const told = new Set(playing.map((game) => game.matchId))
    const underWay = await feedGamesUnderWay(kernel.workerDb, now)
    const missing = underWay.filter((matchId) => isOfFeed(feed.mark, matchId) && !told.has(matchId))
    // With one of ours under way a refused list is no word: whoever refuses everything has fallen silent.
    const isWord = live.ok || (missing.length === 0 && !isWeekLate)
    if (!isWorthAsking(missing, now)) return { games: playing, isWord }
    const found = await feed.matches(missing, now)
    if (found.ok) return { games: [...playing, ...found.value], isWord: true }
    askedForAt = Number.NEGATIVE_INFINITY
    return failed(found.error) ?? { games: playing, isWord }
  }

  /** A match that has just left the live list has ended; one that stays away (late, or gone) is asked for now and then. */
  function isWorthAsking(missing: readonly string[], now: Date): boolean {
    const hasLeft = missing.some((matchId) => !missedBefore.has(matchId))
    missedBefore = new Set(missing)
    if (missing.length === 0 || (!hasLeft && now.getTime() - askedForAt < MISSING_EVERY_MS)) return false
    askedForAt = now.getTime()
    return true
  }

  function failed(failure: FeedFailure, what: 'games' | 'odds' = 'games'): null {
    failures.inc({ what, failure })
    if (failure === 'QUOTA') kernel.log.debug({ what }, 'the football feed is not asked: its quota is spent')
    else kernel.log.warn({ failure, what }, 'the football feed had no answer')
    return null
  }

  async function takeTurn(): Promise<boolean> {
    const now = kernel.clock.now()
    const isWeekDue = now.getTime() - weekAt >= feed.weekEveryMs
    const isHeard = await askWhatIsDue(now, isWeekDue)
    // After the scores: whoever does not answer about odds does not hold them up.
    if (!isWeekDue && late.areDue(now)) await askForLateOdds(now)
    return isHeard
  }

  async function askWhatIsDue(now: Date, isWeekDue: boolean): Promise<boolean> {
    const askedAtMs = performance.now()
    if (askedAtMs - turnedAtMs > TURNS_ELSEWHERE * kernel.config.feedPollMs) {
      unquoted = new Set()
      late.forget()
    }
    turnedAtMs = askedAtMs
    if (!isWeekDue && pushed?.isFresh() === true && askedAtMs - polledAtMs < POLL_BESIDE_PUSH_MS) return true
    polledAtMs = askedAtMs
    const told = (isWeekDue ? await askWeek(now) : null) ?? (await askNow(now, isWeekDue))
    if (told === null) return false
    // What was pushed since the question is newer than its answer.
    const games = told.games.filter(({ matchId }) => pushed?.wasToldSince(matchId, askedAtMs) !== true)
    pushed?.giveWayTo(games)
    await take({ ...told, games })
    return told.isWord
  }

  let underWay: Promise<boolean> | null = null
  return {
    keepOpen: () => pushed?.keepOpen(),
    // Of two questions at once the older answer could come last, and undo a goal or the newest odds.
    turn: () => (underWay ??= takeTurn().finally(() => (underWay = null))),
  }
}

const isOfFeed = (mark: string, matchId: string): boolean =>
  mark === '' ? !matchId.includes(':') : matchId.startsWith(mark)
