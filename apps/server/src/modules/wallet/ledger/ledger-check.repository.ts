import { type Expression, sql } from 'kysely'
import type { LedgerKind } from '@mupiira/domain/money/ledger-kinds.ts'
import { type Params, q, statement } from '../../../kernel/db/query.ts'
import type { SealedTable } from '../../../kernel/seals/seals.repository.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import { HOUSE } from '../house-accounts.ts'

export const SEALED_LEDGER: SealedTable = {
  rows: 'postings',
  seals: 'ledger_seals',
  leaf: sql`sha256(convert_to(row(p.id, p.tx, p.source, p.destination, p.amount, p.player, p.balance_after, p.kind,
  p.reference, p.ordinal, p.description, (extract(epoch from p.created_at) * 1000000)::bigint)::text, 'UTF8'))`,
}

export type SidesRow = {
  readonly kind: LedgerKind
  readonly rows: bigint
  readonly house: bigint
  readonly wrong: readonly string[] | null
  readonly upTo: bigint
}

/** Postings after an id, by kind: their sum on house accounts, and postings whose accounts do not make a transfer. */
export const sidesAfter = statement(
  (p: Params<{ after: bigint; limit: number }>) => sql<SidesRow>`
    with piece as (select * from postings where id > ${p.after} order by id limit ${p.limit}), evaluated as (
      select p.id, p.kind,
             case when s.kind = 'house' then -p.amount else 0 end + case when d.kind = 'house' then p.amount else 0 end as house,
             s.kind is null or d.kind is null or (s.kind = 'player' and d.kind = 'player') or p.player is distinct from
               case when s.kind = 'player' then s.id when d.kind = 'player' then d.id end as wrong
        from piece p left join accounts s on s.id = p.source left join accounts d on d.id = p.destination)
    select kind, count(*) as rows, sum(house)::bigint as house, max(id) as "upTo",
           (array_agg(id::text order by id) filter (where wrong))[1:100] as wrong from evaluated group by kind`,
)

export type AccountRow = {
  readonly id: string
  readonly balance: bigint
  readonly held: bigint
  readonly pending: bigint
}

/** Players' accounts after an id, with the sum of their pending holds. */
export const accountsAfter = statement((p: Params<{ after: string | null; limit: number }>) =>
  q
    .selectFrom('accounts as a')
    .select(['a.id', 'a.balance', 'a.held'])
    .select(
      sql<bigint>`coalesce((select sum(amount) from holds where state = 'pending' and account = a.id), 0)::bigint`.as(
        'pending',
      ),
    )
    .where('kind', '=', 'player')
    .where(sql<boolean>`(${p.after}::uuid is null or a.id > ${p.after}::uuid)`)
    .orderBy('a.id')
    .limit(p.limit),
)

export type EntriesRow = {
  readonly player: string
  readonly sum: bigint
  readonly broken: string | null
  readonly id: bigint
  readonly balanceAfter: bigint
}

/** The next entries in order of player and id, summed by player, with the first whose balance breaks the chain. */
export const entriesAfter = statement(
  (p: Params<{ player: string; id: bigint; balance: bigint; last: string; limit: number }>) => sql<EntriesRow>`
    with piece as materialized (
      select player, id, balance_after, case when player = destination then amount else -amount end as change
        from postings
       where player is not null and (player, id) > (${p.player}::uuid, ${p.id}::bigint) and player <= ${p.last}::uuid
       order by player, id limit ${p.limit}
    ), line as (
      select *, lag(balance_after, 1, case when player = ${p.player}::uuid then ${p.balance}::bigint else 0 end)
                  over (partition by player order by id) as before
        from piece
    )
    select player, sum(change)::bigint as sum, max(id) as id, (array_agg(balance_after order by id desc))[1] as "balanceAfter",
           (min(id) filter (where before + change <> balance_after))::text as broken
      from line group by player order by player`,
)

type References = { readonly from: string | null; readonly to: string | null }

const referenceAfter = statement((p: Params<{ from: string | null; offset: number }>) =>
  q
    .selectFrom('postings')
    .select('reference')
    .where(sql<boolean>`(${p.from}::uuid is null or reference > ${p.from}::uuid)`)
    .orderBy('reference')
    .offset(p.offset)
    .limit(1),
)

/** The last reference of a chunk; null for the last chunk. */
export const lastReferenceOfChunk = async (tx: Sql, from: string | null, size: number): Promise<string | null> =>
  (await tx.first(referenceAfter({ from, offset: size })))?.reference ?? null

/** References whose money on the house account for holds differs from their pending hold. */
export const wrongHolds = statement(
  (p: Params<References & { limit: number }>) => sql<{ reference: string; onHold: bigint; pending: bigint }>`
    with held as (
      select reference, sum(case when destination = ${HOUSE.holds} then amount else -amount end)::bigint as amount
        from postings
       where (${p.from}::uuid is null or reference > ${p.from}::uuid) and (${p.to}::uuid is null or reference <= ${p.to}::uuid)
         and (source = ${HOUSE.holds} or destination = ${HOUSE.holds})
       group by reference
    ), pending as (
      select reference, sum(amount)::bigint as amount from holds
       where state = 'pending'
         and (${p.from}::uuid is null or reference > ${p.from}::uuid) and (${p.to}::uuid is null or reference <= ${p.to}::uuid)
       group by reference
    )
    select coalesce(h.reference, p.reference) as reference, coalesce(h.amount, 0) as "onHold", coalesce(p.amount, 0) as pending
      from held h full join pending p on p.reference = h.reference
     where coalesce(h.amount, 0) <> coalesce(p.amount, 0) limit ${p.limit}`,
)

/**
 * A query of everything that must have moved money of one kind. `amount` is the change of the player's balance (a debit
 * is negative), or the amount between house accounts. The check compares both ways: every posting needs an explanation,
 * and every explanation needs a posting.
 */
export type Explanation = Expression<{ readonly reference: string; readonly amount: bigint | null }>
/** The explanations of the postings of each kind. */
export type Explanations = { readonly [kind in LedgerKind]?: readonly Explanation[] }
/** The explanations of all modules; several may move money of one kind. */
export type Explainers = ReadonlyMap<string, readonly Explanation[]>

export type ReferenceRow = {
  readonly kind: LedgerKind
  readonly reference: string
  readonly posted: bigint
  readonly expected: bigint | null
}

/** References whose postings differ from their explanation. */
export function unexplained(
  tx: Sql,
  explainers: Explainers,
  { from, to }: References,
  limit: number,
): Promise<ReferenceRow[]> {
  if (explainers.size === 0) return Promise.resolve([])
  const inRange = sql`(${from}::uuid is null or reference > ${from}::uuid) and (${to}::uuid is null or reference <= ${to}::uuid)`
  const expected = [...explainers].map(
    ([kind, explanations]) => sql`
      select ${sql.lit(kind)} as kind, reference, sum(amount)::bigint as amount
        from (${sql.join(explanations, sql` union all `)}) e
       where ${inRange} group by reference`,
  )
  return tx.run(sql<ReferenceRow>`
    with posted as (
      select kind, reference, sum(case when player = source then -amount else amount end)::bigint as amount
        from postings where ${inRange} and kind = any(${[...explainers.keys()]}::text[]) group by kind, reference
    ), expected as (${sql.join(expected, sql` union all `)})
    select coalesce(p.kind, e.kind) as kind, coalesce(p.reference, e.reference) as reference,
           coalesce(p.amount, 0) as posted, e.amount as expected
      from posted p full join expected e on e.kind = p.kind and e.reference = p.reference
     where coalesce(p.amount, 0) <> coalesce(e.amount, 0) or (p.amount is not null and e.amount is null)
     order by 1, 2 limit ${limit}`)
}
