import type { Sql } from '../../../kernel/db/sql.ts'
import type { GameRow } from '../games/game-row.ts'
import { gamesOfOtherFeeds } from './feed.repository.ts'
import type { FeedGame } from '../ports.ts'

/** The prefix of a feed's match ids: empty for one feed, ending with a colon for the others. */
const prefixOf = (matchId: string): string => matchId.slice(0, matchId.indexOf(':') + 1)

/**
 * Games of another feed that this feed continues: same kick-off, and the same teams apart from spelling. Bets
 * therefore survive a change of the feed. Keyed by this feed's match ids.
 */
export async function gamesToAdopt(sql: Sql, matches: readonly FeedGame[]): Promise<ReadonlyMap<string, GameRow>> {
  const starts = [...new Set(matches.map(({ startsAt }) => startsAt.getTime()))].map((ms) => new Date(ms))
  const rows = await gamesOfOtherFeeds(sql, starts, prefixOf(matches[0]?.matchId ?? ''))
  const adopted = new Map<string, GameRow>()
  const taken = new Set<string>()
  for (const match of matches) {
    const same = rows.filter((row) => !taken.has(row.id) && isSameMatch(row, match))
    const [only] = same
    // Skip ambiguous matches.
    if (only === undefined || same.length > 1) continue
    taken.add(only.id)
    adopted.set(match.matchId, only)
  }
  return adopted
}

const isSameMatch = (game: GameRow, match: FeedGame): boolean =>
  game.startTime.getTime() === match.startsAt.getTime() &&
  spelling(game.homeTeam) === spelling(match.homeTeam) &&
  spelling(game.awayTeam) === spelling(match.awayTeam)

/** Normalises a team name: "Vipers SC" equals "VIPERS", "Malmö FF" equals "Malmo". */
export const spelling = (team: string): string =>
  team
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/\b(afc|cf|club|fc|ff|fk|ac|as|sc|sk|the)\b/g, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
