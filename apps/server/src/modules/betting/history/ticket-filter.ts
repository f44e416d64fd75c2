import type { TicketStatus } from '@mupiira/domain/ticket/states.ts'

/** Which tickets staff looks at. */
export type TicketFilter = {
  readonly status: TicketStatus | null
  /** Placed at it or later, and before it. */
  readonly from: Date | null
  readonly until: Date | null
  /** null: whosever. Else tickets that either matches. */
  readonly search: { readonly codeBeginsWith: string | null; readonly userIds: readonly string[] } | null
}

/** A source of rows `t (id, created_at, status)` with its condition, and the values of both. */
export type FilteredTickets = { readonly from: string; readonly where: string; readonly values: readonly unknown[] }

/** Each part of a search by its own index; a player's open and settled tickets have one each. */
const FOUND = `(
    select id, created_at, status from tickets where booking_code ~>=~ $1 and booking_code ~<~ $2
    union select id, created_at, status from tickets where user_id = any($3::uuid[]) and status = 'pending'
    union select id, created_at, status from tickets where user_id = any($3::uuid[]) and status <> 'pending'
  )`

/** Behind every code that begins so: codes are capital letters and digits. */
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
