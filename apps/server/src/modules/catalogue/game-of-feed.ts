import { isBook } from '@mupiira/domain/pricing/margin.ts'
import type { MatchOdds } from '@mupiira/domain/pricing/types.ts'
import { spelling } from './adopt-games.ts'
import { correctedByFeed, type ResultFields } from './correct-result.ts'
import { applyChange, type BaseOdds, withOdds } from './game-change.ts'
import type { GameRow } from './game-row.ts'
import { newGame } from './new-game.ts'
import type { FeedGame } from './ports.ts'

/** In hundredths; beyond it a price is a slip of the feed. */
const HIGHEST_PRICE = 1_000_000

/** Its bets were void (D20), and the feed has it on a new date: it is offered as another game. */
export const isPlayedAgain = (game: GameRow, { status, startsAt }: FeedGame, now: Date): boolean =>
  game.verdict?.kind === 'void' && status.kind === 'upcoming' && startsAt > now

export const firstSight = (match: FeedGame, now: Date): GameRow =>
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
    },
    now,
  )

/**
 * The game after what a feed told of it, a function of these alone. The very same object when nothing is new. Bets name
 * sides: of a game whose sides the feed turns round, or gives to another team, nothing more is believed until they are as
 * they were.
 */
export function told(game: GameRow, match: FeedGame, odds: MatchOdds | undefined, now: Date): GameRow {
  if (isTurnedRound(game, match) || hasOtherTeam(game, match))
    return game.resultVersion > 0 ? game : applyChange(game, { held: true }, now)
  if (game.resultVersion > 0)
    return match.status.kind === 'finished' ? correctedByFeed(game, playedOf(game, match), now) : game
  if (isOverTooSoon(match, now)) return applyChange(game, { held: true }, now)
  const priced = odds === undefined || game.status !== 'upcoming' ? game : withOdds(game, hundredths(odds), now)
  const change = changeOf(priced, match)
  if (hasNotBegun(game, match, now)) return applyChange({ ...priced, status: 'upcoming' }, change, now)
  return applyChange(priced, isOnAgain(game, match, now) ? { ...change, status: 'upcoming' } : change, now)
}

/** Over before its start, as it is told in the same breath: one of the two is a slip of the feed (decision 0027). */
const isOverTooSoon = ({ status, startsAt }: FeedGame, now: Date): boolean =>
  status.kind === 'finished' && startsAt > now

/** Our clock began it at its time, and the feed has moved its start without ever having seen it begin. */
const hasNotBegun = (game: GameRow, { status, startsAt }: FeedGame, now: Date): boolean =>
  game.status === 'live' && game.firstLiveAt === null && status.kind === 'upcoming' && startsAt > now

/** It was postponed before it began, and comes after all: by less than a day, or its bets were void and it is played anew. */
const isOnAgain = (game: GameRow, { status, startsAt }: FeedGame, now: Date): boolean =>
  game.status === 'postponed' && game.firstLiveAt === null && status.kind === 'upcoming' && startsAt > now

/** A team has changed sides; the other one may be spelt otherwise. */
function isTurnedRound(game: GameRow, match: FeedGame): boolean {
  const [home, away] = [spelling(game.homeTeam), spelling(game.awayTeam)]
  const [reportedHome, reportedAway] = [spelling(match.homeTeam), spelling(match.awayTeam)]
  return home !== reportedHome && away !== reportedAway && (home === reportedAway || away === reportedHome)
}

/**
 * A team is spelt anew, or numbered anew; with another number and another name it is another team. Of a match that never had
 * odds nobody can have bet on it, and it is news like any other: a cup's next round is told before its teams are known.
 */
function hasOtherTeam(game: GameRow, { teamIds, homeTeam, awayTeam }: FeedGame): boolean {
  const { feedTeamIds } = game
  if (feedTeamIds === null || teamIds === null || game.priceVersion === 0) return false
  return (
    (feedTeamIds.home !== teamIds.home && spelling(game.homeTeam) !== spelling(homeTeam)) ||
    (feedTeamIds.away !== teamIds.away && spelling(game.awayTeam) !== spelling(awayTeam))
  )
}

function changeOf(game: GameRow, match: FeedGame): Partial<GameRow> {
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
    players: match.players.length > 0 ? match.players : game.players,
  }
  if (status.kind === 'upcoming') return change
  const played: Partial<GameRow> = {
    ...change,
    ...playedOf(game, match),
    status: status.kind,
    redCards: match.redCards ?? game.redCards,
  }
  if (status.kind !== 'live') return { ...played, atHalfTime: false }
  return { ...played, minutesPassed: status.minute ?? game.minutesPassed, atHalfTime: status.halfTime }
}

function playedOf(game: GameRow, match: FeedGame): ResultFields {
  // A running score may have extra time in it: of a finished match only what the feed says of its 90 minutes counts.
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

/** In hundredths; null where they are no book of a football match, whose draw has a price too, and so for the totals line. */
function hundredths(odds: MatchOdds): BaseOdds {
  const [homeOdds = null, drawOdds = null, awayOdds = null] = book(odds.home, odds.draw, odds.away)
  const [over25Odds = null, under25Odds = null] = book(odds.over25, odds.under25)
  return { homeOdds, drawOdds, awayOdds, over25Odds, under25Odds }
}

function book(...decimals: readonly (number | null | undefined)[]): readonly number[] {
  const prices = decimals.flatMap((decimal) => price(decimal) ?? [])
  return prices.length === decimals.length && isBook(prices.map((each) => each / 100)) ? prices : []
}

/** A decimal price in hundredths; null where it is none. */
function price(decimal: number | null | undefined): number | null {
  const value = Math.round((decimal ?? 0) * 100)
  return value > 100 && value <= HIGHEST_PRICE ? value : null
}
