import { query } from './durable-database.ts'

const FLOAT = '00000000-0000-7000-8000-000000000002'
/** Each client has a separate range of deposit numbers, so no lookup is needed. */
const PER_CLIENT = 1_000_000

/** Pending deposits, each of a different player, with ids derived from a number. */
export async function prepareDeposits(
  adminUrl: string,
  { clients, each }: { readonly clients: number; readonly each: number },
): Promise<void> {
  const number = `select c * ${PER_CLIENT} + k as n from generate_series(0, $1::int - 1) c, generate_series(1, $2::int) k`
  const id = (digit: number): string => `('00000000-0000-7000-${digit}000-' || lpad(to_hex(n), 12, '0'))::uuid`
  await query(
    adminUrl,
    `with numbered as (${number}), profile as (
       insert into profiles (id, username, email, phone_number, first_name, last_name, location, nationality, created_at)
       select ${id(9)}, 'deposit' || n, 'deposit' || n || '@bench.invalid', '+2568' || lpad(n::text, 8, '0'), 'Bench', 'Player', 'Kampala', 'Uganda', now()
         from numbered returning id
     )
     insert into accounts (id, kind, created_at) select id, 'player', now() from profile`,
    [clients, each],
  )
  await query(
    adminUrl,
    `insert into transactions (id, user_id, type, amount, status, created_at, phone_number, payment_method, description, provider,
                               reference, internal_reference, provider_ref, provider_status, stage, sent_at, next_at, updated_at)
     select ${id(8)}, ${id(9)}, 'deposit', 2500000, 'pending', now(), '+256' || lpad(n::text, 9, '0'), 'MTN',
            'Deposit by MTN from +256 77 ••• ••10', 'relworx', 'BENCH-' || lpad(n::text, 9, '0'), 'r' || n, 'r' || n, 'pending', 'polling', now(), now(), now()
       from (${number}) numbered`,
    [clients, each],
  )
  await query(adminUrl, 'vacuum analyze')
}

/**
 * The product's writes for one confirmed deposit: both exchanges, the payment, the balance, the posting, one event row.
 * A colon before a word is a pgbench variable, so JSON has spaces after its colons.
 */
export const DEPOSIT_SCRIPT = `
\\set k :k + 1
\\set n :client_id * ${PER_CLIENT} + :k
begin;
insert into provider_exchanges (transaction_id, provider, operation, response, digest, created_at)
  values (('00000000-0000-7000-8000-' || lpad(to_hex(:n::bigint), 12, '0'))::uuid, 'relworx', 'callback',
          '{"status": "success","customer_reference": "DEP-01990000000070008000000000000001","internal_reference": "9b1c00aa9b1c00aa","msisdn": "25677*****10","amount": 25000,"currency": "UGX"}',
          sha256(:n::text::bytea), now());
update transactions set status = 'success', completed_at = now(), provider_status = 'success', provider_charge = 62500,
       stage = 'done', reason = null, polls = polls, next_at = null, updated_at = now(),
       relworx_response = '{"success": true,"status": "success","message": "Request payment completed successfully.","customer_reference": "DEP-01990000000070008000000000000001","internal_reference": "9b1c00aa9b1c00aa","msisdn": "25677*****10","amount": 25000,"currency": "UGX","provider": "MTN_UGANDA","charge": 625}'
  where id = ('00000000-0000-7000-8000-' || lpad(to_hex(:n::bigint), 12, '0'))::uuid;
insert into provider_exchanges (transaction_id, provider, operation, request, http_status, response, duration_ms, created_at)
  values (('00000000-0000-7000-8000-' || lpad(to_hex(:n::bigint), 12, '0'))::uuid, 'relworx', 'status',
          '{"endpoint": "check-request-status","internal_reference": "9b1c00aa9b1c00aa"}', 200,
          '{"success": true,"status": "success","message": "Request payment completed successfully.","customer_reference": "DEP-01990000000070008000000000000001","internal_reference": "9b1c00aa9b1c00aa","msisdn": "25677*****10","amount": 25000,"currency": "UGX","provider": "MTN_UGANDA","charge": 625}',
          3, now());
update accounts set balance = balance + 2500000 where id = ('00000000-0000-7000-9000-' || lpad(to_hex(:n::bigint), 12, '0'))::uuid;
insert into postings (source, destination, amount, player, balance_after, kind, reference, description, created_at)
  values ('${FLOAT}', ('00000000-0000-7000-9000-' || lpad(to_hex(:n::bigint), 12, '0'))::uuid, 2500000,
          ('00000000-0000-7000-9000-' || lpad(to_hex(:n::bigint), 12, '0'))::uuid, 2500000, 'deposit',
          ('00000000-0000-7000-8000-' || lpad(to_hex(:n::bigint), 12, '0'))::uuid, 'Deposit by MTN from +256 77 ••• ••10', now());
insert into outbox (events) values ('[{"type": "balance-changed","userId": "00000000-0000-7000-9000-000000000001","data": {"balance": 25000,"held": 0}},{"type": "payment-changed","userId": "00000000-0000-7000-9000-000000000001","data": {"transactionId": "00000000-0000-7000-8000-000000000001","type": "deposit","status": "success","previousStatus": "pending","amount": 25000,"message": "Payment confirmed! 25,000.00 UGX added to your account.","late": false,"firstDeposit": true}}]');
commit;
`
