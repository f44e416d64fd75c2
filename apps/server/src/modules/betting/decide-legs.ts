import type { MarketId, Outcome, Rulebook } from '@mupiira/domain/markets/types.ts'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'

/** Undecided legs of one game: tickets after `after`, or one ticket. */
export type LegRange = {
  readonly gameId: string
  /** Legs of tickets placed after it are void (SETL-46); null: the game's start is not known. */
  readonly firstLiveAt: Date | null
} & ({ readonly after: string | null; readonly most: number } | { readonly ticketId: string })

/** One question to the rules: legs that say the same have one outcome. */
export type LegClaim = {
  readonly market: MarketId
  readonly selection: string
  readonly rulebook: Rulebook
  readonly late: boolean
}

/** The next tickets of a game that have undecided legs, and what these legs claim. */
export type LegChunk = { readonly first: string; readonly last: string; readonly claims: readonly LegClaim[] }

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'
// A game without a first live report: no ticket is placed after it.
const NEVER = new Date('9999-01-01T00:00:00Z')

const CLAIMS = `
  with piece as (
    select l.ticket_id, l.market, l.selection, t.rulebook, t.created_at > $5 as late
      from ticket_legs l join tickets t on t.id = l.ticket_id
     where l.game_id = $1 and l.ticket_id > $2 and l.ticket_id <= $3 and l.outcome is null
     order by l.ticket_id fetch first $4 rows with ties
  )
  select market, selection, rulebook, late,
         (select ticket_id from piece order by ticket_id limit 1) as first,
         (select ticket_id from piece order by ticket_id desc limit 1) as last
    from piece group by market, selection, rulebook, late`

/** The claims of the next chunk, whole tickets at a time; null when there is none. */
export async function nextLegs(sql: Sql, range: LegRange): Promise<LegChunk | null> {
  const [after, upTo, most] =
    'ticketId' in range
      ? [before(range.ticketId), range.ticketId, 100]
      : [range.after ?? BEFORE_ALL, AFTER_ALL, range.most]
  const rows = await sql.query<LegClaim & { first: string; last: string }>(
    CLAIMS,
    [range.gameId, after, upTo, most, range.firstLiveAt ?? NEVER],
    'betting-leg-claims',
  )
  const [row] = rows
  if (row === undefined) return null
  return {
    first: row.first,
    last: row.last,
    claims: rows.map(({ market, selection, rulebook, late }) => ({ market, selection, rulebook, late })),
  }
}

const AFTER_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The id just below, so that a range that begins after it begins with the ticket. */
function before(ticketId: string): string {
  const hex = (BigInt(`0x${ticketId.replaceAll('-', '')}`) - 1n).toString(16).padStart(32, '0')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export type DecidedClaim = LegClaim & { readonly outcome: Outcome }

export type Decision = {
  readonly gameId: string
  readonly firstLiveAt: Date | null
  readonly resultVersion: number
  readonly chunk: LegChunk
  /** Claims without an outcome are left undecided. */
  readonly outcomes: readonly DecidedClaim[]
}

/** A ticket that a decision moved to an end. */
export type SettledTicket = {
  readonly id: string
  readonly userId: string
  readonly bookingCode: string
  readonly totalStake: Ugx
  readonly status: 'won' | 'lost' | 'void'
  readonly payout: Ugx
}

/** A ticket whose legs are all decided and whose payout is not simply the promised one. */
export type TicketToDecide = { readonly id: string }

type MovedRow = Omit<SettledTicket, 'status' | 'payout'> & { status: 'pending' | 'won' | 'lost'; payout: Ugx | null }

// Legs first, then tickets: each leg is decided once, so a ticket's count of open legs falls once for each, however often
// a chunk is repeated and whoever else is at work on the ticket. A lost leg ends the ticket at once (D42); when the last
// leg is decided and all have won, the payout is the one that was promised.
const DECIDE = `
  with claim as (
    select * from unnest($4::text[], $5::text[], $6::text[], $7::boolean[], $8::text[]) as c (market, selection, rulebook, late, outcome)
  ), decided as (
    update ticket_legs l set outcome = c.outcome, decided_at = $9, result_version = $10
      from tickets t, claim c
     where l.game_id = $1 and l.ticket_id between $2 and $3 and l.outcome is null and t.id = l.ticket_id
       and c.market = l.market and c.selection = l.selection and c.rulebook = t.rulebook and c.late = (t.created_at > $11)
    returning l.ticket_id, l.outcome, t.status
  ), counted as (
    select ticket_id, status, count(*)::int2 as legs, bool_or(outcome = 'lost') as lost,
           bool_and(outcome in ('won', 'lost')) as plain
      from decided group by ticket_id, status
  ), moved as (
    update tickets t
       set open_legs = t.open_legs - c.legs,
           plain = t.plain and c.plain,
           status = case when t.status <> 'pending' then t.status
                         when c.lost then 'lost'
                         when t.open_legs = c.legs and t.plain and c.plain then 'won' else 'pending' end,
           payout = case when t.status <> 'pending' then t.payout
                         when c.lost then 0
                         when t.open_legs = c.legs and t.plain and c.plain then t.potential_win end,
           settled_at = case when t.status <> 'pending' then t.settled_at
                             when c.lost or (t.open_legs = c.legs and t.plain and c.plain) then $9::timestamptz end,
           updated_at = $9
      from counted c where t.id = c.ticket_id
    returning t.id, t.user_id, t.booking_code, t.total_stake, t.status, t.payout, t.open_legs, t.settled_at, c.status as before
  )
  select id, user_id as "userId", booking_code as "bookingCode", total_stake as "totalStake", status, payout
    from moved
   where before = 'pending' and ((status in ('won', 'lost') and settled_at = $9) or (status = 'pending' and open_legs = 0))
   order by id`

/** Applies the outcomes to a chunk, set-based. Repeating it changes nothing: only undecided legs are decided. */
export async function decideLegs(
  tx: Tx,
  decision: Decision,
  now: Date,
): Promise<{ settled: SettledTicket[]; toDecide: TicketToDecide[] }> {
  const { chunk, outcomes } = decision
  const rows = await tx.query<MovedRow>(
    DECIDE,
    [
      decision.gameId,
      chunk.first,
      chunk.last,
      outcomes.map((claim) => claim.market),
      outcomes.map((claim) => claim.selection),
      outcomes.map((claim) => claim.rulebook),
      outcomes.map((claim) => claim.late),
      outcomes.map((claim) => claim.outcome),
      now,
      decision.resultVersion,
      decision.firstLiveAt ?? NEVER,
    ],
    'betting-decide-legs',
  )
  const settled: SettledTicket[] = []
  const toDecide: TicketToDecide[] = []
  for (const { status, payout, ...ticket } of rows) {
    if (status === 'pending') toDecide.push({ id: ticket.id })
    else if (payout !== null) settled.push({ ...ticket, status, payout })
  }
  return { settled, toDecide }
}
