import pg from 'pg'
import type { Product } from './product.ts'

type Row = Record<string, unknown>

/** Queries the database as its owner. Bigints are returned as numbers, which is safe for the amounts in tests. */
export async function queryDatabase<T extends Row = Row>(
  { database }: Pick<Product, 'database'>,
  sql: string,
  values: readonly unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client({
    connectionString: database.adminUrl,
    types: { getTypeParser: (oid, format) => (oid === 20 ? Number : pg.types.getTypeParser(oid, format)) },
  })
  await client.connect()
  try {
    return (await client.query<T>(sql, [...values])).rows
  } finally {
    await client.end()
  }
}

/** Lets a player deposit from other numbers, as after confirming their own number by SMS code. */
export async function confirmOwnNumber(
  product: Pick<Product, 'database'>,
  { userId }: { readonly userId: string },
): Promise<void> {
  await queryDatabase(
    product,
    'insert into phone_proofs (user_id, phone_number, proved_at) select id, phone_number, now() from profiles where id = $1',
    [userId],
  )
}
