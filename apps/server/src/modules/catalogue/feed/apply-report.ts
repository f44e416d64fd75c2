import { isDeepStrictEqual } from 'node:util'
import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { isBookmakerMarket } from '@mupiira/domain/pricing/margin.ts'
import { withRecords } from '@mupiira/domain/pricing/scorer-records.ts'
import { withScoring } from '@mupiira/domain/pricing/scorers.ts'
import type { MatchOdds } from '@mupiira/domain/pricing/types.ts'
import { normalisedTeam } from '../games/same-match.ts'
import { isTakenOver } from '../games/taken-over.ts'
import { correctedByFeed, type ResultFields } from '../results/correct-result.ts'
import type { BaseOdds } from '../games/base-odds.ts'
import { applyChange, withOdds } from '../games/game-change.ts'
import type { FeedReport, GameRow } from '../games/game-row.ts'
import { newGame } from '../games/new-game.ts'
import type { FeedGame } from '../ports.ts'
import { closedIfRestarted } from './restarted-match.ts'

/** The highest accepted price in hundredths. Higher prices are errors of the feed. */
const HIGHEST_PRICE = 1_000_000

/**
 * Whether the game is void (D20) and the feed reports a new date. The match is then offered as another game.
 */
export const isPlayedAgain = (game: GameRow, { status, startsAt }: FeedGame, now: Date): boolean =>
  !isTakenOver(game) && game.decision?.kind === 'void' && status.kind === 'upcoming' && startsAt > now

export const newFeedGame = (match: FeedGame, now: Date): GameRow =>
  newGame(
    {
      source: 'feed',
      feedMatchId: match.matchId,
      homeTeam: match.homeTeam,
      awayTeam: match.awayTeam,
      feedTeamIds: match.teamIds,
      league: match.league,
      country: match.country,
      startTime: match.startsAt,
      knockOut: match.knockOut,
      players: match.players,
      lineUpsAt: match.players.length > 0 ? now : null,
    },
    now,
  )

/**
 * The game after a feed's report: a pure function. Returns the same object when nothing changed. When the feed swaps
 * the sides or replaces a team, the game is held and the report ignored until the teams are as before, because bets
 * refer to home and away.
 */
export function applyReport(game: GameRow, match: FeedGame, odds: MatchOdds | undefined, now: Date): GameRow {
  if (isTakenOver(game)) return withReport(game, match, now)
  if (hasSwappedTeams(game, match) || hasOtherTeam(game, match))
    return game.resultVersion > 0 ? game : applyChange(game, { held: true }, now)
  if (game.resultVersion > 0)
    return match.status.kind === 'finished' ? correctedByFeed(game, playedOf(game, match), now) : game
  if (isImplausible(game, match, now)) return applyChange(game, { held: true }, now)
  const priced = odds === undefined || game.status !== 'upcoming' ? game : quotedAgain(game, match, odds, now)
  const change = changeOf(priced, match, now)
  if (hasNotBegun(game, match, now)) return applyChange({ ...priced, status: 'upcoming' }, change, now)
  const restored = isReinstated(game, match, now) ? { ...change, status: 'upcoming' as const } : change
  return closedIfRestarted(game, applyChange(priced, restored, now), now)
}

function withReport(game: GameRow, match: FeedGame, now: Date): GameRow {
  const { status, score } = match
  const feedReport: FeedReport = {
    status: status.kind === 'held' ? status.text : status.kind,
    minute: status.kind === 'live' ? status.minute : null,
    startTime: match.startsAt.toISOString(),
    homeTeam: match.homeTeam,
    awayTeam: match.awayTeam,
    homeScore: score?.home ?? null,
    awayScore: score?.away ?? null,
  }
  return isDeepStrictEqual(game.feedReport, feedReport) ? game : { ...game, feedReport, updatedAt: now }
}

// Each write of a quote's time changes the offer, so a newer time of unchanged odds is stored only after this interval.
const QUOTE_TIME_STEP_MS = 15 * MINUTE_MS

/** The game with these odds. `quotedAt` is the feed's own time of the odds, at most now. */
function quotedAgain(game: GameRow, match: FeedGame, odds: MatchOdds, now: Date): GameRow {
  const priced = withOdds(game, hundredths(odds), now)
  const atMs = Math.min(odds.quotedAt?.getTime() ?? Number.NaN, now.getTime())
  const quotedAt = Number.isNaN(atMs) ? null : new Date(atMs)
  const aheadMs = atMs - (game.quotedAt?.getTime() ?? Number.NEGATIVE_INFINITY)
  const timed = priced !== game || quotedAt === null || aheadMs >= QUOTE_TIME_STEP_MS ? { ...priced, quotedAt } : priced
  const players = scoringPlayers(timed, match, odds.scorers, quotedAt)
  if (isDeepStrictEqual(players, timed.players)) return timed
  return { ...timed, players, priceVersion: timed.priceVersion + 1, pricedAt: now }
}

/**
 * The line-ups priced by the feed's scorer odds, otherwise by the records of the players. Odds quoted before the
 * line-ups were published assume another line-up, so the players have no price until the next quote. A record belongs
 * to a player of the line-up, so its age does not matter.
 */
function scoringPlayers(
  { players, model, lineUpsAt }: GameRow,
  { records }: FeedGame,
  quotes: MatchOdds['scorers'],
  quotedAt: Date | null,
): GameRow['players'] {
  if (quotes === undefined && records !== undefined) return withRecords(players, records, model)
  const isNewer = quotedAt !== null && lineUpsAt !== null && quotedAt >= lineUpsAt
  return withScoring(players, isNewer ? (quotes ?? []) : [], model)
}

/** Whether the match reports line-ups that differ from the game's. */
const hasOtherLineUps = ({ players }: GameRow, match: FeedGame): boolean =>
  match.players.length > 0 && !isDeepStrictEqual(withScoring(players, [], null), match.players)

/** A kick-off may be at most this long before the announced start. An earlier one is implausible. */
const EARLIEST_KICK_OFF_MS = 15 * MINUTE_MS

/**
 * Whether two facts of the report contradict each other, so that one is wrong (decision 0027): played before its start,
 * back from live to upcoming, or upcoming with a score. The game closes until the next plausible report, or until staff
 * decides.
 */
function isImplausible(game: GameRow, { status, startsAt, score, goals, halfTime }: FeedGame, now: Date): boolean {
  const untilStartMs = startsAt.getTime() - now.getTime()
  switch (status.kind) {
    case 'finished':
    case 'abandoned':
      return untilStartMs > 0
    case 'live':
      return untilStartMs > EARLIEST_KICK_OFF_MS
    case 'upcoming':
      return (
        goals.length > 0 ||
        halfTime !== null ||
        // Feeds report no score before the kick-off, not even 0–0.
        score !== null ||
        (game.status === 'live' && game.firstLiveAt !== null)
      )
    default:
      return false
  }
}

/** Whether our clock started the game, but the feed has postponed it and never reported it live. */
const hasNotBegun = (game: GameRow, { status, startsAt }: FeedGame, now: Date): boolean =>
  game.status === 'live' && game.firstLiveAt === null && status.kind === 'upcoming' && startsAt > now

/** Whether a postponed match is played after all. */
const isReinstated = (game: GameRow, { status, startsAt }: FeedGame, now: Date): boolean =>
  game.status === 'postponed' && game.firstLiveAt === null && status.kind === 'upcoming' && startsAt > now

/** Whether a team has changed sides; the other one may have a different spelling. */
function hasSwappedTeams(game: GameRow, match: FeedGame): boolean {
  const [home, away] = [normalisedTeam(game.homeTeam), normalisedTeam(game.awayTeam)]
  const [reportedHome, reportedAway] = [normalisedTeam(match.homeTeam), normalisedTeam(match.awayTeam)]
  return home !== reportedHome && away !== reportedAway && (home === reportedAway || away === reportedHome)
}

/**
 * A changed spelling or a changed number is the same team; both changed is another team. A match without odds has no
 * bets, so any change is accepted: cup rounds are listed before their teams are known.
 */
function hasOtherTeam(game: GameRow, { teamIds, homeTeam, awayTeam }: FeedGame): boolean {
  const { feedTeamIds } = game
  if (feedTeamIds === null || teamIds === null || game.priceVersion === 0) return false
  return (
    (feedTeamIds.home !== teamIds.home && normalisedTeam(game.homeTeam) !== normalisedTeam(homeTeam)) ||
    (feedTeamIds.away !== teamIds.away && normalisedTeam(game.awayTeam) !== normalisedTeam(awayTeam))
  )
}

function changeOf(game: GameRow, match: FeedGame, now: Date): Partial<GameRow> {
  const { status } = match
  if (status.kind === 'held') return { held: true }
  const change: Partial<GameRow> = {
    held: false,
    startTime: match.startsAt,
    homeTeam: match.homeTeam,
    awayTeam: match.awayTeam,
    feedTeamIds: match.teamIds ?? game.feedTeamIds,
    name: `${match.homeTeam} vs ${match.awayTeam}`,
    league: match.league,
    country: match.country,
    knockOut: match.knockOut || game.knockOut,
    ...(hasOtherLineUps(game, match) ? { players: match.players, lineUpsAt: now } : {}),
  }
  if (status.kind === 'upcoming') return change
  const played: Partial<GameRow> = {
    ...change,
    ...playedOf(game, match),
    status: status.kind,
    redCards: match.redCards ?? game.redCards,
  }
  if (status.kind !== 'live') return { ...played, atHalfTime: false, scoreDisputed: false, playStopped: false }
  return {
    ...played,
    incidents: match.incidents,
    alerts: match.alerts ?? game.alerts,
    // A report without incidents does not show the end of a stop.
    playStopped: match.incidents === null ? game.playStopped : match.isStopped === true,
    scoreDisputed: match.isScoreDisputed === true,
    minutesPassed: status.minute ?? game.minutesPassed,
    atHalfTime: status.halfTime,
  }
}

function playedOf(game: GameRow, match: FeedGame): ResultFields {
  // A running score may include extra time. A finished match uses only the reported score of 90 minutes.
  const known = match.status.kind === 'finished' ? null : game
  return {
    homeScore: match.score?.home ?? known?.homeScore ?? null,
    awayScore: match.score?.away ?? known?.awayScore ?? null,
    halfTimeHomeScore: match.halfTime?.home ?? game.halfTimeHomeScore,
    halfTimeAwayScore: match.halfTime?.away ?? game.halfTimeAwayScore,
    goalEvents: match.goals,
    goalsComplete: match.goalsComplete,
    qualifier: match.qualifier,
    participants: match.participants ?? game.participants,
  }
}

/**
 * Converts odds to hundredths. The 1X2 prices are null unless all prices of a football match are valid, including the
 * draw. The totals line is null unless both its prices are valid.
 */
function hundredths(odds: MatchOdds): BaseOdds {
  const [homeOdds = null, drawOdds = null, awayOdds = null] = book(odds.home, odds.draw, odds.away)
  const [over25Odds = null, under25Odds = null] = book(odds.over25, odds.under25)
  return { homeOdds, drawOdds, awayOdds, over25Odds, under25Odds }
}

function book(...decimals: readonly (number | null | undefined)[]): readonly number[] {
  const prices = decimals.flatMap((decimal) => price(decimal) ?? [])
  return prices.length === decimals.length && isBookmakerMarket(prices.map((each) => each / 100)) ? prices : []
}

/** A decimal price in hundredths; null when invalid. */
function price(decimal: number | null | undefined): number | null {
  const value = Math.round((decimal ?? 0) * 100)
  return value > 100 && value <= HIGHEST_PRICE ? value : null
}
