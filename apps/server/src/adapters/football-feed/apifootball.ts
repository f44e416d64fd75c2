import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import { type Clock, systemClock } from '../../kernel/clock.ts'
import type { FeedAnswer, FeedGame, FootballFeed } from '../../modules/catalogue/ports.ts'
import { readEvent } from './apifootball-event.ts'
import { medianOdds } from './apifootball-odds.ts'
import { createTeamRecords } from './apifootball-records.ts'
import { requestFeed, jsonOf } from './feed-call.ts'
import type { FeedRow } from './feed-row.ts'
import type { RequestQuota } from './request-quota.ts'

export type ApifootballOptions = {
  readonly url: string
  readonly key: string
  readonly timeoutMs?: number
  readonly quota?: RequestQuota
}

const Rows = Compile(Type.Array(Type.Record(Type.String(), Type.Unknown())))

/** A week of matches takes one request and its odds another. */
const WEEK_EVERY_MS = 60_000

type FeedOptions = ApifootballOptions & {
  readonly clock?: Clock
  /** Limits of requests for the players' records, so that they neither use up the quota for scores nor delay them. */
  readonly records?: { readonly quota: RequestQuota; readonly timeoutMs: number }
}

/** apifootball.com API v3. A response that is not a list ("no event found", HTML, a plan limit) is a failure. */
export function createApifootball({ clock = systemClock(), records, ...options }: FeedOptions): FootballFeed {
  const request = (action: string, from: Date, to: Date, extraQuery: { readonly match_live?: '1' } = {}) =>
    requestRows(options, { action, from: dayOf(from), to: dayOf(to), timezone: 'UTC', ...extraQuery })

  const addRecords = createTeamRecords((teamId) => {
    return requestRows({ ...options, ...records }, { action: 'get_teams', team_id: teamId })
  }, clock)

  const games = async (from: Date, to: Date): Promise<FeedAnswer<readonly FeedGame[]>> => {
    const answer = await request('get_events', from, to)
    return answer.ok ? gamesIn(answer.value) : answer
  }

  return {
    weekEveryMs: WEEK_EVERY_MS,
    idPrefix: '',
    async games(from, to) {
      const answer = await games(from, to)
      return answer.ok ? { ...answer, value: await addRecords(answer.value) } : answer
    },
    // The API accepts one match id per request, so request both days in full with a single one.
    matches: (_matchIds, now) => games(new Date(now.getTime() - DAY_MS), now),
    async liveGames(now) {
      const answer = await request('get_events', new Date(now.getTime() - DAY_MS), now, { match_live: '1' })
      return answer.ok ? gamesIn(answer.value) : answer
    },
    async odds(from, to) {
      const answer = await request('get_odds', from, to)
      if (!answer.ok) return answer
      return { ok: true, value: { quotes: medianOdds(answer.value), until: to } }
    },
  }
}

/** Requests an action and returns the rows of its list. */
async function requestRows(
  options: ApifootballOptions,
  query: { readonly [name: string]: string },
): Promise<FeedAnswer<readonly FeedRow[]>> {
  const response = await requestApifootball(options, query)
  return response.ok ? rowsOf(response.value) : response
}

/** Requests an action and returns the response text. */
export function requestApifootball(
  { url, key, timeoutMs, quota }: ApifootballOptions,
  query: { readonly [name: string]: string },
): Promise<FeedAnswer<string>> {
  const address = new URL(url)
  for (const [name, value] of Object.entries({ ...query, APIkey: key })) address.searchParams.set(name, value)
  return requestFeed(address, { timeoutMs, quota })
}

/** Ids of apifootball are plain numbers; ids of other feeds have a prefix. */
export const isFromApifootball = (matchId: string): boolean => !matchId.includes(':')

/** An error object with HTTP 200 means a bad key, a league outside the plan, or no matches. */
export function rowsOf(text: string): FeedAnswer<readonly FeedRow[]> {
  const parsed = jsonOf(text)
  if (!parsed.ok) return parsed
  const { value } = parsed
  if (Rows.Check(value)) return { ok: true, value }
  return { ok: false, error: Array.isArray(value) ? 'MALFORMED' : 'REFUSED' }
}

/** Skips unreadable rows. Fails when all rows are unreadable. */
function gamesIn(rows: readonly FeedRow[]): FeedAnswer<readonly FeedGame[]> {
  const games = rows.map(readEvent).filter((game) => game !== null)
  return rows.length > 0 && games.length === 0
    ? { ok: false, error: 'MALFORMED' }
    : { ok: true, value: games, unreadable: rows.length - games.length }
}

export const dayOf = (date: Date): string => date.toISOString().slice(0, 10)
