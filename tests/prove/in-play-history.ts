import type { InPlayState } from '@mupiira/domain/pricing/in-play.ts'
import type { MatchFacts, Score } from '../support/market-rules.ts'
import type { Delivery } from './in-play-feed.ts'
import type { Match } from './in-play-match.ts'

/** A change of a game that rejects a waiting bet, with the product's name of the reason. */
export type Reason = 'GOAL' | 'RED_CARD' | 'PENALTY_OR_REVIEW' | 'SUSPENDED' | 'GAME_CLOSED'
type Change = { readonly at: number; readonly reason: Reason }
/** The state of a live game from `at` on. The report contains the events that the feed knew at `asOf`. */
type Known = {
  readonly at: number
  readonly asOf: number
  /** When the minute was first reported. */
  readonly minuteAt: number
  readonly state: InPlayState
  readonly incidents: number
  readonly alerts: number
}
type Result = { readonly at: number; readonly facts: MatchFacts | 'void' }

type GameHistory = {
  readonly match: Match
  readonly changes: Change[]
  readonly known: Known[]
  /** Responses to polls: when they were requested, and when they arrived. */
  readonly responses: { readonly requestedAt: number; readonly at: number }[]
  /** When reports arrived after the announced start. */
  readonly reports: number[]
  readonly results: Result[]
  /** When the last report of danger arrived. */
  alertAt: number | null
  isHeld: boolean
  isSuspended: boolean
  isOver: boolean
}

/** The times of the requirements: after a goal, after a card, penalty or review, and without news (INP-08, TICK-42). */
export const BETS = { goalMs: 10_000, incidentMs: 60_000, silenceMs: 15_000 }
export const CASHOUTS = { ...BETS, silenceMs: 30_000 }
/** The product stores the time of a report at most this often, so its time can be this much older. */
const STORED_EVERY_MS = 4_000

/** The reports of each game that the product received, and the events that follow from them. */
export function createHistory() {
  const games = new Map<string, GameHistory>()
  const of = (gameId: string): GameHistory => {
    const found = games.get(gameId)
    if (found === undefined) throw new Error(`no game ${gameId}`)
    return found
  }
  const change = (game: GameHistory, at: number, reason: Reason): void => void game.changes.push({ at, reason })

  function received(at: number, delivery: Delivery): void {
    const { match, report, requestedAt } = delivery
    const game = of(match.gameId)
    if (game.isOver) return
    const wasLive = game.known.length > 0
    if (at >= match.startsAt) {
      game.reports.push(at)
      if (requestedAt !== null) game.responses.push({ requestedAt, at })
    }
    const isSwapped = report.homeTeam !== match.home
    const { kind } = report.status
    if (isSwapped || kind === 'held' || (kind === 'upcoming' && wasLive)) {
      if (!game.isHeld) change(game, at, 'SUSPENDED')
      game.isHeld = true
      return
    }
    game.isHeld = false
    if (kind === 'upcoming') return
    played(game, at, delivery)
    if (kind === 'live') return
    game.isOver = true
    change(game, at, 'GAME_CLOSED')
  }

  function played(game: GameHistory, at: number, { report, asOf }: Delivery): void {
    const before = game.known.at(-1) ?? { ...KICK_OFF, minuteAt: at }
    const reported = knownOf(report)
    const { minute, phase } = reported.state
    const isSameMinute = minute === before.state.minute && phase === before.state.phase
    const next = { ...reported, at, asOf, minuteAt: isSameMinute ? before.minuteAt : at }
    if (!isEqual(before.state.score, next.state.score)) change(game, at, 'GOAL')
    if (!isEqual(before.state.redCards, next.state.redCards)) change(game, at, 'RED_CARD')
    const isLive = report.status.kind === 'live'
    if (isLive && before.incidents !== next.incidents) change(game, at, 'PENALTY_OR_REVIEW')
    if (isLive && before.alerts !== next.alerts) {
      change(game, at, 'SUSPENDED')
      game.alertAt = at
    }
    if (isLive) game.known.push(next)
  }

  /** The last change of these kinds up to a time. */
  const lastOf = (game: GameHistory, to: number, ...reasons: readonly Reason[]): number | null =>
    game.changes.findLast(({ at, reason }) => at <= to && reasons.includes(reason))?.at ?? null
  const lastReport = (game: GameHistory, to: number): number => game.reports.findLast((at) => at <= to) ?? 0

  /** Whether a live game takes no bets, or no cashouts. `possible`: it depends on which reports were stored. */
  function suspension(gameId: string, at: number, times = BETS): 'certain' | 'possible' | null {
    const game = of(gameId)
    const within = (last: number | null, ms: number): boolean => last !== null && at - last < ms
    const isClosed =
      game.isSuspended ||
      game.isHeld ||
      within(lastOf(game, at, 'GOAL'), times.goalMs) ||
      within(game.alertAt, times.goalMs) ||
      within(lastOf(game, at, 'RED_CARD', 'PENALTY_OR_REVIEW'), times.incidentMs)
    const silentMs = at - lastReport(game, at)
    if (isClosed || silentMs > times.silenceMs) return 'certain'
    // The time of the first report of a live game may not be stored.
    const isNew = game.known.length === 0 || game.reports.length < 3
    return isNew || silentMs > times.silenceMs - STORED_EVERY_MS ? 'possible' : null
  }

  return {
    of,
    lastOf,
    suspension,
    received,
    add(match: Match): void {
      const empty = { changes: [], known: [], responses: [], reports: [], results: [] }
      games.set(match.gameId, { ...empty, match, alertAt: null, isHeld: false, isSuspended: false, isOver: false })
    },
    suspend(gameId: string, at: number, isSuspended: boolean): void {
      const game = of(gameId)
      if (isSuspended && !game.isSuspended) change(game, at, 'SUSPENDED')
      game.isSuspended = isSuspended
    },
    decided: (gameId: string, at: number, facts: Result['facts']): void => void of(gameId).results.push({ at, facts }),

    /** Whether the announced start has passed and the product does not know the end yet. */
    isLive: (gameId: string, at: number): boolean =>
      of(gameId).match.startsAt <= at && (lastOf(of(gameId), at, 'GAME_CLOSED') ?? Infinity) > at,
    /** The changes after `from`, up to `to`. */
    between: (gameId: string, from: number, to: number): Reason[] =>
      of(gameId).changes.flatMap(({ at, reason }) => (at > from && at <= to ? [reason] : [])),
    /** The state of play. Between two reports of a minute, it advances in steps of ten seconds (INP-03). */
    stateAt(gameId: string, at: number): InPlayState | null {
      const known = of(gameId).known.findLast((each) => each.at <= at)
      if (known === undefined || known.state.phase === 'half-time') return known?.state ?? null
      const steps = Math.min(5, Math.floor((at - known.minuteAt) / 10_000))
      return { ...known.state, minute: known.state.minute + steps / 6 }
    },
    resultAt: (gameId: string, at: number): Result['facts'] | null =>
      of(gameId).results.findLast((result) => result.at <= at)?.facts ?? null,
    /** When a response that was requested at `from` or later had arrived; null if none did. */
    answeredAt: (gameId: string, from: number): number | null =>
      of(gameId).responses.find(({ requestedAt }) => requestedAt >= from)?.at ?? null,
  }
}

export type History = ReturnType<typeof createHistory>

const isEqual = (a: Score, b: Score): boolean => a.home === b.home && a.away === b.away

const KICK_OFF: Omit<Known, 'at' | 'asOf' | 'minuteAt'> = {
  state: {
    phase: 'first-half',
    minute: 1,
    score: { home: 0, away: 0 },
    halfTime: null,
    firstToScore: null,
    redCards: { home: 0, away: 0 },
    scorers: [],
  },
  incidents: 0,
  alerts: 0,
}

function knownOf({
  status,
  score,
  halfTime,
  goals,
  redCards,
  incidents,
  alerts,
}: Delivery['report']): Omit<Known, 'at' | 'asOf' | 'minuteAt'> {
  const { minute, isHalfTime } =
    status.kind === 'live'
      ? { minute: status.minute ?? 1, isHalfTime: status.halfTime }
      : { minute: 1, isHalfTime: false }
  const phase = isHalfTime ? 'half-time' : minute > 45 ? 'second-half' : 'first-half'
  return {
    incidents: incidents ?? 0,
    alerts: alerts ?? 0,
    state: {
      phase,
      minute,
      score: score ?? { home: 0, away: 0 },
      halfTime: phase === 'half-time' ? score : phase === 'second-half' ? halfTime : null,
      firstToScore: goals[0]?.team ?? null,
      redCards: redCards ?? { home: 0, away: 0 },
      scorers: [],
    },
  }
}
