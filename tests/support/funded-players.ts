import { createHash, randomBytes } from 'node:crypto'
import { query } from './durable-database.ts'

const FLOAT = '00000000-0000-7000-8000-000000000002'

/**
 * Creates funded players with sessions in two statements: profile, account, one successful deposit with its posting,
 * session. The ledger check passes as if each had paid by mobile money. Returns their session tokens in the order of
 * their phone numbers; `first` is the number of existing players.
 */
export async function fundPlayers(adminUrl: string, count: number, balanceUgx: number, first = 0): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest())
  await query(
    adminUrl,
    `with player as (
       select gen_random_uuid() as id, gen_random_uuid() as deposit, $4::int + nth as at, hash,
              '+256' || (770000000 + $4::int + nth) as phone
         from unnest($1::bytea[]) with ordinality as t (hash, nth)
     ), profile as (
       insert into profiles (id, username, email, phone_number, first_name, last_name, location, nationality, created_at)
       select id, 'bench' || at, 'bench' || at || '@bench.invalid', phone, 'Bench', 'Player', 'Kampala', 'Uganda', now()
         from player returning id
     ), opened as (
       insert into accounts (id, kind, created_at) select id, 'player', now() from player
     ), paid as (
       insert into transactions (id, user_id, type, amount, status, created_at, completed_at, phone_number, payment_method,
                                 description, provider, reference, stage, updated_at)
       select p.deposit, p.id, 'deposit', $3::bigint, 'success', now(), now(), p.phone, 'MTN', 'Deposit', 'relworx',
              'bench' || (770000000 + p.at), 'done', now()
         from player p join profile on profile.id = p.id
     ), posted as (
       insert into postings (source, destination, amount, player, balance_after, kind, reference, description, created_at)
       select $2::uuid, id, $3, id, $3, 'deposit', deposit, 'Deposit', now() from player
     )
     insert into sessions (token_hash, id, user_id, keep_logged_in, created_at, renewed_at, expires_at)
     select p.hash, gen_random_uuid(), p.id, true, now(), now(), now() + interval '1 day'
       from player p join profile on profile.id = p.id`,
    [hashes, FLOAT, balanceUgx * 100, first],
  )
  await query(
    adminUrl,
    `update accounts set balance = $1 where balance = 0 and id in (select id from profiles where username like 'bench%')`,
    [balanceUgx * 100],
  )
  return tokens
}
