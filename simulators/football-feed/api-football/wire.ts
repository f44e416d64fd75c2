import { DAY_MS, HOUR_MS } from '@mupiira/domain/time/durations.ts'
import type { Feed, MatchState } from '../feed.ts'
import { bookmakersOf, quotedAtMs } from '../season/bookmakers.ts'
import { rankedLines } from '../season/standings.ts'
import { listIn } from '../scenario.ts'
import type { WireRow } from '../wire-row.ts'
import { teamOf } from './events.ts'
import { liveOddsRow } from './live-odds.ts'
import { fixtureRow, leagueOf, seasonOf } from './rows.ts'
import { LIMIT_REACHED } from './scenarios.ts'

/** The response format of API-Football v3: the request, its errors (`[]` for none), and one page of rows. */
interface Envelope {
  readonly get: string
  readonly parameters: Readonly<Record<string, string>> | readonly []
  readonly errors: Readonly<Record<string, string>> | readonly []
  readonly results: number
  readonly paging: { readonly current: number; readonly total: number }
  readonly response: readonly WireRow[]
}

const PAGE_LENGTH = 10

/** `paged`: ten rows per page, as `/odds` returns them. */
const envelope = (
  get: string,
  query: URLSearchParams,
  rows: readonly WireRow[],
  paged: 'paged' | 'all' = 'all',
): Envelope => {
  const current = paged === 'paged' ? Number(query.get('page') ?? 1) : 1
  const total = paged === 'paged' ? Math.max(1, Math.ceil(rows.length / PAGE_LENGTH)) : 1
  const response = paged === 'paged' ? rows.slice((current - 1) * PAGE_LENGTH, current * PAGE_LENGTH) : rows
  return {
    get,
    parameters: Object.fromEntries(query),
    errors: [],
    results: response.length,
    paging: { current, total },
    response,
  }
}

/** A refusal also has HTTP 200. */
const refused = (get: string, errors: Readonly<Record<string, string>>): Envelope => ({
  get,
  parameters: [],
  errors,
  results: 0,
  paging: { current: 1, total: 1 },
  response: [],
})

export const limitReached = (get: string): Envelope => refused(get, LIMIT_REACHED)

type Path = (feed: Feed, query: URLSearchParams) => Envelope

const DAY = /^\d{4}-\d{2}-\d{2}$/
const MAX_IDS = 20
const MATCH_LIMIT = 10

const PATHS: ReadonlyMap<string, Path> = new Map<string, Path>([
  ['fixtures', (feed, query) => fixtures(feed, query)],
  ['odds', (feed, query) => odds(feed, query)],
  ['odds/live', (feed, query) => liveOdds(feed, query)],
  ['fixtures/events', (feed, query) => oneList(feed, query, 'events')],
  ['fixtures/lineups', (feed, query) => oneList(feed, query, 'lineups')],
  ['fixtures/statistics', (feed, query) => oneList(feed, query, 'statistics')],
  ['fixtures/headtohead', (feed, query) => headToHead(feed, query)],
  ['standings', (feed, query) => standings(feed, query)],
])

/** The responses of API-Football v3: HTTP 200 with an envelope, even for refusals. */
export const answerApiFootball = (
  feed: Feed,
  path: string,
  query: URLSearchParams,
  isAuthorized: boolean,
): Envelope => {
  if (!isAuthorized) return refused(path, { token: 'Error/Missing application key.' })
  const request = PATHS.get(path)
  return request === undefined ? refused(path, { endpoint: 'This endpoint do not exist.' }) : request(feed, query)
}

const fixtures: Path = (feed, query) => {
  const page = (rows: readonly WireRow[]): Envelope => envelope('fixtures', query, rows)
  const ids = (query.get('ids') ?? query.get('id') ?? '').split('-').filter((id) => id !== '')
  if (ids.length > MAX_IDS) return refused('fixtures', { ids: 'Maximum of 20 fixtures ids.' })
  if (ids.length > 0)
    return page(ids.flatMap((id) => feed.find(id, 'poll') ?? []).map((seen) => fixtureRow(seen, 'all', feed.now())))
  if (query.get('live') === 'all') {
    return page(liveMatches(feed).map((seen) => fixtureRow(seen, 'events', feed.now())))
  }
  const day = query.get('date')
  if (day !== null) {
    const found = ofDay(feed, day)
    return found === undefined
      ? refused('fixtures', { date: 'The Date field must contain a valid date.' })
      : page(found.map((seen) => fixtureRow(seen, 'score', feed.now())))
  }
  const team = query.get('team')
  if (team !== null && query.get('last') !== null) {
    const last = feed.history(({ home, away }) => home.id === team || away.id === team, Number(query.get('last')))
    return page(last.map((seen) => fixtureRow(seen, 'score', feed.now())))
  }
  if (query.get('from') !== null) return refused('fixtures', { season: 'The Season field is required.' })
  return refused('fixtures', { required: 'At least one parameter is required.' })
}

const liveMatches = (feed: Feed): readonly MatchState[] =>
  feed.list({ fromMs: feed.now() - 12 * HOUR_MS, toMs: feed.now() }).filter(({ play }) => play.live)

/** All live matches on one page. A match without odds before its start has no live odds. */
const liveOdds: Path = (feed, query) =>
  envelope(
    'odds/live',
    query,
    liveMatches(feed)
      .filter((seen) => bookmakersOf(seen, feed.now()).length > 0)
      .map((seen) => liveOddsRow(seen, feed.now())),
  )

/** Days are UTC days, because the product's client never requests another time zone. */
function ofDay(feed: Feed, day: string): readonly MatchState[] | undefined {
  const fromMs = Date.parse(day)
  if (!DAY.test(day) || Number.isNaN(fromMs)) return undefined
  return feed.list({ fromMs, toMs: fromMs + DAY_MS - 1 })
}

/** Finished matches have odds only when requested by id. */
const odds: Path = (feed, query) => {
  const id = query.get('fixture')
  const seenMatch = id === null ? undefined : feed.find(id)
  const day = ofDay(feed, query.get('date') ?? '')
  if (id === null && day === undefined) return refused('odds', { required: 'At least one parameter is required.' })
  const found =
    id === null ? (day ?? []).filter(({ play }) => !play.finished) : seenMatch === undefined ? [] : [seenMatch]
  return envelope(
    'odds',
    query,
    found.flatMap((seen) => oddsRow(seen, feed.now())),
    'paged',
  )
}

function oddsRow(seen: MatchState, nowMs: number): WireRow[] {
  const { match } = seen
  const bookmakers = bookmakersOf(seen, nowMs)
  if (bookmakers.length === 0) return []
  const bet = (id: number, name: string, prices: Readonly<Record<string, string>>, columns: readonly string[][]) => {
    const values = columns.flatMap(([column = '', value = '']) =>
      prices[column] === undefined ? [] : [{ value, odd: prices[column] }],
    )
    return values.length === 0 ? [] : [{ id, name, values }]
  }
  return [
    {
      league: { ...leagueOf(match.league), season: seasonOf(match.kickoffMs) },
      fixture: {
        id: Number(match.id),
        timezone: 'UTC',
        date: new Date(match.kickoffMs).toISOString().replace('.000Z', '+00:00'),
        timestamp: match.kickoffMs / 1000,
      },
      update: new Date(quotedAtMs(seen, nowMs)).toISOString().replace(/\.\d+Z$/, '+00:00'),
      bookmakers: bookmakers.map(({ name, prices, scorers }, at) => ({
        id: at + 1,
        name,
        bets: [
          ...bet(1, 'Match Winner', prices, [
            ['odd_1', 'Home'],
            ['odd_x', 'Draw'],
            ['odd_2', 'Away'],
          ]),
          ...bet(5, 'Goals Over/Under', prices, [
            ['o+2.5', 'Over 2.5'],
            ['u+2.5', 'Under 2.5'],
          ]),
          ...bet(8, 'Both Teams Score', prices, [
            ['bts_yes', 'Yes'],
            ['bts_no', 'No'],
          ]),
          ...(scorers.length === 0
            ? []
            : [
                {
                  id: 92,
                  name: 'Anytime Goal Scorer',
                  values: scorers.map(({ player, odds }) => ({ value: player.name, odd: odds })),
                },
              ]),
        ],
      })),
    },
  ]
}

/** Returns one list from the complete row of a match. */
function oneList(feed: Feed, query: URLSearchParams, list: 'events' | 'lineups' | 'statistics'): Envelope {
  const seen = feed.find(query.get('fixture') ?? '')
  return envelope(
    `fixtures/${list}`,
    query,
    seen === undefined ? [] : listIn(fixtureRow(seen, 'all', feed.now()), list),
  )
}

const headToHead: Path = (feed, query) => {
  const [one = '', other = ''] = (query.get('h2h') ?? '').split('-')
  if (one === '' || other === '') return refused('fixtures/headtohead', { h2h: 'The H2h field is required.' })
  const played = feed.history(
    ({ home, away }) => [home.id, away.id].includes(one) && [home.id, away.id].includes(other),
    MATCH_LIMIT,
  )
  return envelope(
    'fixtures/headtohead',
    query,
    played.map((seen) => fixtureRow(seen, 'score', feed.now())),
  )
}

const standings: Path = (feed, query) => {
  const leagueId = query.get('league') ?? ''
  if (leagueId === '' || query.get('season') === null)
    return refused('standings', { season: 'The Season field is required.' })
  const table = feed.table(leagueId)
  if (table === undefined) return envelope('standings', query, [])
  const rows = rankedLines(table).map(({ club, place, line }) => ({
    rank: place,
    team: teamOf(club),
    points: line.points,
    goalsDiff: line.goalsFor - line.goalsAgainst,
    group: table.league.name,
    form: null,
    status: 'same',
    description: null,
    all: {
      played: line.played,
      win: line.won,
      draw: line.drawn,
      lose: line.lost,
      goals: { for: line.goalsFor, against: line.goalsAgainst },
    },
  }))
  return envelope('standings', query, [
    { league: { ...leagueOf(table.league), season: Number(query.get('season')), standings: [rows] } },
  ])
}
