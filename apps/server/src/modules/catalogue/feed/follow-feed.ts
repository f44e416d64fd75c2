import type { Kernel } from '../../../kernel/kernel.ts'
import { feedPolling } from './poll-feed.ts'
import { feedIntake, type Reported } from './feed-intake.ts'
import { lateOdds } from './late-odds.ts'
import type { Ingest } from './ingest-feed.ts'
import type { FeedPush, FootballFeed } from '../ports.ts'
import { pushedScores } from './pushed-scores.ts'

/** While scores are pushed, the live list is polled no more often than this. */
const POLL_BESIDE_PUSH_MS = 30_000
/** After this many missed turns another node has been following the feed. */
const TURNS_ELSEWHERE = 12

export type FeedFollower = {
  /** Runs a turn, or joins the running one. Resolves to whether the feed has reported anything recently. */
  turn(): Promise<boolean>
  /** Keeps the push connection open. Called in each turn of the leading node. */
  keepOpen(): void
}

/**
 * Follows a feed. Each turn polls live matches and requests our matches that should be live but are missing (ended,
 * or not started). The week with its odds is requested at the interval of the feed. Pushed live scores are written
 * as they arrive; polling then only verifies them. A failing week never delays live scores.
 */
export function feedFollower(
  kernel: Kernel,
  feed: FootballFeed,
  push: FeedPush | null,
  { store, unreadable }: { readonly store: Ingest; readonly unreadable: (rows: number) => void },
): FeedFollower {
  const late = lateOdds()
  const intake = feedIntake(kernel, { mark: feed.mark, late, store })
  const polls = feedPolling(kernel, feed, { intake, late, unreadable })
  const pushed =
    push === null ? null : pushedScores(kernel, push, (games) => intake.take({ games, isSignOfLife: true }))
  let polledAtMs = Number.NEGATIVE_INFINITY
  let turnedAtMs = Number.NEGATIVE_INFINITY
  let underWay: Promise<boolean> | null = null

  async function takeTurn(): Promise<boolean> {
    const now = kernel.clock.now()
    const isWeekDue = polls.isWeekDue(now)
    const isReceived = await receiveScores(now, isWeekDue)
    // After the scores, so that slow odds do not delay them.
    if (!isWeekDue && late.areDue(now)) await polls.lateOdds(now)
    return isReceived
  }

  async function receiveScores(now: Date, isWeekDue: boolean): Promise<boolean> {
    const requestedAtMs = performance.now()
    if (requestedAtMs - turnedAtMs > TURNS_ELSEWHERE * kernel.config.feedPollMs) intake.forget()
    turnedAtMs = requestedAtMs
    if (!isWeekDue && pushed?.isFresh() === true && requestedAtMs - polledAtMs < POLL_BESIDE_PUSH_MS) return true
    polledAtMs = requestedAtMs
    const report = (isWeekDue ? await polls.week(now) : null) ?? (await polls.live(now, isWeekDue))
    if (report === null) return false
    await takeAnswer({ ...report, requestedAt: now }, requestedAtMs)
    return report.isSignOfLife
  }

  /** Pushed scores that arrived after the request are newer than its response. */
  async function takeAnswer(report: Reported, requestedAtMs: number): Promise<void> {
    const games = report.games.filter(({ matchId }) => pushed?.wasReportedSince(matchId, requestedAtMs) !== true)
    pushed?.dropQueued(games)
    await intake.take({ ...report, games })
  }

  return {
    keepOpen: () => pushed?.keepOpen(),
    // With two concurrent requests, the older response could arrive last and overwrite a goal or the newest odds.
    turn: () => (underWay ??= takeTurn().finally(() => (underWay = null))),
  }
}
