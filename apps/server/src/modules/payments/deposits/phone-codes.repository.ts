import { sql } from 'kysely'
import { type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Tx } from '../../../kernel/db/sql.ts'

/**
 * `own-number`: proves the number of an account. `opt-out`: its owner accepts no payment requests of other accounts.
 */
export type CodePurpose = 'own-number' | 'opt-out'

type SentCodes = { readonly toNumber: number; readonly unusedOfNetwork: number }

const sentCodes = statement(
  (p: Params<{ purpose: CodePurpose; phoneNumber: string; network: string; since: Date }>) => sql<SentCodes>`
    select count(*) filter (where phone_number = ${p.phoneNumber} and purpose = ${p.purpose})::int as "toNumber",
           count(*) filter (where network = ${p.network} and used_at is null)::int as "unusedOfNetwork"
      from phone_codes
     where (phone_number = ${p.phoneNumber} or network = ${p.network}) and created_at > ${p.since}`,
)

/**
 * How many codes for a purpose were sent to a number, and how many codes of an IP network are unused, since a given
 * time.
 */
export async function countSentCodes(tx: Tx, search: Parameters<typeof sentCodes>[0]): Promise<SentCodes> {
  const counts = await tx.first(sentCodes(search))
  if (counts === undefined) throw new Error('the count returned no row')
  return counts
}

const insert = statement(
  (
    p: Params<{
      id: string
      purpose: CodePurpose
      phoneNumber: string
      userId: string | null
      network: string
      hash: Buffer
      now: Date
    }>,
  ) =>
    q.insertInto('phone_codes').values({
      id: p.id,
      purpose: p.purpose,
      phone_number: p.phoneNumber,
      user_id: p.userId,
      network: p.network,
      code_hash: p.hash,
      created_at: p.now,
    }),
)

export const insertCode = (tx: Tx, code: Parameters<typeof insert>[0]): Promise<number> => tx.change(insert(code))

const latest = statement(
  (p: Params<{ purpose: CodePurpose; phoneNumber: string; userId: string | null; since: Date }>) =>
    q
      .selectFrom('phone_codes')
      .select(['id', 'code_hash as hash', 'attempts', 'used_at as usedAt'])
      .where('phone_number', '=', p.phoneNumber)
      .where('purpose', '=', p.purpose)
      .where(sql<boolean>`user_id is not distinct from ${p.userId}::uuid`)
      .where('created_at', '>', p.since)
      .orderBy('created_at', 'desc')
      .limit(1)
      .forUpdate(),
)

/** The latest code of an account to a number since a given time, locked against other attempts. */
export const lockLatestCode = (tx: Tx, search: Parameters<typeof latest>[0]) => tx.first(latest(search))

const countAttempt = statement((p: Params<{ id: string; usedAt: Date | null }>) =>
  q
    .updateTable('phone_codes')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), used_at: p.usedAt }))
    .where('id', '=', p.id),
)

/** Counts an attempt with a code; `usedAt` if the code was correct. */
export const saveAttempt = (tx: Tx, id: string, usedAt: Date | null): Promise<number> =>
  tx.change(countAttempt({ id, usedAt }))
