import type { Sql } from '../../../kernel/db/sql.ts'
import { GAME_COLUMNS, type GameRow } from '../games/game-row.ts'
import type { FeedGame } from '../ports.ts'

/** The prefix of a feed's match ids: empty for one feed, ending with a colon for the others. */
const markOf = (matchId: string): string => matchId.slice(0, matchId.indexOf(':') + 1)

/**
 * Games of another feed that this feed continues: same kick-off, and the same teams apart from spelling. Bets
 * therefore survive a change of the feed. Keyed by this feed's match ids.
 */
export async function gamesToAdopt(sql: Sql, matches: readonly FeedGame[]): Promise<ReadonlyMap<string, GameRow>> {
  const mark = markOf(matches[0]?.matchId ?? '')
  const rows = await sql.query<GameRow>(
    `select ${GAME_COLUMNS} from games
      where status in ('upcoming', 'live') and start_time = any($1::timestamptz[])
        and source = 'feed' and result_version = 0
        and (case when $2 = '' then position(':' in feed_match_id) > 0 else not starts_with(feed_match_id, $2) end)`,
    [[...new Set(matches.map(({ startsAt }) => startsAt.toISOString()))], mark],
    'catalogue-games-to-adopt',
  )
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
