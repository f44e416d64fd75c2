import { type RawBuilder, sql } from 'kysely'
import type { TimelineKind } from '@mupiira/domain/access/timeline-kinds.ts'
import { exactTime } from '../../../kernel/db/list-page.ts'
import { type Params, statement } from '../../../kernel/db/query.ts'
import type { Sql } from '../../../kernel/db/sql.ts'

/** An event as stored. `at` has microseconds, as `exactTime` writes it. */
export type EventRow = {
  readonly at: string
  readonly id: string
  readonly target: string | null
  readonly amount: bigint | null
  /** The stored facts of the state, by name. */
  readonly facts: { readonly [name: string]: unknown }
  readonly detail: string
  readonly by: string | null
}

type Columns = {
  readonly at: string
  readonly id?: string
  readonly target?: string
  readonly amount?: string
  readonly facts?: string
  readonly detail?: string
  readonly by?: string
}

type Source = { readonly columns: Columns; readonly from: (userId: RawBuilder<string>) => RawBuilder<unknown> }

const payments = (type: 'deposit' | 'withdrawal'): Source => ({
  columns: {
    at: 'created_at',
    target: 'id::text',
    amount: 'amount',
    facts: `jsonb_build_object('status', status, 'stage', stage, 'reason', reason)`,
    detail: `short_reference || ', ' || payment_method || ' ' || phone_number`,
  },
  from: (userId) => sql`transactions where user_id = ${userId} and type = ${sql.lit(type)}`,
})

/** Where the events of a player are stored. Each condition uses an index that begins with the player. */
const SOURCES: { readonly [K in TimelineKind]: Source } = {
  registration: { columns: { at: 'created_at' }, from: (userId) => sql`profiles where id = ${userId}` },
  login: {
    columns: { at: 'created_at', detail: 'client' },
    from: (userId) => sql`sessions where user_id = ${userId}`,
  },
  deposit: payments('deposit'),
  withdrawal: payments('withdrawal'),
  bet: {
    columns: {
      at: 'created_at',
      target: 'id::text',
      amount: 'total_stake',
      facts: `jsonb_build_object('status', status, 'payout', payout::text)`,
      detail: 'booking_code',
    },
    // Open and settled tickets have separate indexes.
    from: (userId) => sql`(
      select * from tickets where user_id = ${userId} and status = 'pending'
      union all select * from tickets where user_id = ${userId} and status <> 'pending') both_kinds`,
  },
  aviator: {
    columns: {
      at: 'placed_at',
      amount: 'stake',
      facts: `jsonb_build_object('status', state, 'payout', payout::text)`,
      detail: `'Round ' || round_no`,
    },
    from: (userId) => sql`aviator_bets where user_id = ${userId}`,
  },
  cashout: {
    columns: {
      at: 'created_at',
      target: 'ticket_id::text',
      amount: 'coalesce(paid, offer)',
      facts: `jsonb_build_object('status', state)`,
    },
    from: (userId) => sql`cashouts where user_id = ${userId} and state <> 'refused'`,
  },
  limit: {
    columns: { at: 'created_at', facts: `jsonb_build_object('change', kind) || details` },
    from: (userId) => sql`protection_changes where user_id = ${userId}`,
  },
  restriction: {
    columns: {
      at: 'at',
      id: 'event',
      facts: `jsonb_build_object('kind', kind, 'value', value, 'isEnd', is_end)`,
      detail: 'why',
      by: 'by',
    },
    // An end by itself has no author.
    from: (userId) => sql`(
      select kind, value, id || ':set' as event, set_at as at, reason as why, set_by as by, false as is_end
        from player_restrictions where user_id = ${userId}
      union all
      select kind, value, id || ':end', least(lifted_at, ends_at),
             case when lifted_at < coalesce(ends_at, 'infinity') then lift_reason else '' end,
             case when lifted_at < coalesce(ends_at, 'infinity') then lifted_by end, true
        from player_restrictions where user_id = ${userId} and (lifted_at is not null or ends_at is not null)
    ) restrictions`,
  },
  note: {
    columns: { at: 'created_at', detail: 'note', by: 'written_by' },
    from: (userId) => sql`staff_notes where user_id = ${userId}`,
  },
  staff: {
    columns: {
      at: 'created_at',
      facts: `jsonb_build_object('action', action, 'after', after)`,
      detail: 'reason',
      by: 'actor',
    },
    // Notes are events of their own. Readings would hide the other actions.
    from: (userId) => sql`
      audit_log where subject = 'user:' || ${userId}::text and action not in ('user.read', 'user.note')`,
  },
  chat: {
    columns: { at: 'opened_at', facts: `jsonb_build_object('isOpen', closed_at is null)`, by: 'closed_by' },
    from: (userId) => sql`chat_cases where user_id = ${userId}`,
  },
}

type PageParams = {
  readonly userId: string
  readonly before: string
  readonly beforeId: string
  readonly limit: number
}

/**
 * The events of a source before a moment, newest first. `beforeId` bounds the ids of that moment, compared as text. A
 * player has few rows in each source, so they are sorted without an index on their time.
 */
const pageOf = ({ columns, from }: Source) =>
  statement((p: Params<PageParams>) => {
    const { at, id = 'id::text', target, amount, facts, detail, by } = columns
    return sql<EventRow>`
      select ${exactTime('at')} as at, id, target, amount, facts, detail, "by" from (
        select ${sql.raw(at)} as at, ${sql.raw(id)} collate "C" as id, ${sql.raw(target ?? 'null')}::text as target,
               ${sql.raw(amount ?? 'null')}::bigint as amount, ${sql.raw(facts ?? `'{}'::jsonb`)} as facts,
               ${sql.raw(detail ?? `''`)} as detail, ${sql.raw(by ?? 'null')}::uuid as "by"
          from ${from(p.userId)}
      ) events
       where (at, id) < (${p.before}::timestamptz, ${p.beforeId})
       order by at desc, id desc limit ${p.limit}`
  })

const pages = Object.fromEntries(Object.entries(SOURCES).map(([kind, source]) => [kind, pageOf(source)])) as {
  readonly [K in TimelineKind]: ReturnType<typeof pageOf>
}

export const readEvents = (db: Sql, kind: TimelineKind, page: PageParams): Promise<EventRow[]> =>
  db.run(pages[kind](page))
