import type { Score } from '../support/market-rules.ts'
import { ruledOffer } from '../support/ticket-rules.ts'
import type { History, Reason } from './in-play-history.ts'
import { fairOdds, type ModelTicket, type WaitingBet } from './in-play-tickets.ts'

/** The decision of a waiting bet as the product stored it, with its acceptance record (INP-16). */
export type StoredDecision = {
  readonly id: string
  readonly requestedOdds: bigint
  readonly acceptedOdds: bigint | null
  readonly rejectedBecause: string | null
  readonly decidedAt: number
  readonly atRequest: StoredRecord
  readonly atDecision: StoredRecord
}
type StoredMoment = {
  readonly odds: number | null
  readonly score: Score
  readonly redCards: Score
  readonly lastGoalAt: string | null
  readonly lastIncidentAt: string | null
  readonly requestedAt: string | null
}
export type StoredRecord = { readonly games: Readonly<Record<string, StoredMoment>> }

const TOO_LATE_MS = 15_000
/** Outside of these fair odds a selection may have no price: it is decided, or its odds with the margin are too low. */
const PRICED = { from: 1.3, to: 500 }
/** The order in which reasons count (decision 0041). Those after GAME_CLOSED do not come from the games. */
const ORDER = [
  'TOO_LATE',
  'GOAL',
  'RED_CARD',
  'PENALTY_OR_REVIEW',
  'SUSPENDED',
  'GAME_CLOSED',
  'ODDS_CHANGED',
  'BALANCE',
]

/**
 * The faults of a decision, given the reports that the product had received. `seenAt` is when the model read the
 * decision: a decision with the time `decidedAt` may already include reports that arrived until then. While another
 * process works (`isExact` is false), it may also lack the reports of its own time.
 */
export function faultsOfDecision(
  history: History,
  bet: WaitingBet,
  decision: StoredDecision,
  {
    ticket,
    seenAt,
    isExact,
  }: { readonly ticket: ModelTicket | null; readonly seenAt: number; readonly isExact: boolean },
): string[] {
  const certain = reasonsFor(history, bet, decision.decidedAt - (isExact ? 0 : 1), isExact)
  const faults = recordFaults(history, bet, decision, isExact ? seenAt : null)
  if (decision.rejectedBecause === null) {
    if (ticket === null) return [...faults, 'accepted without a ticket']
    if (certain.length > 0) faults.push(`accepted in spite of ${certain.join()}`)
    return [
      ...faults,
      ...acceptanceFaults(history, bet, decision, seenAt),
      ...oddsFaults(history, bet, decision, ticket, isExact),
    ]
  }
  const allowed = new Set([
    ...certain,
    ...reasonsFor(history, bet, seenAt, true),
    ...softReasons(history, bet, decision, isExact),
  ])
  if (!allowed.has(decision.rejectedBecause))
    faults.push(`rejected without a reason: ${decision.rejectedBecause}, ${describe(history, bet, decision)}`)
  const first = certain.toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b))[0]
  if (first !== undefined && ORDER.indexOf(decision.rejectedBecause) > ORDER.indexOf(first))
    faults.push(`rejected because of ${decision.rejectedBecause}, not of ${first}`)
  return faults
}

/** What the model knew of each selection at the decision, for the message of a failure. */
function describe(history: History, bet: WaitingBet, decision: StoredDecision): string {
  const { decidedAt, atRequest, atDecision } = decision
  const legs = bet.legs.map((leg) => ({
    ...leg,
    odds: Number(leg.odds),
    fair: fairOdds(leg, bet.rulebook, history, decidedAt),
    state: history.stateAt(leg.gameId, decidedAt),
    silentMs: decidedAt - (history.of(leg.gameId).reports.findLast((at) => at <= decidedAt) ?? 0),
    changes: history.of(leg.gameId).changes.map(({ at, reason }) => `${reason} ${at - decidedAt}`),
    atRequest: atRequest.games[leg.gameId],
    atDecision: atDecision.games[leg.gameId],
  }))
  return JSON.stringify({ waitedMs: decidedAt - bet.createdAt, lateMs: decidedAt - bet.decidesAt, legs })
}

/** The reasons that reject the bet by a time: everything that happened to its games after the request. */
function reasonsFor(
  history: History,
  { legs, createdAt, decidesAt }: WaitingBet,
  at: number,
  isLatest: boolean,
): string[] {
  const found = new Set<string>(at - decidesAt > TOO_LATE_MS ? ['TOO_LATE'] : [])
  for (const { gameId } of legs) {
    const { startsAt } = history.of(gameId).match
    if (createdAt < startsAt && startsAt <= at) found.add('GAME_CLOSED')
    for (const reason of history.between(gameId, createdAt, at)) found.add(reason satisfies Reason)
    // The history keeps only the present suspension.
    if (isLatest && startsAt <= createdAt && history.suspension(gameId, at) === 'certain') found.add('SUSPENDED')
  }
  return [...found]
}

/** Reasons that depend on prices, balances and the stored time of reports. */
function softReasons(
  history: History,
  { legs, policy, person, rulebook, createdAt }: WaitingBet,
  { decidedAt, atRequest }: StoredDecision,
  isExact: boolean,
): string[] {
  const times = timesOf(decidedAt, isExact)
  // The bet keeps the requested odds while they are fair (decision 0041).
  const requested = legs.map(({ gameId }) => atRequest.games[gameId]?.odds ?? 0)
  const isUnfair = times.some((at) =>
    isAboveFair(
      requested,
      legs.map((leg) => 100 * fairOdds(leg, rulebook, history, at)),
    ),
  )
  const hasUpcoming = legs.some(({ gameId }) => history.of(gameId).match.startsAt > createdAt)
  const isClosed = legs.some((leg) => {
    const fair = fairOdds(leg, rulebook, history, decidedAt)
    const isSuspended = times.some((at) => history.suspension(leg.gameId, at) !== null)
    return isSuspended || fair < PRICED.from || fair > PRICED.to
  })
  return [
    ...(policy !== 'any' && isUnfair ? ['ODDS_CHANGED'] : []),
    ...(person.balance < 0n ? ['BALANCE'] : []),
    ...(isClosed ? ['SUSPENDED'] : []),
    // The feed of another process does not quote upcoming games.
    ...(!isExact && hasUpcoming ? ['SUSPENDED', 'GAME_CLOSED'] : []),
  ]
}

/** The times of the knowledge behind a decision: with or without the reports of its own time. */
const timesOf = (decidedAt: number, isExact: boolean): number[] => (isExact ? [decidedAt] : [decidedAt - 1, decidedAt])

/** Whether odds exceed the fair ones, of a game or in total with the highest win bonus. */
function isAboveFair(odds: readonly number[], fair: readonly number[]): boolean {
  const total = odds.reduce((product, each, at) => (product * each) / (fair[at] ?? 0), 1)
  return odds.some((each, at) => each > (fair[at] ?? 0)) || (odds.length >= 3 && total * 1.05 > 1)
}

/** An accepted bet waited for its delay, and for a response of the feed that was requested after it. */
function acceptanceFaults(history: History, bet: WaitingBet, { decidedAt }: StoredDecision, seenAt: number): string[] {
  const faults = decidedAt < bet.decidesAt ? ['accepted before the end of its delay'] : []
  for (const { gameId } of bet.legs.filter((leg) => history.of(leg.gameId).match.startsAt <= bet.createdAt)) {
    const answeredAt = history.answeredAt(gameId, bet.decidesAt)
    if (answeredAt === null || answeredAt > seenAt) faults.push('accepted without a newer response of the feed')
    // Whatever the player could see on the pitch before the request was known to the product before the decision.
    const { match, known } = history.of(gameId)
    const toldUntil = known.at(-1)?.asOf ?? 0
    if (match.moments.some((moment) => moment.at <= bet.createdAt && moment.known > toldUntil))
      faults.push('accepted while the feed did not know what the player saw')
  }
  return faults
}

/** The accepted odds follow the policy, and no selection of a live game has odds above its fair odds (INP-04). */
function oddsFaults(
  history: History,
  bet: WaitingBet,
  decision: StoredDecision,
  ticket: ModelTicket,
  isExact: boolean,
): string[] {
  const { requestedOdds, acceptedOdds, decidedAt, atRequest } = decision
  if (acceptedOdds === null) return ['accepted without odds']
  const { legs, rulebook } = ticket
  const total = ruledOffer(
    legs.map(({ odds }) => odds),
    ticket.terms,
  ).totalOdds
  const times = timesOf(decidedAt, isExact)
  const fair = legs.map((leg) => 100 * Math.max(...times.map((at) => fairOdds(leg, rulebook, history, at))))
  const faults = total === acceptedOdds ? [] : [`total odds ${acceptedOdds}, not ${total}`]
  legs.forEach((leg, at) => {
    const isLive = history.of(leg.gameId).match.startsAt <= bet.createdAt
    if (isLive && Number(leg.odds) > (fair[at] ?? 0)) faults.push(`${leg.market} ${leg.selection} above fair odds`)
  })
  if (bet.policy === 'none' && acceptedOdds !== requestedOdds) faults.push('other odds in spite of the policy "none"')
  if (bet.policy === 'better' && acceptedOdds < requestedOdds) faults.push('worse odds in spite of the policy "better"')
  const requested = legs.map(({ gameId }) => atRequest.games[gameId]?.odds ?? 0)
  if (isExact && acceptedOdds < requestedOdds && !isAboveFair(requested, fair))
    faults.push('worse odds although the requested odds are fair')
  return faults
}

/**
 * The acceptance record repeats what the product had received at the request and at the decision. Without `seenAt`, it
 * is not known which reports the decision includes.
 */
function recordFaults(history: History, bet: WaitingBet, decision: StoredDecision, seenAt: number | null): string[] {
  const { atRequest, atDecision, decidedAt } = decision
  return bet.legs.flatMap(({ gameId }) => {
    const { match } = history.of(gameId)
    if (bet.createdAt < match.startsAt || !history.isLive(gameId, seenAt ?? decidedAt)) return []
    const isRight = (record: StoredRecord, at: number): boolean => isRecorded(history, gameId, record, at)
    const isDecisionRight = seenAt === null || isRight(atDecision, decidedAt) || isRight(atDecision, seenAt)
    return [
      ...(isRight(atRequest, bet.createdAt) ? [] : ['the record of the request differs from the feed']),
      ...(isDecisionRight ? [] : ['the record of the decision differs from the feed']),
    ]
  })
}

function isRecorded(history: History, gameId: string, record: StoredRecord, at: number): boolean {
  const game = history.of(gameId)
  const moment = record.games[gameId]
  if (moment === undefined) return false
  const state = history.stateAt(gameId, at)
  const requestedAt = moment.requestedAt === null ? null : Date.parse(moment.requestedAt)
  return (
    isSame(moment.score, state?.score) &&
    isSame(moment.redCards, state?.redCards) &&
    isTime(moment.lastGoalAt, history.lastOf(game, at, 'GOAL')) &&
    isTime(moment.lastIncidentAt, history.lastOf(game, at, 'RED_CARD', 'PENALTY_OR_REVIEW')) &&
    (requestedAt === null ||
      game.responses.some((response) => response.requestedAt === requestedAt && response.at <= at))
  )
}

const isSame = (stored: Score, known: Score = { home: 0, away: 0 }): boolean =>
  stored.home === known.home && stored.away === known.away
const isTime = (text: string | null, at: number | null): boolean => (text === null ? null : Date.parse(text)) === at
