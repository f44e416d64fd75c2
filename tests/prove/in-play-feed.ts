import { feedMatch } from '../../apps/server/src/modules/catalogue/testing/feed-fixture.ts'
import type { Draws } from '../support/seeded.ts'
import { finalGoals, halfTimeOf, type Match, playedAt, type Played, scoreOf, type Span } from './in-play-match.ts'

export type Report = ReturnType<typeof feedMatch>
/** A report that reaches the product. It contains what the feed knew at `asOf`. `requestedAt` is null if it was pushed. */
export type Delivery = {
  readonly match: Match
  readonly report: Report
  readonly asOf: number
  readonly requestedAt: number | null
}

const AGE_MS = 2_000
const OLD_AGE_MS = 5_000
const BEFORE_START_MS = 30_000

/**
 * The feed at one tick: a response to a request a moment ago, which may be some seconds old, and sometimes a pushed
 * report that knows everything. So a push and the next response can contradict each other.
 */
export function deliveriesAt(
  match: Match,
  { now, requestedAt, hasEnded }: { readonly now: number; readonly requestedAt: number; readonly hasEnded: boolean },
  draws: Draws,
): Delivery[] {
  if (now < match.startsAt - BEFORE_START_MS || match.silences.some((span) => isWithin(span, now))) return []
  const age = draws.chance(0.1) ? OLD_AGE_MS : draws.below(AGE_MS)
  if (hasEnded) {
    const { correction } = match
    const isCorrected = correction?.by === 'feed' && now >= correction.at && now < correction.at + 9_000
    return isCorrected ? [{ match, report: ended(match, true), asOf: now, requestedAt }] : []
  }
  const contradiction = match.contradictions.find((span) => isWithin(span, now))
  const asOf = requestedAt - age
  const response = { match, report: reportOf(match, asOf), asOf, requestedAt }
  if (contradiction !== undefined && now > match.kickOff)
    return [{ ...response, report: contradicting(response.report, contradiction.how) }]
  const isPushed = now > match.kickOff && now < match.endsAt && draws.chance(0.3)
  return isPushed ? [response, { match, report: reportOf(match, now), asOf: now, requestedAt: null }] : [response]
}

export const isWithin = ({ from, to }: Span, at: number): boolean => at >= from && at < to

const namesOf = ({ home, away, startsAt }: Match) => ({
  homeTeam: home,
  awayTeam: away,
  startsAt: new Date(startsAt),
})

function reportOf(match: Match, asOf: number): Report {
  const played = playedAt(match, asOf)
  if (played === null) return feedMatch(match.id, namesOf(match))
  if (asOf < match.endsAt)
    return feedMatch(match.id, {
      ...namesOf(match),
      status: { kind: 'live', minute: played.minute, halfTime: played.isHalfTime },
      ...factsReported(played),
    })
  if (match.isCancelled)
    return feedMatch(match.id, { ...namesOf(match), ...factsReported(played), status: { kind: 'cancelled' } })
  return ended(match, match.correction === null)
}

const factsReported = ({ goals, minute, isHalfTime, redCards, incidents, alerts }: Played) => ({
  ...scored(goals),
  halfTime: minute > 45 || isHalfTime ? halfTimeOf(goals) : null,
  redCards,
  incidents,
  alerts,
})
const scored = (goals: Played['goals']) => ({
  score: scoreOf(goals),
  goals: goals.map((goal) => ({ ...goal, scorer: 'A. Player', playerId: '9' })),
})

function ended(match: Match, isRight: boolean): Report {
  const goals = finalGoals(match, isRight)
  const last = playedAt(match, match.endsAt)
  return feedMatch(match.id, {
    ...namesOf(match),
    status: { kind: 'finished' },
    ...scored(goals),
    halfTime: halfTimeOf(goals),
    redCards: last?.redCards ?? null,
    incidents: last?.incidents ?? null,
  })
}

function contradicting(report: Report, how: 'upcoming' | 'swapped' | 'unknown status'): Report {
  switch (how) {
    case 'upcoming':
      return { ...report, status: { kind: 'upcoming' }, score: null, halfTime: null, goals: [], incidents: null }
    case 'swapped':
      return { ...report, homeTeam: report.awayTeam, awayTeam: report.homeTeam }
    case 'unknown status':
      return { ...report, status: { kind: 'held', text: 'Crowd trouble' } }
  }
}
