import type { Kernel } from '../../kernel/kernel.ts'
import { feedQuestions } from './ask-feed.ts'
import { feedIntake, type Reported } from './feed-intake.ts'
import { lateOdds } from './late-odds.ts'
import type { FeedPush, FootballFeed } from './ports.ts'
import { pushedScores } from './pushed-scores.ts'

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

/**
 * Follows a feed. A turn asks for the matches that are being played; when one of ours that should be played is not among
 * them (it has ended, or has not begun), the feed is asked for it; as often as the feed likes, the whole week with its
 * odds. Where the feed tells live scores by itself they are taken over as they come, and turns are a second look. A week
 * that is not told keeps no live score waiting.
 */
export function feedFollower(kernel: Kernel, feed: FootballFeed, push: FeedPush | null): FeedFollower {
  const late = lateOdds()
  const intake = feedIntake(kernel, feed.mark, late)
  const ask = feedQuestions(kernel, feed, intake, late)
  const pushed = push === null ? null : pushedScores(kernel, push, (games) => intake.take({ games, isWord: true }))
  let polledAtMs = Number.NEGATIVE_INFINITY
  let turnedAtMs = Number.NEGATIVE_INFINITY
  let underWay: Promise<boolean> | null = null

  async function takeTurn(): Promise<boolean> {
    const now = kernel.clock.now()
    const isWeekDue = ask.isWeekDue(now)
    const isReceived = await receiveScores(now, isWeekDue)
    // After the scores: whoever does not answer about odds does not hold them up.
    if (!isWeekDue && late.areDue(now)) await ask.lateOdds(now)
    return isReceived
  }

  async function receiveScores(now: Date, isWeekDue: boolean): Promise<boolean> {
    const askedAtMs = performance.now()
    if (askedAtMs - turnedAtMs > TURNS_ELSEWHERE * kernel.config.feedPollMs) intake.forget()
    turnedAtMs = askedAtMs
    if (!isWeekDue && pushed?.isFresh() === true && askedAtMs - polledAtMs < POLL_BESIDE_PUSH_MS) return true
    polledAtMs = askedAtMs
    const told = (isWeekDue ? await ask.week(now) : null) ?? (await ask.live(now, isWeekDue))
    if (told === null) return false
    await takeAnswer(told, askedAtMs)
    return told.isWord
  }

  /** What was pushed since the question is newer than its answer. */
  async function takeAnswer(told: Reported, askedAtMs: number): Promise<void> {
    const games = told.games.filter(({ matchId }) => pushed?.wasReportedSince(matchId, askedAtMs) !== true)
    pushed?.giveWayTo(games)
    await intake.take({ ...told, games })
  }

  return {
    keepOpen: () => pushed?.keepOpen(),
    // Of two questions at once the older answer could come last, and undo a goal or the newest odds.
    turn: () => (underWay ??= takeTurn().finally(() => (underWay = null))),
  }
}
