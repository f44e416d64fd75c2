import type { TicketStatus } from '@mupiira/domain/ticket/states.ts'

/** The tickets that staff has filtered for. */
export type TicketFilter = {
  readonly status: TicketStatus | null
  /** Placed from `from` (inclusive) to `until` (exclusive). */
  readonly from: Date | null
  readonly until: Date | null
  /** null for all players; otherwise tickets that match the code or a player. */
  readonly search: { readonly codeBeginsWith: string | null; readonly userIds: readonly string[] } | null
}

/** A source of rows `t (id, created_at, status)` with its condition and parameters. */
export type FilteredTickets = { readonly from: string; readonly where: string; readonly values: readonly unknown[] }

/** Each part of a search uses its own index; open and settled tickets of a player have one each. */
const FOUND = `(
    select id, created_at, status from tickets where booking_code ~>=~ $1 and booking_code ~<~ $2
    union select id, created_at, status from tickets where user_id = any($3::uuid[]) and status = 'pending'
    union select id, created_at, status from tickets where user_id = any($3::uuid[]) and status <> 'pending'
  )`

/** Sorts after all code characters (capital letters and digits). */
const LAST = '~'

export function filteredTickets({ status, from, until, search }: TicketFilter): FilteredTickets {
  const code = search?.codeBeginsWith ?? null
  const values: unknown[] = search === null ? [] : [code ?? '', code === null ? '' : code + LAST, search.userIds]
  const conditions = [
    ...(status === null ? [] : [`t.status = $${values.push(status)}`]),
    ...(from === null ? [] : [`t.created_at >= $${values.push(from)}`]),
    ...(until === null ? [] : [`t.created_at < $${values.push(until)}`]),
  ]
  return {
    from: search === null ? 'tickets t' : `${FOUND} t`,
    where: conditions.length === 0 ? 'true' : conditions.join(' and '),
    values,
  }
}
