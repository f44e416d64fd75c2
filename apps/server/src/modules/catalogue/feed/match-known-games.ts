import type { Sql } from '../../../kernel/db/sql.ts'
import type { GameRow } from '../games/game-row.ts'
import { undecidedFeedGames } from './feed.repository.ts'
import { normalisedTeam } from '../games/same-match.ts'
import type { FeedGame } from '../ports.ts'

/** The prefix of a feed's match ids: empty for one feed, ending with a colon for the others. */
const prefixOf = (matchId: string): string => matchId.slice(0, matchId.indexOf(':') + 1)

type Teams = Pick<GameRow, 'homeTeam' | 'awayTeam'>
type Listing = Teams & Pick<GameRow, 'startTime' | 'league'>

type Known = {
  /** The existing games that belong to these matches, by match id. */
  readonly adopted: ReadonlyMap<string, GameRow>
  /** Ids of matches that already are games, or that the feed lists twice. */
  readonly duplicates: ReadonlySet<string>
}

/**
 * Compares matches with unknown ids to the games with the same kick-off and teams, apart from spelling. A game of
 * another feed, or with an id that this feed no longer reports, continues under the new id, so that its bets stay
 * valid. A match that the feed lists under several ids is one game (BETX-08).
 */
export async function matchKnownGames(
  db: Sql,
  unknown: readonly FeedGame[],
  reported: ReadonlySet<string>,
): Promise<Known> {
  const adopted = new Map<string, GameRow>()
  const duplicates = new Set<string>()
  if (unknown.length === 0) return { adopted, duplicates }
  const starts = [...new Set(unknown.map(({ startsAt }) => startsAt.getTime()))].map((ms) => new Date(ms))
  const rows = await undecidedFeedGames(db, starts)
  const adoptedIds = new Set<string>()
  const seen: Listing[] = []
  for (const { startsAt: startTime, ...rest } of unknown) {
    const match = { ...rest, startTime }
    const same = rows.filter((row) => !adoptedIds.has(row.id) && isSameMatch(row, match))
    const isListed = same.some(({ feedMatchId }) => feedMatchId !== null && reported.has(feedMatchId))
    if (isListed || seen.some((other) => isSameListing(other, match))) {
      duplicates.add(match.matchId)
      continue
    }
    seen.push(match)
    const [only] = same
    // Skip ambiguous matches.
    if (only === undefined || same.length > 1) continue
    adoptedIds.add(only.id)
    adopted.set(match.matchId, only)
  }
  return { adopted, duplicates }
}

/**
 * Whether two listings of one feed are the same match. Women's and youth teams have the names of the men's teams
 * in other leagues.
 */
const isSameListing = (one: Listing, other: Listing): boolean =>
  one.startTime.getTime() === other.startTime.getTime() && one.league === other.league && haveSameTeams(one, other)

const haveSameTeams = (one: Teams, other: Teams): boolean =>
  normalisedTeam(one.homeTeam) === normalisedTeam(other.homeTeam) &&
  normalisedTeam(one.awayTeam) === normalisedTeam(other.awayTeam)

const isSameMatch = (game: GameRow, match: Listing & { readonly matchId: string }): boolean =>
  prefixOf(game.feedMatchId ?? '') === prefixOf(match.matchId)
    ? isSameListing(game, match)
    : game.startTime.getTime() === match.startTime.getTime() && haveSameTeams(game, match)
