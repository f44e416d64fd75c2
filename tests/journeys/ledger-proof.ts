import { expect } from 'vitest'
import { until } from '../support/player.ts'
import type { Product } from '../support/product.ts'
import { queryDatabase } from '../support/query-database.ts'
import { expectValidLedger } from '../support/valid-ledger.ts'

/** Removes the daily limit on bets. */
export async function allowManyBets(product: Product): Promise<void> {
  const many = 1_000_000
  await queryDatabase(product, `update admin_settings set setting_value = $1 where setting_key = 'max_daily_bets'`, [
    many,
  ])
  const client = product.client()
  await until('the server knows', async () => (await client.must('GET /api/settings', {})).maxDailyBets === many)
}

/** Queries that return no rows on a valid ledger, written independently of the product. */
const DIFFERENCES: Readonly<Record<string, string>> = {
  'a balance is not the sum of its postings': `
    select a.id, a.balance, coalesce(sum(e.amount), 0) as sum from accounts a left join ledger_entries e on e.account = a.id
     where a.kind = 'player' group by a.id having a.balance <> coalesce(sum(e.amount), 0)`,
  'a balance is not the last one of its history': `
    select a.id, a.balance, p.balance_after from accounts a
     cross join lateral (select balance_after from postings where player = a.id order by id desc limit 1) p
     where a.balance <> p.balance_after`,
  'a balance is below zero without a corrected result': `
    select id, balance from accounts a where kind = 'player' and balance < 0
       and not exists (select from postings p where p.source = a.id and p.kind = 'resettlement')`,
  'a stake was not debited exactly once': `
    select t.id, t.total_stake, count(p.id) as debits, sum(p.amount) as debited
      from tickets t left join postings p on p.reference = t.id and p.kind = 'bet' and p.player = t.user_id and p.source = t.user_id
     group by t.id having count(p.id) <> 1 or sum(p.amount) <> t.total_stake`,
  'a ticket was not paid exactly what it came to': `
    select t.id, t.status, t.payout, t.cashed_out, count(p.amount) as credits, coalesce(sum(p.amount), 0) as credited
      from tickets t left join (
        select reference, destination, amount from postings where kind in ('win', 'void-refund', 'cashout')
        union all select reference, source, -amount from postings where kind = 'resettlement'
      ) p (reference, player, amount) on p.reference = t.id and p.player = t.user_id
     group by t.id having coalesce(sum(p.amount), 0) <> coalesce(t.payout, 0) + t.cashed_out
         or count(p.amount) > 1 + 2 * t.corrections + (select count(*) from ticket_parts x where x.ticket_id = t.id)`,
  'a part was not cashed out of the stake of its ticket': `
    select t.id, t.total_stake, t.cashed_stake, t.cashed_out, count(x.ordinal) as parts from tickets t left join ticket_parts x on x.ticket_id = t.id
     group by t.id having coalesce(sum(x.stake), 0) <> t.cashed_stake or coalesce(sum(x.paid), 0) <> t.cashed_out
         or coalesce(min(x.stake_left), t.total_stake) <> t.total_stake - t.cashed_stake`,
  'an Aviator bet did not move exactly what it came to': `
    select b.id, b.state, b.stake, b.payout, coalesce(sum(e.amount), 0) as moved, count(e.amount) as entries
      from aviator_bets b left join ledger_entries e on e.reference = b.id and e.account = b.user_id
     group by b.id, b.payout, b.stake
    having coalesce(sum(e.amount), 0) <> b.payout - b.stake or count(e.amount) <> case when b.payout > 0 then 2 else 1 end`,
  'a payment did not move exactly what it came to': `
    select t.id, t.type, t.status, t.amount, t.fee, coalesce(sum(e.amount), 0) as moved
      from transactions t left join ledger_entries e on e.reference = t.id and e.account = t.user_id
     group by t.id having coalesce(sum(e.amount), 0) <>
       case when t.type = 'deposit' then case when t.status = 'success' then t.amount else 0 end
            when t.status = 'failed' then 0 else -(t.amount + t.fee) end`,
  'a posting belongs to nothing that explains it': `
    select p.id, p.kind, p.reference from postings p
     where not exists (select from staff_adjustments s where s.id = p.reference and s.kind = p.kind and abs(s.amount) = p.amount)
       and not exists (select from tickets t where t.id = p.reference and p.kind in ('bet', 'win', 'void-refund', 'cashout', 'resettlement'))
       and not exists (select from aviator_bets b where b.id = p.reference and p.kind in ('bet', 'win', 'void-refund'))
       and not exists (select from delayed_bets d where d.id = p.reference and p.kind in ('bet-hold', 'bet-release'))
       and not exists (select from transactions t where t.id = p.reference
                        and p.kind in ('deposit', 'withdrawal-hold', 'hold-taken', 'withdrawal', 'withdrawal-fee', 'withdrawal-release',
                                     'provider-charge'))`,
  'money is on hold for nothing that is pending': `
    select a.id, a.held from accounts a where a.held <> coalesce(
      (select sum(t.amount + t.fee) from transactions t where t.user_id = a.id and t.type = 'withdrawal' and t.status = 'pending'), 0)
      + coalesce((select sum(d.stake) from delayed_bets d where d.user_id = a.id and d.state = 'waiting'), 0)`,
  'a stake was not reserved and returned exactly once': `
    select d.id, d.state, coalesce(sum(e.amount), 0) as moved, count(e.amount) as entries
      from delayed_bets d left join ledger_entries e on e.reference = d.id and e.account = d.user_id
     group by d.id having coalesce(sum(e.amount), 0) <> case when d.state = 'waiting' then -d.stake else 0 end
       or count(e.amount) <> case when d.state = 'waiting' then 1 else 2 end`,
  'the hold account is not what is held': `
    select s.sum, h.sum as held from (select coalesce(sum(e.amount), 0) as sum from ledger_entries e
        join accounts a on a.id = e.account where a.name = 'holds') s,
      (select coalesce(sum(held), 0) as sum from accounts where kind = 'player') h where s.sum <> h.sum`,
  'the ledger does not sum to zero': `select sum(amount) as sum from ledger_entries having sum(amount) <> 0`,
}

/** Verifies the ledger with the test's queries and the product's check, seals included (WALT-05, OPS-05). */
export async function expectCleanLedger(product: Product): Promise<void> {
  const found: Record<string, Record<string, unknown>[]> = {}
  for (const [difference, sql] of Object.entries(DIFFERENCES)) {
    const rows = await queryDatabase(product, `${sql} limit 5`)
    if (rows.length > 0) found[difference] = rows
  }
  expect(found).toEqual({})
  expect(await expectValidLedger(product)).not.toContain('no module explains')
}

/** Waits until every current posting is sealed. */
export async function untilSealed(product: Product): Promise<void> {
  await until('the ledger is sealed', async () => {
    const [row] = await queryDatabase(
      product,
      `select coalesce((select max(last_id) from ledger_seals), 0) as sealed, coalesce((select max(id) from postings), 0) as last`,
    )
    return row !== undefined && Number(row['sealed']) >= Number(row['last'])
  })
}
