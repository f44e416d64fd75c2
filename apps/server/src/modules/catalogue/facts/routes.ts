import type { AnswerOf } from '@mupiira/contract/endpoint.ts'
import {
  getGameStatistics,
  getHeadToHead,
  getLineups,
  getStandings,
  getTimeline,
  refreshScores,
  STATISTICS,
} from '@mupiira/contract/game-facts.ts'
import { isOver } from '@mupiira/domain/match/clock.ts'
import { recentForms, leagueTable, rankingOf } from '@mupiira/domain/match/league-table.ts'
import { simulateStatistics } from '@mupiira/domain/match/simulated-statistics.ts'
import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { type Route, route } from '../../../kernel/http/route.ts'
import { isId } from '../../../kernel/ids.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { GameRow } from '../games/game-row.ts'
import { gamesById } from '../games/games.repository.ts'
import { footballClock, goalsShown, timelineOf } from '../games/timeline.ts'
import type { MatchFacts } from '../ports.ts'
import { factsReader } from './match-facts.ts'
import { finishedBetween, finishedByTeam, finishedInLeague } from './own-games.repository.ts'

const FRESH_MS = {
  live: MINUTE_MS,
  lineups: 10 * MINUTE_MS,
  standings: 10 * MINUTE_MS,
  meetings: 6 * 60 * MINUTE_MS,
  over: 24 * 60 * MINUTE_MS,
} as const
const PLAYED_SHOWN = 10

/** Polls the feed now and resolves to whether it reported anything. */
type RefreshScores = (now: Date) => Promise<boolean>

/** Facts about a game besides its prices (D11): from the feed, otherwise from our own games, otherwise simulated. */
export function gameFactsRoutes(kernel: Kernel, source: MatchFacts | null, refresh: RefreshScores): readonly Route[] {
  const facts = factsReader(kernel, source)
  const find = async (id: string): Promise<GameRow | null> =>
    isId(id) ? ((await gamesById(kernel.db, [id])).find(({ hidden }) => !hidden) ?? null) : null
  /** The feed's id of the match; null for manual games. */
  const matchIdOf = (game: GameRow): string | null => (game.source === 'feed' ? game.feedMatchId : null)

  async function statistics(game: GameRow, now: Date): Promise<AnswerOf<typeof getGameStatistics>> {
    const none = { simulated: false, toldAt: null, items: [] }
    if (game.status !== 'live' && !isOver(game.status)) return none
    const matchId = matchIdOf(game)
    const freshMs = game.status === 'live' ? FRESH_MS.live : FRESH_MS.over
    const reported =
      matchId === null ? null : await facts('statistics', game.id, freshMs, now, (feed) => feed.statistics(matchId))
    const clock = footballClock(game)
    const shown = goalsShown(game)
    const goals = { id: 'goals' as const, home: shown.home, away: shown.away }
    const real =
      reported === null ? [] : STATISTICS.flatMap((id) => (reported.facts[id] ? [{ id, ...reported.facts[id] }] : []))
    if (reported !== null && real.length > 0) {
      return { simulated: false, toldAt: reported.reportedAt.toISOString(), items: [goals, ...real] }
    }
    if (clock === null) return none
    const drawn = simulateStatistics(game.id, clock.minute, game.goalEvents)
    return { simulated: true, toldAt: null, items: [goals, ...STATISTICS.map((id) => ({ id, ...drawn[id] }))] }
  }

  async function headToHead(game: GameRow, now: Date): Promise<AnswerOf<typeof getHeadToHead>> {
    const { homeTeam, awayTeam, sport } = game
    const matchId = matchIdOf(game)
    const reported =
      matchId === null
        ? null
        : await facts('meetings', game.id, FRESH_MS.meetings, now, (feed) =>
            feed.meetings({ matchId, homeTeam, awayTeam }),
          )
    if (reported !== null) {
      const { meetings, home, away } = reported.facts
      const first = <T>(list: readonly T[]): T[] => list.slice(0, PLAYED_SHOWN)
      return {
        toldAt: reported.reportedAt.toISOString(),
        meetings: first(meetings),
        home: first(home),
        away: first(away),
      }
    }
    const [meetings, home, away] = await Promise.all([
      finishedBetween(kernel.db, [homeTeam, awayTeam], sport, PLAYED_SHOWN),
      finishedByTeam(kernel.db, homeTeam, sport, PLAYED_SHOWN),
      finishedByTeam(kernel.db, awayTeam, sport, PLAYED_SHOWN),
    ])
    return { toldAt: null, meetings, home, away }
  }

  async function standings(game: GameRow, now: Date): Promise<AnswerOf<typeof getStandings>> {
    const ranking = rankingOf(game.sport)
    if (ranking === null) return { toldAt: null, items: [] }
    const matchId = matchIdOf(game)
    const league = `${game.sport}|${game.country ?? ''}|${game.league}`
    const reported =
      matchId === null
        ? null
        : await facts('standings', league, FRESH_MS.standings, now, (feed) =>
            feed.standings({ matchId, startsAt: game.startTime }),
          )
    const played = await finishedInLeague(kernel.db, game)
    const forms = recentForms(played)
    const table = reported !== null && reported.facts.length > 0 ? reported.facts : leagueTable(played, ranking)
    return {
      toldAt: reported?.reportedAt.toISOString() ?? null,
      items: table.map((line) => ({ ...line, form: [...(forms.get(line.team) ?? [])] })),
    }
  }

  async function lineups(game: GameRow, now: Date): Promise<AnswerOf<typeof getLineups>> {
    const matchId = matchIdOf(game)
    const freshMs = isOver(game.status) ? FRESH_MS.over : FRESH_MS.lineups
    const reported =
      matchId === null ? null : await facts('lineups', game.id, freshMs, now, (feed) => feed.lineups(matchId))
    if (reported === null) return { toldAt: null, home: null, away: null }
    const side = (lineup: (typeof reported.facts)['home']) =>
      lineup && { starting: [...lineup.starting], substitutes: [...lineup.substitutes], coach: lineup.coach }
    return {
      toldAt: reported.reportedAt.toISOString(),
      home: side(reported.facts.home),
      away: side(reported.facts.away),
    }
  }

  /** Loads the game before the handler runs. */
  const withGame =
    <T>(present: (game: GameRow, now: Date) => T | Promise<T>) =>
    async ({ params, now }: { readonly params: { readonly id: string }; readonly now: Date }) => {
      const game = await find(params.id)
      return game === null
        ? ({ error: 'GAME_NOT_FOUND' } as const)
        : { status: 200 as const, body: await present(game, now) }
    }

  return [
    route(getGameStatistics, withGame(statistics)),
    route(getHeadToHead, withGame(headToHead)),
    route(getStandings, withGame(standings)),
    route(
      getTimeline,
      withGame((game) => ({ items: timelineOf(game) })),
    ),
    route(getLineups, withGame(lineups)),
    route(refreshScores, async ({ now }) => ({
      status: 200,
      body: (await refresh(now))
        ? { success: true, message: 'Live scores are up to date.' }
        : { success: false, message: 'Live data is delayed. Please try again in a moment.' },
    })),
  ]
}

/** A node polls its feed at most this often, even if many viewers press Refresh. */
const MIN_INTERVAL_MS = 10_000

/** The score update on demand (LIVE-09). Without a feed it always succeeds. */
export function createScoreRefresh(pollFeed: () => Promise<boolean>): RefreshScores {
  let requestedAtMs = Number.NEGATIVE_INFINITY
  let running: Promise<boolean> = Promise.resolve(true)
  return (now) => {
    if (now.getTime() - requestedAtMs >= MIN_INTERVAL_MS) {
      requestedAtMs = now.getTime()
      running = pollFeed()
    }
    return running
  }
}
