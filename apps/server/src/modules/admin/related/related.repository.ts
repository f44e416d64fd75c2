import { sql } from 'kysely'
import { type Params, statement } from '../../../kernel/db/query.ts'
import type { Sql } from '../../../kernel/db/sql.ts'

export type SharedRow = { readonly userId: string; readonly detail: string; readonly lastAt: Date }
type OfPlayer = { readonly userId: string }

/** Bounds of the search: what the player used last, and the accounts that used the same last. */
const [MAX_OWN, MAX_OTHERS, MAX_PAYMENTS] = [20, 50, 500]
/** More accounts on a network say nothing: carriers route thousands of players through one address. */
const MAX_ON_NETWORK = 5

const device = statement(
  (p: Params<OfPlayer>) => sql<SharedRow>`
    select other.user_id as "userId", '' as detail, max(other.seen_at) as "lastAt"
      from (select device_hash from known_devices
             where user_id = ${p.userId} order by seen_at desc limit ${sql.lit(MAX_OWN)}) own
     cross join lateral (
       select user_id, seen_at from known_devices
        where device_hash = own.device_hash and user_id <> ${p.userId}
        order by seen_at desc limit ${sql.lit(MAX_OTHERS)}) other
     group by other.user_id`,
)

const paymentNumber = statement(
  (p: Params<OfPlayer>) => sql<SharedRow>`
    select other.user_id as "userId", own.phone_number as detail, max(other.created_at) as "lastAt"
      from (select phone_number from (
              select phone_number from transactions where user_id = ${p.userId} and status = 'success'
               order by id desc limit ${sql.lit(MAX_PAYMENTS)}) newest
             group by phone_number limit ${sql.lit(MAX_OWN)}) own
     cross join lateral (
       select user_id, created_at from transactions
        where phone_number = own.phone_number and user_id <> ${p.userId} and status = 'success'
        order by created_at desc limit ${sql.lit(MAX_PAYMENTS)}) other
     group by other.user_id, own.phone_number`,
)

const network = statement(
  (p: Params<OfPlayer>) => sql<SharedRow>`
    select "userId", detail, "lastAt" from (
      select other.user_id as "userId", own.network as detail, other.seen_at as "lastAt",
             count(*) over (partition by own.network) as accounts
        from (select network from player_networks
               where user_id = ${p.userId} order by seen_at desc limit ${sql.lit(MAX_OWN)}) own
       cross join lateral (
         select user_id, seen_at from player_networks
          where network = own.network and user_id <> ${p.userId}
          order by seen_at desc limit ${sql.lit(MAX_ON_NETWORK + 1)}) other
    ) shared where accounts <= ${sql.lit(MAX_ON_NETWORK)}`,
)

/** Accounts that have logged in on one of the player's browsers. */
export const sharedDevices = (db: Sql, userId: string) => db.run(device({ userId }))
/** Accounts with successful payments from or to one of the player's numbers. */
export const sharedNumbers = (db: Sql, userId: string) => db.run(paymentNumber({ userId }))
/** Accounts that have logged in from a network that few others use. */
export const sharedNetworks = (db: Sql, userId: string) => db.run(network({ userId }))
