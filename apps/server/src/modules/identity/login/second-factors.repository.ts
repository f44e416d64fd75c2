import { insertRows } from '../../../kernel/db/insert-rows.ts'
import { type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'

const selectFactor = (p: Params<{ userId: string }>) =>
  q.selectFrom('second_factors').select(['encrypted_secret', 'last_step', 'enabled_at']).where('user_id', '=', p.userId)
const byUser = statement(selectFactor)
const lockByUser = statement((p: Params<{ userId: string }>) => selectFactor(p).forUpdate())

export const readFactor = (db: Sql, userId: string) => db.first(byUser({ userId }))
export const lockFactor = (tx: Tx, userId: string) => tx.first(lockByUser({ userId }))

const insertSecret = statement((p: Params<{ userId: string; secret: Buffer; now: Date }>) =>
  q
    .insertInto('second_factors')
    .values({ user_id: p.userId, encrypted_secret: p.secret, created_at: p.now })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ encrypted_secret: p.secret, last_step: 0n, created_at: p.now })
        .where('second_factors.enabled_at', 'is', null),
    ),
)

/** Stores a secret that is not yet enabled; false if the account's second factor is enabled already. */
export const storeSecret = async (db: Sql, userId: string, secret: Buffer, now: Date): Promise<boolean> =>
  (await db.change(insertSecret({ userId, secret, now }))) === 1

const setEnabled = statement((p: Params<{ userId: string; now: Date }>) =>
  q.updateTable('second_factors').set({ enabled_at: p.now }).where('user_id', '=', p.userId),
)

export const enableFactor = (tx: Tx, userId: string, now: Date): Promise<number> =>
  tx.change(setEnabled({ userId, now }))

const setStep = statement((p: Params<{ userId: string; step: bigint }>) =>
  q.updateTable('second_factors').set({ last_step: p.step }).where('user_id', '=', p.userId),
)

/** Stores the time step of a used code, so that the code cannot be used again. */
export const saveStep = (tx: Tx, userId: string, step: number): Promise<number> =>
  tx.change(setStep({ userId, step: BigInt(step) }))

const deleteFactor = statement((p: Params<{ userId: string }>) =>
  q.deleteFrom('second_factors').where('user_id', '=', p.userId),
)

/** Deletes the second factor with its recovery codes. */
export const removeFactor = (tx: Tx, userId: string): Promise<number> => tx.change(deleteFactor({ userId }))

const insertCodes = insertRows('recovery_codes')

export const addRecoveryCodes = (tx: Tx, userId: string, hashes: readonly Buffer[]): Promise<number> =>
  tx.change(insertCodes(hashes.map((codeHash) => ({ userId, codeHash }))))

const deleteCode = statement((p: Params<{ userId: string; hash: Buffer }>) =>
  q.deleteFrom('recovery_codes').where('user_id', '=', p.userId).where('code_hash', '=', p.hash),
)

/** Deletes a recovery code; false if the account has no such code. */
export const consumeRecoveryCode = async (tx: Tx, userId: string, hash: Buffer): Promise<boolean> =>
  (await tx.change(deleteCode({ userId, hash }))) === 1

const countCodes = statement((p: Params<{ userId: string }>) =>
  q
    .selectFrom('recovery_codes')
    .select((e) => e.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', p.userId),
)

export const countRecoveryCodes = async (db: Sql, userId: string): Promise<number> =>
  Number((await db.first(countCodes({ userId })))?.count ?? 0n)
