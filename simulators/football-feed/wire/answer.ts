import type { Feed } from '../feed.ts'
import { getEvents } from './events.ts'
import { getHeadToHead } from './head-to-head.ts'
import { getCountries, getLeagues } from './leagues.ts'
import { getLineups } from './lineups.ts'
import { timezoneNamed } from './local-time.ts'
import { getOdds } from './odds.ts'
import { refusal, type Action, type Reply } from './reply.ts'
import { getStandings } from './standings.ts'
import { getStatistics } from './statistics.ts'

const ACTIONS: ReadonlyMap<string, Action> = new Map([
  ['get_countries', getCountries],
  ['get_leagues', getLeagues],
  ['get_events', getEvents],
  ['get_odds', getOdds],
  ['get_standings', getStandings],
  ['get_H2H', getHeadToHead],
  ['get_lineups', getLineups],
  ['get_statistics', getStatistics],
])

/** The provider's response to a query: always HTTP 200, also for refusals. */
export const answer = (feed: Feed, query: URLSearchParams, apiKey: string): Reply => {
  if (query.get('APIkey') !== apiKey) return refusal('Authentification failed!')
  const action = ACTIONS.get(query.get('action') ?? '')
  if (action === undefined) return refusal('Unknown action')
  const timezone = timezoneNamed(query.get('timezone'))
  if (timezone === undefined) return refusal('Unknown timezone')
  return action({ feed, query, timezone })
}
