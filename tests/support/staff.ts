import { type Player, registerPlayer } from './player.ts'
import type { Product } from './product.ts'
import { queryDatabase } from './query-database.ts'

/** Makes an account one of staff. */
export async function makeStaff(product: Product, userId: string, role = 'manager'): Promise<void> {
  await queryDatabase(product, `update profiles set role = 'admin' where id = $1`, [userId])
  const insert = 'insert into staff_roles (user_id, role, given_at) values ($1, $2, now())'
  await queryDatabase(product, insert, [userId, role])
}

/** Registers an account and grants it a staff role before its next request. */
export async function registerStaff(product: Product, phone: string, role = 'manager'): Promise<Player> {
  const player = await registerPlayer(product, phone)
  await makeStaff(product, player.userId, role)
  return player
}

/** As `registerStaff`, with a recent password confirmation, so that actions with money need no further confirmation. */
export async function registerConfirmedStaff(product: Product, phone: string, role = 'manager'): Promise<Player> {
  const staff = await registerStaff(product, phone, role)
  const confirm = 'update sessions set confirmed_at = $2 where user_id = $1'
  await queryDatabase(product, confirm, [staff.userId, product.clock.now()])
  return staff
}
