import { createHash, randomBytes } from 'node:crypto'
import { query } from './durable-database.ts'

const OPERATOR = '00000000-0000-7000-8000-000000000005'

/**
 * Players with a session and money, in a few statements: accounts, one posting each from the operator's account that
 * makes their balance, sessions. The ledger checks afterwards as if each had been topped up by hand. Returns their
 * session tokens.
 */
export async function fundPlayers(adminUrl: string, count: number, balanceUgx: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest())
  await query(
    adminUrl,
    `with player as (
       select gen_random_uuid() as id, at, hash from unnest($1::bytea[]) with ordinality as t (hash, at)
     ), profile as (
       insert into profiles (id, username, email, phone_number, first_name, last_name, location, nationality, created_at)
       select id, 'bench' || at, 'bench' || at || '@bench.test', '+256' || (700000000 + at), 'Bench', 'Player', 'Kampala', 'Uganda', now()
         from player returning id
     ), opened as (
       insert into account (id, kind, created_at) select id, 'player', now() from player returning id
     ), posted as (
       insert into posting (source, destination, amount, player, balance_after, kind, reference, description, created_at)
       select $2::uuid, id, $3::bigint, id, $3, 'top-up', gen_random_uuid(), 'Top-up', now() from player
     )
     insert into session (token_hash, id, user_id, keep_logged_in, created_at, renewed_at, expires_at)
     select hash, gen_random_uuid(), id, true, now(), now(), now() + interval '1 day' from player`,
    [hashes, OPERATOR, balanceUgx * 100],
  )
  await query(
    adminUrl,
    `update account set balance = $1 where id in (select id from profiles where username like 'bench%')`,
    [balanceUgx * 100],
  )
  await query(adminUrl, 'analyze')
  return tokens
}
