import { sql } from 'kysely'
import type { TicketStatus } from '@mupiira/domain/ticket/states.ts'
import {
  cappedTotal,
  type CappedTotal,
  type ListPage,
  type PageRequest,
  listPage,
  selectPageRows,
  timeOrder,
} from '../../../kernel/db/list-page.ts'
import { anyOf, type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import { ofStakeLeft } from '../tickets/stake-left.repository.ts'

/** The tickets that staff has filtered for. */
export type TicketFilter = {
  readonly status: TicketStatus | null
  /** Placed from `from` (inclusive) to `until` (exclusive). */
  readonly from: Date | null
  readonly until: Date | null
  /** null for all players; otherwise tickets that match the code or a player. */
  readonly search: { readonly codeBeginsWith: string | null; readonly userIds: readonly string[] } | null
  /** null for all games; otherwise tickets with a selection of this game. */
  readonly game: string | null
}

const COLUMNS = [
  'id',
  'created_at',
  'updated_at',
  'status',
  'total_stake',
  'total_odds',
  'paid',
  'potential_win',
] as const

/** Everything that a ticket has paid: partial cashouts and its end. */
const PAID = sql<bigint>`coalesce(t.payout, 0) + t.cashed_out`

/** Tickets with the columns of the list. The potential win is that of the stake left, as on the screens. */
const listed = () =>
  q
    .selectFrom('tickets as t')
    .select([
      't.id',
      't.created_at',
      't.updated_at',
      't.status',
      't.total_stake',
      't.total_odds',
      PAID.as('paid'),
      ofStakeLeft('t.potential_win').as('potential_win'),
    ])

function filtered({ status, from, until, search, game }: TicketFilter) {
  const tickets = game !== null ? ofGame(game, search) : search === null ? listed() : found(search)
  let query = q.selectFrom(tickets.as('t'))
  if (status !== null) query = query.where('t.status', '=', status)
  if (from !== null) query = query.where('t.created_at', '>=', from)
  if (until !== null) query = query.where('t.created_at', '<', until)
  return query
}

/** Sorts after all code characters (capital letters and digits). */
const LAST = '~'

const codeBegins = (column: string, code: string) =>
  sql<boolean>`(${sql.ref(column)} ~>=~ ${code} and ${sql.ref(column)} ~<~ ${`${code}${LAST}`})`

/** Each condition of a search uses its own index. Open and settled tickets of a player have separate indexes. */
function found({ codeBeginsWith: code, userIds }: NonNullable<TicketFilter['search']>) {
  const ofUsers = listed().where('t.user_id', '=', anyOf([...userIds]))
  const parts = ofUsers.where('t.status', '=', 'pending').unionAll(ofUsers.where('t.status', '<>', 'pending'))
  const byCode = listed().where(codeBegins('t.booking_code', code ?? ''))
  return code === null ? parts : parts.union(byCode)
}

/**
 * The tickets of a game are read before they are searched and sorted (`offset 0`). Otherwise the plan searches all
 * tickets, newest first.
 */
function ofGame(game: string, search: TicketFilter['search']) {
  const tickets = listed()
    .select(['t.user_id', 't.booking_code'])
    .where('t.id', 'in', q.selectFrom('ticket_legs').select('ticket_id').where('game_id', '=', game))
    .offset(0)
  const query = q.selectFrom(tickets.as('of_game')).select(COLUMNS)
  if (search === null) return query
  const { codeBeginsWith: code, userIds } = search
  return query.where((t) =>
    t.or([t('user_id', '=', anyOf([...userIds])), ...(code === null ? [] : [codeBegins('booking_code', code)])]),
  )
}

export const countTickets = (db: Sql, filter: TicketFilter): Promise<CappedTotal> => cappedTotal(db, filtered(filter))

const SORTS = {
  stake: 'total_stake',
  odds: 'total_odds',
  win: 'potential_win',
  payout: 'paid',
  status: 'status',
  changed: 'updated_at',
}

/** One page of matching tickets in the order of the list, and their number up to the counting limit. */
export async function ticketIdsOnPage(
  db: Sql,
  filter: TicketFilter,
  pageRequest: PageRequest,
): Promise<ListPage<string> & CappedTotal> {
  const matches = filtered(filter)
  const isOldestFirst = filter.status === 'pending' && timeOrder(pageRequest) === 'asc'
  const { items, ...page } = await listPage(db, matches, pageRequest, () =>
    db.run(selectPageRows(isOldestFirst ? readFirst(matches) : matches.select('t.id'), pageRequest, SORTS)),
  )
  return { items: items.map(({ id }) => id), ...page }
}

/**
 * Reads the matches before they are sorted (`offset 0`). Otherwise the plan searches for the oldest pending tickets
 * among all old tickets, most of which are settled.
 */
const readFirst = (matches: ReturnType<typeof filtered>) =>
  q.selectFrom(matches.select(['t.id', 't.created_at']).offset(0).as('t')).select('t.id')

const paidAtLeast = statement(
  (p: Params<{ ids: readonly string[]; minimum: bigint }>) => sql<PaidTicket>`
    select id, code, paid from (
      select id, booking_code as code,
             cashed_out + case when status in ('won', 'cashout') then coalesce(payout, 0) else 0 end as paid
        from tickets where id = any(${p.ids}::uuid[])) each_ticket
     where paid >= ${p.minimum}`,
)

export type PaidTicket = { readonly id: string; readonly code: string; readonly paid: bigint }

/** The tickets among these whose wins and cashouts are at least `minimum`. */
export const ticketsPaidAtLeast = (db: Sql, ids: readonly string[], minimum: bigint): Promise<PaidTicket[]> =>
  db.run(paidAtLeast({ ids, minimum }))

const codesById = statement((p: Params<{ ids: readonly string[] }>) =>
  q.selectFrom('tickets').select(['id', 'booking_code as code']).where('id', '=', anyOf(p.ids)),
)

/** The booking codes of tickets by id. */
export const codesOf = async (db: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  ids.length === 0 ? new Map() : new Map((await db.run(codesById({ ids }))).map(({ id, code }) => [id, code]))
