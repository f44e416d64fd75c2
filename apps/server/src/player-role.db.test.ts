import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OPERATIONS } from '@mupiira/contract/operations.ts'
import { codeOf } from './kernel/db/failures.ts'
import { newId } from './kernel/ids.ts'
import { smallPng } from '../../../tests/support/chat-form.ts'
import type { TestAccount } from './testing/test-accounts.ts'
import { createTestApp, NOON, type TestApp } from './testing/test-app.ts'

type Owned = {
  readonly player: TestAccount
  readonly ticketId: string
  readonly delayedBetId: string
  readonly paymentId: string
  readonly image: string
}

let app: TestApp
let own: Owned
let other: Owned
/** The tables with a policy for the player's role. */
let tables: readonly string[]

beforeAll(async () => {
  app = await createTestApp()
  const game = await app.game()
  own = await playerWithRows(game.id)
  other = await playerWithRows(game.id)
  const { rows } = await app.asOwner(`select tablename from pg_policies where policyname = 'own' order by tablename`)
  tables = rows.map((row: { tablename: string }) => row.tablename)
})
afterAll(() => app?.close())

/** A player with at least one row in each table that has a policy. */
async function playerWithRows(gameId: string): Promise<Owned> {
  const player = await app.player({ balanceUgx: 500_000 })
  const { id } = player
  const ticket = await app.placeBet(player, { selections: [await app.pick(gameId)] })
  await player.put('/api/protection/limits', { kind: 'stake', period: 'day', amount: 400_000 })
  await player.put('/api/protection/limits', { kind: 'stake', period: 'day', amount: 450_000 })
  const { message } = (await sendImage(player)).body
  const paymentId = newId()
  const at = NOON.toISOString()
  const insert = (table: string, columns: string, values: string) =>
    app.asOwner(`insert into ${table} (${columns}) values (${values})`)
  await insert(
    'transactions',
    `id, user_id, type, amount, status, created_at, completed_at, phone_number, payment_method, description, provider,
     reference, stage, updated_at`,
    `'${paymentId}', '${id}', 'deposit', 5000000, 'success', '${at}', '${at}', '${player.phone}', 'MTN', 'Deposit', 'relworx',
     '${paymentId}', 'done', '${at}'`,
  )
  await insert('notifications', 'id, user_id, message, created_at', `'${newId()}', '${id}', 'Hello', '${at}'`)
  await insert('holds', 'id, account, amount, reference, created_at', `'${newId()}', '${id}', 1, '${newId()}', '${at}'`)
  await insert(
    'aviator_bets',
    'id, round_no, user_id, stake, auto, placed_at',
    `'${newId()}', 1, '${id}', 100, false, '${at}'`,
  )
  await insert('phone_proofs', 'user_id, phone_number, proved_at', `'${id}', '${player.phone}', '${at}'`)
  await insert('placed_bets_read', 'user_id, up_to', `'${id}', '${ticket.id}'`)
  await insert('placed_bet_marks', 'user_id, ticket_id', `'${id}', '${ticket.id}'`)
  await insert(
    'protection_sums',
    'user_id, day, through, stake_day, stake_week, stake_month, loss_day, loss_week, loss_month',
    `'${id}', '2026-11-21', 0, 0, 0, 0, 0, 0, 0`,
  )
  await insert(
    'cashouts',
    'id, ticket_id, user_id, offer, state, refused_because, games, created_at, decides_at, decided_at',
    `'${newId()}', '${ticket.id}', '${id}', 100, 'refused', 'OFFER_CHANGED', '{}', '${at}', '${at}', '${at}'`,
  )
  await insert(
    'ticket_corrections',
    `ticket_id, ordinal, game_id, result_version, legs, status_before, bonus_before, status, bonus, created_at`,
    `'${ticket.id}', 1, '${gameId}', 1, '[]', 'pending', 0, 'pending', 0, '${at}'`,
  )
  await insert(
    'ticket_parts',
    'ticket_id, ordinal, stake, stake_left, paid, created_at',
    `'${ticket.id}', 0, 1, 1, 1, '${at}'`,
  )
  await insert(
    'cashout_rules',
    'ticket_id, user_id, target, percent, games, created_at',
    `'${ticket.id}', '${id}', 1, 50, '{${gameId}}', '${at}'`,
  )
  await insert(
    'cashout_rule_changes',
    'id, ticket_id, user_id, action, target, percent, created_at',
    `'${newId()}', '${ticket.id}', '${id}', 'set', 1, 50, '${at}'`,
  )
  const delayedBetId = newId()
  await insert(
    'delayed_bets',
    `id, user_id, stake, odds_policy, slip, client, address, requested_odds, at_request, state, rejected_because, created_at,
     decides_at, decided_at`,
    `'${delayedBetId}', '${id}', 100, 'better', '{"stake":1,"selections":[]}', '', '', 2, '{"games":{},"legs":[]}', 'rejected',
     'GOAL', '${at}', '${at}', '${at}'`,
  )
  const notice = newId()
  await insert('notifications', 'id, message, created_at', `'${notice}', 'To all', '${at}'`)
  await insert('system_notification_marks', 'notification_id, user_id', `'${notice}', '${id}'`)
  return { player, ticketId: ticket.id, delayedBetId, paymentId, image: message.imageUrl?.split('/').at(-1) ?? '' }
}

async function sendImage(player: TestAccount) {
  const form = new FormData()
  form.set('content', 'See here')
  form.set('image', new Blob([new Uint8Array(smallPng())]), 'picture.png')
  return player.upload<{ message: { imageUrl: string | null } }>('/api/chat/messages', form)
}

const ownerColumn: Readonly<Record<string, string>> = { accounts: 'id', holds: 'account', postings: 'player' }

describe('the role of players', () => {
  it('in the player role, a query without `where` returns only that player’s rows of each table', async () => {
    for (const table of tables) {
      const expected = await app.asOwner(
        ['ticket_legs', 'ticket_corrections', 'ticket_parts'].includes(table)
          ? `select * from ${table} where ticket_id = '${own.ticketId}'`
          : `select * from ${table} where ${ownerColumn[table] ?? 'user_id'} = '${own.player.id}'
              ${table === 'notifications' ? 'or user_id is null' : ''}`,
      )
      const seen = await app.kernel.db.asPlayer(own.player.id, (sql) => sql.query(`select 1 from ${table}`))
      expect([table, seen.length]).toEqual([table, expected.rows.length])
      expect([table, seen.length > 0]).toEqual([table, true])
    }
  })

  it.each([
    ['tickets', 'id', () => other.ticketId],
    ['placed_bets', 'id', () => other.ticketId],
    ['ticket_legs', 'ticket_id', () => other.ticketId],
    ['transactions', 'id', () => other.paymentId],
    ['customer_care_chat', 'user_id', () => other.player.id],
    ['postings', 'player', () => other.player.id],
    ['accounts', 'id', () => other.player.id],
  ])('in the player role, the rows of another player in %s are not found', async (table, column, id) => {
    const read = (playerId: string) =>
      app.kernel.db.asPlayer(playerId, (sql) => sql.query(`select 1 from ${table} where ${column} = $1`, [id()]))
    expect(await read(own.player.id)).toEqual([])
    expect(await read(other.player.id)).not.toEqual([])
  })

  it('the player role has no rights on other tables, and write rights on no table', async () => {
    const { rows } = await app.asOwner(
      `select c.relname as name, privilege_type as may
         from pg_class c, aclexplode(c.relacl) a where a.grantee = 'mupiira_player'::regrole order by 1`,
    )
    expect(rows).toEqual([...tables, 'placed_bets'].sort().map((name) => ({ name, may: 'SELECT' })))
    const writes = app.kernel.db.asPlayer(own.player.id, (sql) => sql.change('update tickets set payout = 1'))
    await expect(writes).rejects.toSatisfy((error) => codeOf(error) === '25006' || codeOf(error) === '42501')
    const client = new pg.Client({ connectionString: app.database.url })
    await client.connect()
    await client.query('set role mupiira_player')
    for (const statement of [
      'update tickets set payout = 1',
      'delete from customer_care_chat',
      `insert into notifications (id, created_at) values (gen_random_uuid(), now())`,
      'select 1 from profiles',
    ])
      await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' })
    // Without a player, a read fails.
    await expect(client.query('select 1 from tickets')).rejects.toMatchObject({ code: '42704' })
    await client.end()
  })
})

/** The address of each request of a player that reads. A new operation needs a row here. */
const READS: Readonly<Record<string, () => string>> = {
  '/api/auth/sessions': () => '',
  '/api/auth/email': () => '',
  '/api/aviator/bets': () => '',
  '/api/bets': () => '',
  '/api/bets/counts': () => '',
  '/api/delayed-bets': () => '',
  '/api/delayed-bets/{id}': () => own.delayedBetId,
  '/api/bets/{id}': () => own.ticketId,
  '/api/bets/{id}/cashout': () => own.ticketId,
  '/api/bets/{id}/cashout/history': () => own.ticketId,
  '/api/cashouts': () => `?ids=${own.ticketId}`,
  '/api/chat/messages': () => '',
  '/api/chat/images/{name}': () => own.image,
  '/api/notifications': () => '',
  '/api/payments': () => '',
  '/api/payments/{id}': () => own.paymentId,
  '/api/payer/own-number': () => '',
  '/api/protection': () => '',
  '/api/protection/limits': () => '',
  '/api/protection/net-result': () => `?since=${NOON.toISOString()}`,
  '/api/push': () => '',
  '/api/wallet': () => '',
  '/api/wallet/statement': () => '',
  '/api/wallet/statement.csv': () => '',
  '/api/wallet/statement/totals': () => '',
}

function addressOf(path: string): string {
  const part = READS[path]?.() ?? ''
  return path.includes('{') ? path.replace(/\{\w+\}/, part) : path + part
}

it('every operation that reads a player’s rows uses the player role', async () => {
  // The developer's page measures the database and reads no rows of players.
  const paths = OPERATIONS.filter(({ method, access }) => method === 'GET' && access === 'player')
    .map(({ path }) => path)
    .filter((path) => path !== '/api/developer')
  expect(new Set(paths)).toEqual(new Set(Object.keys(READS)))
  const answers = async () => {
    const found: Record<string, unknown> = {}
    for (const path of paths) {
      const { status, text } = await own.player.get(addressOf(path))
      found[path] = { status, text }
    }
    return found
  }
  const before = await answers()
  expect(Object.values(before)).toEqual(paths.map(() => expect.objectContaining({ status: 200 })))
  // From here on the server's own role sees no rows of players, so a read outside the player role returns fewer rows.
  for (const table of tables) await app.asOwner(`alter policy server on ${table} using (false)`)
  expect(await answers()).toEqual(before)
})
