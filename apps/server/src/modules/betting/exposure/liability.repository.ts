import { type RawBuilder, sql } from 'kysely'
import type { MarketId } from '@mupiira/domain/markets/types.ts'
import { type Ugx, ZERO } from '@mupiira/domain/money/ugx.ts'
import { type Params, statement } from '../../../kernel/db/query.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import { STAKE_LEFT } from '../tickets/stake-left.repository.ts'
import { PENDING } from '../tickets/tickets.repository.ts'

/** The amount that open bets on a selection can win beyond their stakes, and their part of the game's liability. */
export type OpenLiability = {
  readonly gameId: string
  readonly market: MarketId
  readonly selection: string
  readonly selectionUgx: Ugx
  readonly gameUgx: Ugx
}

const selectionLiability = sql`${STAKE_LEFT} * (l.odds - 100)`

/** A same-game combination counts once for its game, at its joint odds. */
const gameLiability = sql`${STAKE_LEFT} * (case
  when l.same_game is null then l.odds - 100
  when exists (select from ticket_legs e
                where e.ticket_id = l.ticket_id and e.game_id = l.game_id and e.leg_no < l.leg_no) then 0
  else (l.same_game ->> 'oddsHundredths')::int - 100 end)`

const bySelection = (condition: RawBuilder<unknown>) => sql<OpenLiability>`
    select l.game_id as "gameId", l.market, l.selection, floor(sum(${selectionLiability}) / 100)::bigint as "selectionUgx",
           floor(sum(${gameLiability}) / 100)::bigint as "gameUgx"
      from tickets t join ticket_legs l on l.ticket_id = t.id
     where t.status = ${PENDING} and l.outcome is null and ${condition}
     group by l.game_id, l.market, l.selection`

const open = statement(() => bySelection(sql`true`))
const openOnGames = statement((p: Params<{ gameIds: readonly string[] }>) =>
  bySelection(sql`l.game_id = any(${p.gameIds}::uuid[])`),
)

/** The liability of all open bets, by selection. */
export const openLiabilities = (db: Sql): Promise<OpenLiability[]> => db.run(open({}))

/** The liability of open bets on some games, by selection. */
export const liabilitiesOnGames = (db: Sql, gameIds: readonly string[]): Promise<OpenLiability[]> =>
  db.run(openOnGames({ gameIds }))

type AccountLiability = {
  readonly userId: string
  /** The player or a related account. */
  readonly accountId: string
  readonly gameId: string | null
  readonly liabilityUgx: Ugx
}

const accountLiabilities = statement(
  (p: Params<{ userIds: readonly string[]; gameIds: readonly string[] }>) => sql<AccountLiability>`
    with account as (
      select user_id, related_id as account_id from related_accounts where user_id = any(${p.userIds}::uuid[])
      union select id, id from unnest(${p.userIds}::uuid[]) as player (id)
    )
    select a.user_id as "userId", a.account_id as "accountId", open.game_id as "gameId",
           coalesce(floor(sum(open.hundredths) / 100), 0)::bigint as "liabilityUgx"
      from account a
      left join lateral (
        select l.game_id, ${gameLiability} as hundredths
          from tickets t join ticket_legs l on l.ticket_id = t.id
         where t.user_id = a.account_id and t.status = ${PENDING} and l.outcome is null
           and l.game_id = any(${p.gameIds}::uuid[])
      ) open on true
     group by a.user_id, a.account_id, open.game_id`,
)

/** The open bets of players and their related accounts on some games. */
export type PlayerLiabilities = {
  /** The player's own account and the related accounts. */
  accountsOf(userId: string): readonly string[]
  amount(accountId: string, gameId: string): Ugx
}

export async function playerLiabilities(
  db: Sql,
  userIds: readonly string[],
  gameIds: readonly string[],
): Promise<PlayerLiabilities> {
  const rows = userIds.length === 0 ? [] : await db.run(accountLiabilities({ userIds, gameIds }))
  const accounts = new Map<string, Set<string>>()
  const amounts = new Map<string, Ugx>()
  for (const { userId, accountId, gameId, liabilityUgx } of rows) {
    accounts.set(userId, (accounts.get(userId) ?? new Set()).add(accountId))
    if (gameId !== null) amounts.set(`${accountId} ${gameId}`, liabilityUgx)
  }
  return {
    accountsOf: (userId) => [...(accounts.get(userId) ?? [userId])],
    amount: (accountId, gameId) => amounts.get(`${accountId} ${gameId}`) ?? ZERO,
  }
}
