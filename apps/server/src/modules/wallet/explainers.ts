/**
 * SQL of a module that explains postings of a kind: `select … as reference, … as amount`, one row for each thing that
 * must have moved money. `amount` is in hundredths: what the player's account gained (a debit is negative); between
 * house accounts, what was moved. The check compares both ways: nothing moved without it, and all that it tells of moved.
 *
 * @example wallet.registerExplainer('bet', 'select id as reference, -total_stake as amount from tickets')
 */
export type Explainers = ReadonlyMap<string, string>

/** Postings against what explains them, for references in ($1, $2]; either may be null: no bound. */
export function explanationQuery(explainers: Explainers): string {
  const expected = [...explainers].map(
    ([kind, sql]) => `
      select '${kind}' as kind, e.reference, sum(e.amount)::bigint as amount from (${sql}) e
       where ($1::uuid is null or e.reference > $1) and ($2::uuid is null or e.reference <= $2) group by e.reference`,
  )
  return `
    with posted as (
      select kind, reference, sum(case when player = source then -amount else amount end)::bigint as amount
        from postings where ($1::uuid is null or reference > $1) and ($2::uuid is null or reference <= $2)
         and kind = any($3::text[]) group by kind, reference
    ), expected as (${expected.join('\n      union all')}
    )
    select coalesce(p.kind, e.kind) as kind, coalesce(p.reference, e.reference) as reference,
           coalesce(p.amount, 0) as posted, e.amount as expected
      from posted p full join expected e on e.kind = p.kind and e.reference = p.reference
     where coalesce(p.amount, 0) <> coalesce(e.amount, 0) or (p.amount is not null and e.amount is null)
     order by 1, 2 limit $4`
}

export function checkKind(kind: string): void {
  if (!/^[a-z][a-z-]*$/.test(kind)) throw new Error(`not a kind of posting: ${kind}`)
}
