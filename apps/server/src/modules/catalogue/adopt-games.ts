import type { Sql } from '../../kernel/db/sql.ts'
import { GAME_COLUMNS, type GameRow } from './game-row.ts'
import type { FeedGame } from './ports.ts'

/** How the ids of a feed begin: one feed's have no mark, those of others end it with a colon. */
const markOf = (matchId: string): string => matchId.slice(0, matchId.indexOf(':') + 1)

/**
 * Games that another feed has told, and that this one goes on with: of the same kick-off, and with the same teams as far
 * as spelling goes. So bets outlive a change of the feed. By this feed's match ids.
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
    // Two that look alike are none.
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

/** "Vipers SC" and "VIPERS", "Malmö FF" and "Malmo" are spelt alike. */
export const spelling = (team: string): string =>
  team
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/\b(afc|cf|club|fc|ff|fk|ac|as|sc|sk|the)\b/g, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
