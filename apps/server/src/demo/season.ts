import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { firstGoal, type GoalEvent, type Score, scoreOf } from '@mupiira/domain/match/goals.ts'
import type { MatchOdds } from '@mupiira/domain/pricing/types.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import type { FeedGame, FootballFeed } from '../modules/catalogue/ports.ts'

/** A match of the simulated feed with its result, which is known before the match is played. */
export type SeasonMatch = {
  readonly id: string
  readonly startsAt: Date
  readonly odds: MatchOdds
  readonly game: Omit<FeedGame, 'status' | 'score' | 'halfTime'>
  readonly halfTime: Score | null
  readonly fullTime: Score | null
}
export type Season = (from: Date, to: Date) => Promise<SeasonMatch[]>

const Club = Type.Object({ id: Type.String(), name: Type.String() })
const Goals = Type.Object({ home: Type.Integer(), away: Type.Integer() })
const Matches = Type.Array(
  Type.Object({
    id: Type.String(),
    kickoff: Type.String(),
    league: Type.String(),
    country: Type.String(),
    home: Club,
    away: Club,
    quotes: Type.Record(Type.String(), Type.Number()),
    halfTime: Type.Optional(Goals),
    fullTime: Type.Optional(Goals),
  }),
)
const check = Compile(Matches)

/** The kick-off hours (Kampala) of matches that the feed announces a week ahead. */
const KICK_OFF_HOURS = [16, 18, 19, 20, 21, 22]
/** How long the simulated feed reports results. */
const REPORTED_FOR_MS = 2 * DAY_MS
/** How long a match of the history takes. The running product receives those of the last hours from the feed. */
const MATCH_MS = 20 * MINUTE_MS
/** The maximum duration of a match at real speed. */
const LONGEST_MATCH_MS = 2 * HOUR_MS

/** The evening matches of one day in Kampala, from the running football feed simulator. */
export async function matchesOfDay(season: Season, day: Date): Promise<SeasonMatch[]> {
  const hours = await Promise.all(
    KICK_OFF_HOURS.map((hour) => {
      const at = new Date(day.getTime() + hour * HOUR_MS)
      return season(at, at)
    }),
  )
  return hours.flat()
}

/** The matches that the feed still reports as finished, with their goals, by match id. */
export async function recentResults(feed: FootballFeed | null, end: Date): Promise<ReadonlyMap<string, FeedGame>> {
  const answer = await feed?.games(new Date(end.getTime() - REPORTED_FOR_MS), end)
  if (answer?.ok !== true) throw new Error('the football feed reports no results')
  return new Map(answer.value.flatMap((game) => (game.status.kind === 'finished' ? [[game.matchId, game]] : [])))
}

export function simulatedSeason(feedUrl: string): Season {
  return async (from, to) => {
    const url = new URL('/season.json', feedUrl)
    url.searchParams.set('from', from.toISOString())
    url.searchParams.set('to', to.toISOString())
    const response = await fetch(url)
    const body: unknown = response.ok ? await response.json() : null
    if (!check.Check(body)) throw new Error(`${url.origin} is not the simulated football feed`)
    return body.map(readMatch)
  }
}

type Row = ReturnType<typeof check.Parse>[number]

function readMatch(row: Row): SeasonMatch {
  const { odd_1: home = 0, odd_x: draw = null, odd_2: away = 0, 'o+2.5': over25, 'u+2.5': under25 } = row.quotes
  return {
    id: row.id,
    startsAt: new Date(row.kickoff),
    odds: { home, draw, away, ...(over25 === undefined || under25 === undefined ? {} : { over25, under25 }) },
    halfTime: row.halfTime ?? null,
    fullTime: row.fullTime ?? null,
    game: {
      matchId: row.id,
      league: row.league,
      country: row.country,
      homeTeam: row.home.name,
      awayTeam: row.away.name,
      teamIds: { home: row.home.id, away: row.away.id },
      startsAt: new Date(row.kickoff),
      goals: [],
      goalsComplete: false,
      redCards: null,
      incidents: null,
      knockOut: false,
      qualifier: null,
      players: [],
      participants: null,
      raw: null,
    },
  }
}

export const NO_GOALS: Score = { home: 0, away: 0 }

/** The score after the first goal. Without a list of goals, the first score with goals shows which team can have it. */
export function scoreAfterFirstGoal({ halfTime, fullTime }: SeasonMatch, goals: readonly GoalEvent[]): Score {
  const first = firstGoal(goals)
  if (first !== undefined) return scoreOf([first])
  const early = [halfTime, fullTime].find((score) => score !== null && score.home + score.away > 0) ?? NO_GOALS
  return early.home > 0 ? { home: 1, away: 0 } : { home: 0, away: Math.min(1, early.away) }
}

/**
 * The end of a match in the history: cancelled, with the feed's own report, or with only its score if there is no
 * report.
 */
export type Ending = {
  readonly isCancelled: boolean
  readonly reported: FeedGame | undefined
  /** The end of the history. A match that is live at that time is left to the running product. */
  readonly end: Date
}

/** The feed's report about a match at a moment. */
export function reportAt({ game, startsAt, fullTime, halfTime }: SeasonMatch, ending: Ending, now: Date): FeedGame {
  if (ending.isCancelled && now >= startsAt)
    return { ...game, status: { kind: 'cancelled' }, score: null, halfTime: null }
  const mayBeLive = ending.end.getTime() < startsAt.getTime() + LONGEST_MATCH_MS && ending.reported === undefined
  const isOver = now.getTime() >= startsAt.getTime() + MATCH_MS && !mayBeLive
  if (!isOver || fullTime === null) return { ...game, status: { kind: 'upcoming' }, score: null, halfTime: null }
  // The product receives the feed's report again later, so both reports must be equal, including the scorers.
  return ending.reported ?? { ...game, status: { kind: 'finished' }, score: fullTime, halfTime }
}
