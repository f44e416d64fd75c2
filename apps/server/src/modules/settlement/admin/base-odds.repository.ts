import { sql } from 'kysely'
import { type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import type { BaseOdds } from '../../catalogue/index.ts'

type Change = { readonly gameId: string; readonly before: BaseOdds; readonly isApproved: boolean; readonly by: string }

const insert = statement(
  (
    p: Params<{
      gameId: string
      homeOdds: number | null
      drawOdds: number | null
      awayOdds: number | null
      over25Odds: number | null
      under25Odds: number | null
      isApproved: boolean
      by: string
      now: Date
    }>,
  ) =>
    q.insertInto('base_odds_changes').values({
      game_id: p.gameId,
      home_odds: p.homeOdds,
      draw_odds: p.drawOdds,
      away_odds: p.awayOdds,
      over25_odds: p.over25Odds,
      under25_odds: p.under25Odds,
      is_approved: p.isApproved,
      changed_by: p.by,
      created_at: p.now,
    }),
)

/** Stores the base odds that a game had before a change by staff. */
export const recordBaseOddsChange = (tx: Tx, { before, ...change }: Change, now: Date): Promise<number> =>
  tx.change(insert({ ...before, ...change, now }))

const earliest = statement((p: Params<{ gameId: string; since: Date }>) =>
  q
    .selectFrom('base_odds_changes')
    .select(['home_odds as homeOdds', 'draw_odds as drawOdds', 'away_odds as awayOdds'])
    .select(['over25_odds as over25Odds', 'under25_odds as under25Odds'])
    .where('game_id', '=', p.gameId)
    .where('created_at', '>', p.since)
    .where('home_odds', 'is not', null)
    .where(
      sql<boolean>`id > coalesce((select max(id) from base_odds_changes where game_id = ${p.gameId} and is_approved), 0)`,
    )
    .orderBy('id')
    .limit(1),
)

/** The odds before the first unapproved change since then; undefined without one. */
export const oddsBeforeChanges = (db: Sql, gameId: string, since: Date): Promise<BaseOdds | undefined> =>
  db.first(earliest({ gameId, since }))
