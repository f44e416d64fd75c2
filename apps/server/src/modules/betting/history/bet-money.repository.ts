import { type RawBuilder, sql } from 'kysely'
import type { FigureLine } from '@mupiira/domain/money/figures.ts'
import { BETTING_KINDS, ledgerKind } from '@mupiira/domain/money/ledger-kinds.ts'
import { type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import { figuresOf, filledUntil, type RollupSource } from '../../../kernel/rollups.ts'
import { HOUSE } from '../../wallet/index.ts'
import { ticketChanges } from './ticket-figures.repository.ts'

type At = RawBuilder<Date>

const SPORTS = sql.lit(HOUSE.book)
const lineOfKind = sql`case kind ${sql.join(
  BETTING_KINDS.map((kind) => sql`when ${sql.lit(kind)} then ${sql.lit(ledgerKind(kind).report)}`),
  sql` `,
)} else 'other' end`

/** The postings of sports bets, with the line of each. */
const postings = (from: At, until: At) => sql`
  select created_at as at, reference as ticket, ${lineOfKind} as line, amount
    from postings
   where created_at >= ${from} and created_at < ${until} and (source = ${SPORTS} or destination = ${SPORTS})`

/** The stake of one state of a ticket that counts as settled. */
const settled = (status: string) => sql`
  case when ${sql.ref(status)} in ('won', 'lost', 'cashout') then total_stake - cashed_stake else 0 end`

/** What settlements, partial cashouts and corrected results add to settled stakes and bonuses. */
const settlements = (from: At, until: At) => sql`
  select at, ticket, line, amount
    from (${ticketChanges(from, until)}) change
   cross join lateral (values
     ('settled-stakes', ${settled('status')} - ${settled('status_before')}), ('bonuses', bonus - bonus_before)
   ) figure (line, amount)
   where amount <> 0
  union all
  select created_at, ticket_id, 'settled-stakes', stake
    from ticket_parts where created_at >= ${from} and created_at < ${until}`

const allMoney = (from: At, until: At) => sql`${postings(from, until)} union all ${settlements(from, until)}`

/** Each amount divided into equal parts per leg. The first leg gets the remainder, so that sums stay exact. */
const perLeg = (from: At, until: At) => sql`
  select m.at, m.ticket, m.line, l.leg_no, l.game_id, l.market,
         m.amount / t.legs + case when l.leg_no = 1 then m.amount % t.legs else 0 end as amount
    from (${allMoney(from, until)}) m
    join tickets t on t.id = m.ticket
    join ticket_legs l on l.ticket_id = m.ticket`

const oldest = q.selectFrom('postings').select(({ fn }) => fn.min('created_at').as('at'))

const SETTLEMENTS: RollupSource<'entries' | 'amount'> = {
  name: 'settlements',
  figures: ['entries', 'amount'],
  oldest,
  changes: (from, until) => sql`
    select at, kampala_day(at) as day, array[line] as key, 1 as entries, amount from (${settlements(from, until)}) s`,
}

/** The key is fixed at placement. A game's league can be renamed, so the reader joins the game. */
const GAMES: RollupSource<'entries' | 'amount'> = {
  name: 'game-money',
  figures: ['entries', 'amount'],
  oldest,
  changes: (from, until) => sql`
    select at, kampala_day(at) as day, array[line, game_id::text] as key, 1 as entries, amount
      from (${perLeg(from, until)}) l`,
}

const MARKETS: RollupSource<'entries' | 'amount'> = {
  name: 'market-money',
  figures: ['entries', 'amount'],
  oldest,
  changes: (from, until) => sql`
    select at, kampala_day(at) as day, array[line, market] as key, 1 as entries, amount
      from (${perLeg(from, until)}) l`,
}

export const BET_MONEY_ROLLUPS = [SETTLEMENTS, GAMES, MARKETS] as const

/** Sports bets grouped by sport, league or market. */
export type BetGrouping = 'sport' | 'league' | 'market'
/** One group. Leagues are `country|league`, because several countries have a league of the same name. */
export type BetGroup = { readonly by: BetGrouping; readonly key: string }
export type GroupSum = {
  readonly key: string
  readonly line: FigureLine
  readonly entries: number
  readonly amount: bigint
}
export type DaySum = Omit<GroupSum, 'key'> & { readonly day: string }

type Range = { readonly from: Date; readonly until: Date }

const LEAGUE = sql<string>`coalesce(g.country, '') || '|' || g.league`
const KEYS: { readonly [by in BetGrouping]: { source: RollupSource; key: RawBuilder<string>; needsGame: boolean } } = {
  sport: { source: GAMES, key: sql`g.sport`, needsGame: true },
  league: { source: GAMES, key: LEAGUE, needsGame: true },
  market: { source: MARKETS, key: sql`f.key[2]`, needsGame: false },
}

const sums = [
  sql<number>`sum(f.entries)::float8`.as('entries'),
  sql<bigint>`sum(f.amount)::bigint`.as('amount'),
] as const
const line = sql<FigureLine>`f.key[1]`

const figures = (by: BetGrouping, since: RawBuilder<Date>) => {
  const { source, needsGame } = KEYS[by]
  const rows = q.selectFrom(figuresOf(source as RollupSource<'entries' | 'amount'>, since).as('f'))
  return needsGame ? rows.innerJoin('games as g', (join) => join.on(sql`g.id`, '=', sql`f.key[2]::uuid`)) : rows
}

const inRange = (p: { from: RawBuilder<Date>; until: RawBuilder<Date> }) =>
  sql<boolean>`f.hour >= ${p.from} and f.hour < ${p.until}`

const grouped = (by: BetGrouping) =>
  statement((p: Params<{ since: Date } & Range>) =>
    figures(by, p.since)
      .select([KEYS[by].key.as('key'), line.as('line'), ...sums])
      .where(inRange(p))
      .groupBy([KEYS[by].key, sql`f.key[1]`]),
  )
const GROUPED = { sport: grouped('sport'), league: grouped('league'), market: grouped('market') }

/** The lines of whole days by sport, league or market. */
export const moneyByGroup = async (db: Sql, by: BetGrouping, range: Range): Promise<GroupSum[]> =>
  db.run(GROUPED[by]({ since: await filledUntil(db, KEYS[by].source), ...range }))

const groupDays = (by: BetGrouping) =>
  statement((p: Params<{ since: Date; key: string } & Range>) =>
    figures(by, p.since)
      .select([sql<string>`kampala_day(f.hour)`.as('day'), line.as('line'), ...sums])
      .where(inRange(p))
      .where(KEYS[by].key, '=', p.key)
      .groupBy([sql`kampala_day(f.hour)`, sql`f.key[1]`]),
  )
const GROUP_DAYS = { sport: groupDays('sport'), league: groupDays('league'), market: groupDays('market') }

const settlementDays = statement((p: Params<{ since: Date } & Range>) =>
  q
    .selectFrom(figuresOf(SETTLEMENTS, p.since).as('f'))
    .select(['day', line.as('line'), ...sums])
    .where(inRange(p))
    .groupBy(['day', sql`f.key[1]`]),
)

/** The lines of each day: of a group, or settled stakes and bonuses of all sports bets. */
export async function moneyByDay(db: Sql, range: Range, group: BetGroup | null): Promise<DaySum[]> {
  if (group === null) return db.run(settlementDays({ since: await filledUntil(db, SETTLEMENTS), ...range }))
  const since = await filledUntil(db, KEYS[group.by].source)
  return db.run(GROUP_DAYS[group.by]({ since, key: group.key, ...range }))
}

export type MoneyRow = {
  readonly at: Date
  readonly line: FigureLine
  readonly ticketId: string
  readonly userId: string
  /** The game and market of a leg; null without a group. */
  readonly gameId: string | null
  readonly market: string | null
  readonly amount: bigint
}

export type RowsRequest = Range & {
  readonly lines: readonly FigureLine[]
  readonly limit: number
  readonly offset: number
}

const settlementRows = statement(
  (p: Params<RowsRequest>) => sql<MoneyRow>`
    select s.at, s.line, s.ticket as "ticketId", t.user_id as "userId", null::uuid as "gameId",
           null as market, s.amount
      from (${settlements(p.from, p.until)}) s join tickets t on t.id = s.ticket
     where s.line = any(${p.lines}::text[])
     order by s.at desc, s.ticket desc, s.line, s.amount limit ${p.limit} offset ${p.offset}`,
)

const legRows = (by: BetGrouping) =>
  statement(
    (p: Params<RowsRequest & { key: string }>) => sql<MoneyRow>`
      select l.at, l.line, l.ticket as "ticketId", t.user_id as "userId", l.game_id as "gameId",
             l.market, l.amount
        from (${perLeg(p.from, p.until)}) l
        join tickets t on t.id = l.ticket
        join games g on g.id = l.game_id
       where l.line = any(${p.lines}::text[]) and ${by === 'market' ? sql`l.market` : KEYS[by].key} = ${p.key}
       order by l.at desc, l.ticket desc, l.leg_no, l.line, l.amount limit ${p.limit} offset ${p.offset}`,
  )
const LEG_ROWS = { sport: legRows('sport'), league: legRows('league'), market: legRows('market') }

/** The rows of lines, latest first: parts per leg for a group, otherwise settlements. */
export const moneyRows = (db: Sql, request: RowsRequest, group: BetGroup | null): Promise<MoneyRow[]> =>
  group === null ? db.run(settlementRows(request)) : db.run(LEG_ROWS[group.by]({ ...request, key: group.key }))

export type OpenTicket = Pick<MoneyRow, 'at' | 'ticketId' | 'userId' | 'amount'>

const openTickets = statement(
  (p: Params<{ limit: number; offset: number }>) => sql<OpenTicket>`
    select created_at as at, id as "ticketId", user_id as "userId",
           total_stake - cashed_stake as amount
      from tickets
     where status = 'pending'
     order by id desc limit ${p.limit} offset ${p.offset}`,
)

/** Open tickets with their stake left, newest first. */
export const openTicketRows = (
  db: Sql,
  request: { readonly limit: number; readonly offset: number },
): Promise<OpenTicket[]> => db.run(openTickets(request))
