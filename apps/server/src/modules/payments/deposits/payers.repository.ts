import { sql } from 'kysely'
import { type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'

const proof = statement((p: Params<{ userId: string; phoneNumber: string }>) =>
  q
    .selectFrom('phone_proofs')
    .select('user_id')
    .where('user_id', '=', p.userId)
    .where('phone_number', '=', p.phoneNumber),
)

/** Whether a code by SMS proved that the account has the number. */
export const isConfirmedByCode = async (db: Sql, userId: string, phoneNumber: string): Promise<boolean> =>
  (await db.first(proof({ userId, phoneNumber }))) !== undefined

const optOut = statement((p: Params<{ phoneNumber: string }>) =>
  q.selectFrom('payer_opt_outs').select('phone_number').where('phone_number', '=', p.phoneNumber),
)
const insertOptOut = statement((p: Params<{ phoneNumber: string; now: Date }>) =>
  q
    .insertInto('payer_opt_outs')
    .values({ phone_number: p.phoneNumber, created_at: p.now })
    .onConflict((conflict) => conflict.doNothing()),
)
const deleteOptOut = statement((p: Params<{ phoneNumber: string }>) =>
  q.deleteFrom('payer_opt_outs').where('phone_number', '=', p.phoneNumber),
)

/** Whether the owner of the number refuses payment requests of other accounts. */
export const hasOptedOut = async (db: Sql, phoneNumber: string): Promise<boolean> =>
  (await db.first(optOut({ phoneNumber }))) !== undefined

export const saveOptOut = (tx: Tx, phoneNumber: string, isOptedOut: boolean, now: Date): Promise<number> =>
  tx.change(isOptedOut ? insertOptOut({ phoneNumber, now }) : deleteOptOut({ phoneNumber }))

type PayerCounts = { readonly ofAccount: number; readonly ofNetwork: number }

const otherNumbers = statement(
  (p: Params<{ userId: string; network: string; phoneNumber: string; since: Date }>) => sql<PayerCounts>`
    select count(distinct phone_number) filter (where user_id = ${p.userId})::int as "ofAccount",
           count(distinct phone_number) filter (where network = ${p.network})::int as "ofNetwork"
      from payer_prompts
     where (user_id = ${p.userId} or network = ${p.network})
       and created_at > ${p.since} and phone_number <> ${p.phoneNumber}`,
)

/** How many numbers other than this one the account and its network have charged since a given time. */
export async function countOtherNumbers(
  tx: Tx,
  search: {
    readonly userId: string
    readonly network: string
    readonly phoneNumber: string
    readonly since: Date
  },
): Promise<PayerCounts> {
  const counts = await tx.first(otherNumbers(search))
  if (counts === undefined) throw new Error('the count returned no row')
  return counts
}

const prompt = statement((p: Params<{ userId: string; network: string; phoneNumber: string; now: Date }>) =>
  q
    .insertInto('payer_prompts')
    .values({ user_id: p.userId, network: p.network, phone_number: p.phoneNumber, created_at: p.now }),
)

export const insertPrompt = (tx: Tx, row: Parameters<typeof prompt>[0]): Promise<number> => tx.change(prompt(row))
