import { HOUR_MS } from '@mupiira/domain/time/durations.ts'
import type { Seen } from '../feed.ts'
import type { FeedRequest } from './reply.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/

/**
 * The matches of a request: by `match_id`, by the local days `from` to `to`, or the live ones, filtered by country,
 * league and team. Undefined when the request names none of them.
 */
export const requestedMatches = ({ feed, query, timezone }: FeedRequest): Seen[] | undefined => {
  const found = inScope({ feed, query, timezone })
  return found?.filter(
    ({ match, play }) =>
      fits(query.get('country_id'), match.league.countryId) &&
      fits(query.get('league_id'), match.league.id) &&
      fits(query.get('team_id'), match.home.id, match.away.id) &&
      (query.get('match_live') !== '1' || play.live),
  )
}

const inScope = ({ feed, query, timezone }: FeedRequest): Seen[] | undefined => {
  const matchId = query.get('match_id')
  if (matchId !== null && matchId !== '') {
    const seen = feed.find(matchId)
    return seen === undefined ? [] : [seen]
  }
  const from = query.get('from') ?? ''
  const to = query.get('to') ?? ''
  if (DAY.test(from) && DAY.test(to)) {
    // Local days differ from UTC days by at most 14 hours on either side.
    const window = { fromMs: Date.parse(from) - 14 * HOUR_MS, toMs: Date.parse(to) + 38 * HOUR_MS }
    if (Number.isNaN(window.fromMs) || Number.isNaN(window.toMs)) return undefined
    return feed.list(window).filter(({ match }) => {
      const day = timezone.date(match.kickoffMs)
      return day >= from && day <= to
    })
  }
  if (query.get('match_live') === '1') return feed.list({ fromMs: feed.now() - 12 * HOUR_MS, toMs: feed.now() })
  return undefined
}

const fits = (requested: string | null, ...values: readonly string[]): boolean =>
  requested === null || requested === '' || values.includes(requested)
