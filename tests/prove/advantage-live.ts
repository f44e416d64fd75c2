import type { Ticket } from '@mupiira/contract/tickets.ts'
import type { GoalEvent } from '@mupiira/domain/match/goals.ts'
import { scoreOf } from '@mupiira/domain/match/goals.ts'
import { DEFAULT_SETTINGS } from '@mupiira/domain/settings/catalogue.ts'
import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import type { Draws } from '../support/seeded.ts'
import type { Pick } from './advantage-market.ts'
import { type AdvantageProduct, type FeedGame, type ListedMatch, reportAfterGoals } from './advantage-product.ts'

const { cashout_delay, feed_latency } = DEFAULT_SETTINGS
/** The longest lag that delay and latency cover. */
const LAG_MS = (cashout_delay + feed_latency) * 1000 - 1000
const POLL_MS = 5_000
const ANSWER_MS = 2_000
const POLLS = 5
/** The share of penalties that are missed. */
const MISSED = 0.24

type Bet = { readonly ticket: Ticket; readonly listed: ListedMatch; readonly pick: Pick }
type Known = 'goal' | 'penalty'
/** A goal, or a penalty that is scored or missed. */
type Moment = GoalEvent & { readonly isGoal: boolean }
type Match = ListedMatch & { readonly moments: readonly Moment[] }

/**
 * Plays live matches. Their players learn of each goal, or of each penalty before it is taken, `LAG_MS` before
 * responses of the feed include it, and accept the cash-out offer if it hurts their bet.
 */
export async function playWithKnowledge(
  product: AdvantageProduct,
  draws: Draws,
  {
    listed,
    bets,
    known,
  }: { readonly listed: readonly ListedMatch[]; readonly bets: readonly Bet[]; readonly known: Known },
): Promise<{ readonly accepted: number }> {
  const matches = listed.map((each): Match => ({ ...each, moments: momentsOf(each, known, draws) }))
  const byGame = Map.groupBy(bets, (bet) => bet.listed.gameId)
  const { clock, receive } = product
  clock.set(listed[0]?.feed.startsAt ?? clock.now())
  await receive(matches.map((match) => liveAt(match, { until: 0, incidents: 0 })))
  let accepted = 0
  for (let at = 0; at < Math.max(...matches.map(({ moments }) => moments.length)); at += 1) {
    const playing = matches.filter(({ moments }) => moments.length > at)
    const reports = (until: number, incidents: number) =>
      playing.map((match) => liveAt(match, { until, at, incidents }))
    const incidents = known === 'penalty' ? { before: at, after: at + 1 } : { before: 0, after: 0 }
    // The outcome of a penalty is decided only after the offers below.
    const after = known === 'penalty' ? at : at + 1
    clock.forward(2 * MINUTE_MS)
    await receive(reports(at, incidents.before), { requestedAt: clock.now() })
    const happenedAtMs = clock.now().getTime()
    const affected = playing.flatMap((match) =>
      (byGame.get(match.gameId) ?? []).filter(({ pick }) => lowersValue(match, at, pick)),
    )
    const answers = await product.cashOut(affected.map(({ ticket }) => ({ ticket, above: 0 })))
    accepted += answers.filter(Boolean).length
    for (let poll = 0; poll < POLLS; poll += 1) {
      clock.forward(POLL_MS)
      const requestedAt = new Date(clock.now().getTime() - ANSWER_MS)
      const isIncluded = requestedAt.getTime() - happenedAtMs >= LAG_MS
      const answer = isIncluded ? reports(after, incidents.after) : reports(at, incidents.before)
      await receive(answer, { requestedAt })
    }
    if (known === 'penalty') {
      clock.forward(MINUTE_MS)
      await receive(reports(at + 1, incidents.after), { requestedAt: clock.now() })
    }
  }
  return { accepted }
}

function momentsOf({ goals }: ListedMatch, known: Known, draws: Draws): Moment[] {
  const scored = goals.map((goal) => ({ ...goal, isGoal: true }))
  if (known === 'goal') return scored
  return scored.flatMap((goal) => {
    const isOneMissed = draws.chance(MISSED / (1 - MISSED))
    return isOneMissed ? [{ ...goal, isGoal: false }, goal] : [goal]
  })
}

const goalsUntil = (moments: readonly Moment[], until: number): GoalEvent[] =>
  moments.slice(0, until).flatMap(({ isGoal, ...goal }) => (isGoal ? [goal] : []))

/** The feed's report of a match after its first `until` moments, in the minute of the moment with the index `at`. */
function liveAt(
  match: Match,
  { until, at = 0, incidents }: { readonly until: number; readonly at?: number; readonly incidents: number },
): FeedGame {
  const minute = match.moments[at]?.minute ?? 1
  const played = reportAfterGoals(match, goalsUntil(match.moments, until))
  return {
    ...played,
    halfTime: minute > 45 ? played.halfTime : null,
    status: { kind: 'live', minute, halfTime: false },
    incidents: match.feed.incidents === null ? null : incidents,
  }
}

function lowersValue({ moments }: Match, at: number, [, selection]: Pick): boolean {
  const team = moments[at]?.team
  const { home, away } = scoreOf(goalsUntil(moments, at))
  switch (selection) {
    case '1':
      return team === 'away'
    case '2':
      return team === 'home'
    case 'X':
      return team === 'home' ? home >= away : away >= home
    default:
      return selection.startsWith('under')
  }
}
