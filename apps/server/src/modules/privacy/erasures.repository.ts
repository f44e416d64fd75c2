import { sql } from 'kysely'
import { type Params, q, statement } from '../../kernel/db/query.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'

/** The codes of the database function `erasure_refusal`. */
export type ErasureRefusal = 'ERASURE_BALANCE' | 'ERASURE_OPEN_BETS' | 'ERASURE_OPEN_PAYMENTS' | 'NOT_ALLOWED'

type OfPlayer = { readonly userId: string }

const refusal = statement(
  (p: Params<OfPlayer>) => sql<{ code: ErasureRefusal | null }>`select erasure_refusal(${p.userId}) as code`,
)
const request = statement((p: Params<OfPlayer>) => sql`call request_erasure(${p.userId})`)
const eraseData = statement((p: Params<OfPlayer>) => sql`call erase_personal_data(${p.userId})`)
const erase = statement((p: Params<OfPlayer>) => sql`call erase_identity(${p.userId})`)

/** Why an account must not be closed now. */
export const erasureRefusal = async (tx: Tx, userId: string): Promise<ErasureRefusal | null> =>
  (await tx.first(refusal({ userId })))?.code ?? null

/** Records the player's request, which starts the retention period of the identification. */
export const requestErasure = (tx: Tx, userId: string): Promise<number> => tx.change(request({ userId }))
/** Erases the data that no law requires. */
export const erasePersonalData = (tx: Tx, userId: string): Promise<number> => tx.change(eraseData({ userId }))
export const eraseIdentity = (db: Sql, userId: string): Promise<number> => db.change(erase({ userId }))

const withImages = statement(() =>
  q
    .selectFrom('account_erasures')
    .select(['user_id as userId', 'images'])
    .where(sql<boolean>`images <> '{}'`),
)
const removeImages = statement((p: Params<OfPlayer>) =>
  q
    .updateTable('account_erasures')
    .set({ images: sql<string[]>`'{}'` })
    .where('user_id', '=', p.userId),
)

/** Closed accounts with images in the image store. */
export const accountsWithImages = (db: Sql) => db.run(withImages({}))
export const forgetImages = (db: Sql, userId: string): Promise<number> => db.change(removeImages({ userId }))

const identified = statement((p: Params<{ before: Date }>) =>
  q
    .selectFrom('account_erasures as e')
    .innerJoin('profiles as p', 'p.id', 'e.user_id')
    .select('e.user_id as userId')
    .where('e.identity_erased_at', 'is', null)
    .where(sql<boolean>`retention_began(e.user_id) < ${p.before}`)
    .where('p.account_status', '<>', sql.lit('active')),
)

/** Closed accounts whose retention began before this time and whose identification is not erased yet. */
export const accountsToErase = (db: Sql, before: Date) => db.run(identified({ before }))
