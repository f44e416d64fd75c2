import pg from 'pg'
import { type Player, registerPlayer } from './player.ts'
import type { Product } from './product.ts'

/** Registers an account and grants it a staff role before its next request. */
export async function registerStaff(product: Product, phone: string): Promise<Player> {
  const player = await registerPlayer(product, phone)
  const database = new pg.Client({ connectionString: product.database.adminUrl })
  await database.connect()
  try {
    await database.query(`update profiles set role = 'admin' where id = $1`, [player.userId])
  } finally {
    await database.end()
  }
  return player
}
