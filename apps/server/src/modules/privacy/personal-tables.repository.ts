import type { Db, Sql } from '../../kernel/db/sql.ts'

/** A table with data of one player. Each column is exported, withheld with a reason, or names the player. */
export type PersonalTable = {
  /** A condition for the rows of player `$1`. */
  readonly owned: string
  /** The column of the player's id, which the file does not repeat. */
  readonly owner?: string
  /** A unique key, never null: the next page begins after the key of the last row. */
  readonly order: readonly string[]
  /** Tables without a policy for the player's role (0018-player-role.sql). */
  readonly readBy?: 'server'
  readonly shown: readonly string[]
  /** Expressions for values that differ from the column: amounts signed as the player sees them, odds. */
  readonly as?: { readonly [column: string]: string }
  readonly withheld: { readonly [column: string]: string }
}

const SECRET = 'secret'
const INTERNAL = 'internal id or flag'
const PROCESSING = 'state of processing'
const STAFF = 'concerns staff'

const ofUser = { owned: 'user_id = $1', owner: 'user_id' } as const
const readByServer = { ...ofUser, readBy: 'server' } as const
const withheld = (reason: string, ...columns: readonly string[]) =>
  Object.fromEntries(columns.map((column) => [column, reason]))

// The view has a part for open and a part for settled tickets, each with its own index.
const OWN_TICKETS = 'select id from placed_bets where user_id = $1'

/** All tables with data of players, in the order of the exported file. A test compares the list with the schema. */
export const PERSONAL_TABLES: { readonly [table: string]: PersonalTable } = {
  profiles: {
    readBy: 'server',
    owned: 'id = $1',
    order: ['id'],
    shown: [
      'id',
      'username',
      'email',
      'phone_number',
      'first_name',
      'last_name',
      'location',
      'nationality',
      'account_status',
      'created_at',
      'status_changed_at',
      'settings',
    ],
    withheld: { role: STAFF, nin: 'encrypted; the file has it as nationalIdNumber' },
  },
  credentials: {
    ...readByServer,
    order: ['user_id'],
    shown: ['changed_at', 'last_login_at'],
    withheld: { password_hash: SECRET },
  },
  sessions: {
    ...readByServer,
    order: ['created_at', 'id'],
    shown: ['client', 'keep_logged_in', 'created_at', 'renewed_at', 'expires_at', 'ended_at', 'last_login_at'],
    withheld: {
      token_hash: SECRET,
      id: INTERNAL,
      ...withheld(STAFF, 'second_factor_at', 'confirmed_at'),
    },
  },
  known_devices: {
    ...readByServer,
    order: ['created_at', 'device_hash'],
    shown: ['created_at', 'seen_at'],
    withheld: { device_hash: SECRET, second_factor_at: STAFF },
  },
  player_networks: {
    ...readByServer,
    order: ['network'],
    shown: ['network', 'seen_at'],
    withheld: {},
  },
  push_devices: {
    ...readByServer,
    order: ['id'],
    shown: ['kinds', 'created_at'],
    withheld: { ...withheld(SECRET, 'endpoint', 'p256dh', 'auth'), ...withheld(INTERNAL, 'id', 'session_id') },
  },
  recovery_requests: {
    ...readByServer,
    order: ['id'],
    shown: ['kind', 'recipient', 'network', 'created_at', 'sent_at', 'used_at'],
    withheld: {
      ...withheld(SECRET, 'token_hash', 'code_hash', 'unsent'),
      ...withheld(PROCESSING, 'id', 'send_attempts', 'next_at', 'attempts'),
    },
  },
  phone_proofs: { ...ofUser, order: ['proved_at', 'phone_number'], shown: ['phone_number', 'proved_at'], withheld: {} },
  phone_codes: {
    ...readByServer,
    order: ['id'],
    shown: ['purpose', 'phone_number', 'network', 'used_at', 'created_at'],
    withheld: { code_hash: SECRET, ...withheld(PROCESSING, 'id', 'attempts') },
  },
  payer_prompts: {
    ...readByServer,
    order: ['id'],
    shown: ['network', 'phone_number', 'created_at'],
    withheld: { id: INTERNAL },
  },
  player_protection: {
    ...ofUser,
    order: ['user_id'],
    shown: [
      ...['deposit', 'stake', 'loss'].flatMap((kind) => ['day', 'week', 'month'].map((period) => `${kind}_${period}`)),
      'exclusion',
      'excluded_from',
      'excluded_until',
      'check_minutes',
      'updated_at',
    ],
    withheld: {},
  },
  limit_raises: {
    ...ofUser,
    order: ['kind', 'period'],
    shown: ['kind', 'period', 'amount', 'requested_at'],
    withheld: {},
  },
  protection_changes: {
    ...readByServer,
    order: ['id'],
    shown: ['kind', 'details', 'created_at'],
    withheld: { id: INTERNAL },
  },
  accounts: {
    owned: 'id = $1',
    order: ['id'],
    shown: ['balance', 'held', 'frozen', 'created_at'],
    withheld: { id: 'the id of the profile', ...withheld('the same for all players', 'kind', 'name') },
  },
  postings: {
    owned: 'player = $1',
    owner: 'player',
    order: ['id'],
    shown: ['amount', 'balance_after', 'kind', 'reference', 'description', 'created_at'],
    as: { amount: 'case when player = destination then amount else -amount end' },
    withheld: withheld(INTERNAL, 'id', 'tx', 'source', 'destination', 'ordinal'),
  },
  holds: {
    owned: 'account = $1',
    owner: 'account',
    order: ['id'],
    shown: ['amount', 'state', 'reference', 'created_at', 'decided_at'],
    withheld: { id: INTERNAL },
  },
  balance_repairs: {
    ...readByServer,
    order: ['id'],
    shown: ['original_balance', 'fixed_balance', 'created_at'],
    withheld: withheld(INTERNAL, 'id', 'session_id'),
  },
  transactions: {
    ...ofUser,
    order: ['id'],
    shown: [
      'id',
      'type',
      'amount',
      'fee',
      'amount_sent',
      'status',
      'created_at',
      'completed_at',
      'failed_at',
      'provider_ref',
      'phone_number',
      'payment_method',
      'description',
      'provider',
      'reference',
      'short_reference',
      'provider_message',
      'review_due_at',
      'staff_message',
    ],
    withheld: withheld(
      PROCESSING,
      'relworx_response',
      'internal_reference',
      'provider_status',
      'provider_charge',
      'stage',
      'reason',
      'polls',
      'sent_at',
      'unknown_since',
      'next_at',
      'updated_at',
    ),
  },
  tickets: {
    ...ofUser,
    owned: `id in (${OWN_TICKETS})`,
    order: ['id'],
    shown: [
      'id',
      'booking_code',
      'total_stake',
      'cashed_stake',
      'cashed_out',
      'total_odds',
      'bonus_percentage',
      'potential_win',
      'bonus',
      'bonus_paid',
      'status',
      'payout',
      'client',
      'address',
      'created_at',
      'settled_at',
    ],
    withheld: {
      ...withheld('rules of the product', 'max_payout', 'bonus_min_odds', 'rulebook'),
      ...withheld(PROCESSING, 'legs', 'open_legs', 'plain', 'updated_at', 'corrections'),
    },
  },
  ticket_legs: {
    owned: `ticket_id in (${OWN_TICKETS})`,
    order: ['ticket_id', 'leg_no'],
    shown: ['ticket_id', 'game_id', 'market', 'selection', 'odds', 'outcome', 'decided_at'],
    as: { odds: '(odds / 100.0)::float8' },
    withheld: withheld(
      PROCESSING,
      ...['leg_no', 'base_odds', 'overround_percent', 'price_version', 'price_step', 'same_game', 'in_play'],
      'result_version',
    ),
  },
  delayed_bets: {
    ...ofUser,
    order: ['id'],
    shown: [
      ...['id', 'stake', 'odds_policy', 'requested_odds', 'accepted_odds', 'slip', 'state', 'rejected_because'],
      ...['ticket_id', 'client', 'address', 'created_at', 'decided_at'],
    ],
    withheld: withheld(PROCESSING, 'browser', 'at_request', 'at_decision', 'decides_at', 'next_at'),
  },
  in_play_moves: {
    ...readByServer,
    order: ['bet_id', 'leg'],
    shown: ['bet_id', 'market', 'selection', 'move', 'accepted_at'],
    withheld: withheld(INTERNAL, 'leg'),
  },
  ticket_corrections: {
    owned: `ticket_id in (${OWN_TICKETS})`,
    order: ['ticket_id', 'ordinal'],
    shown: ['ticket_id', 'game_id', 'status_before', 'payout_before', 'status', 'payout', 'created_at'],
    withheld: withheld(
      PROCESSING,
      ...['ordinal', 'result_version', 'legs', 'bonus_before', 'settled_before', 'bonus', 'cashed_stake'],
    ),
  },
  ticket_parts: {
    owned: `ticket_id in (${OWN_TICKETS})`,
    order: ['ticket_id', 'ordinal'],
    shown: ['ticket_id', 'stake', 'stake_left', 'paid', 'created_at'],
    withheld: withheld(PROCESSING, 'ordinal'),
  },
  ticket_cancellations: {
    readBy: 'server',
    owned: `ticket_id in (${OWN_TICKETS})`,
    order: ['ticket_id'],
    shown: ['ticket_id', 'reason', 'refund', 'created_at'],
    withheld: { actor_id: STAFF },
  },
  cashouts: {
    ...ofUser,
    order: ['id'],
    shown: [
      'ticket_id',
      'offer',
      'paid',
      'stake',
      'stake_left',
      'state',
      'refused_because',
      'created_at',
      'decided_at',
    ],
    withheld: withheld(PROCESSING, 'id', 'games', 'decides_at', 'next_at', 'gain', 'in_play', 'least'),
  },
  cashout_rules: {
    ...ofUser,
    order: ['ticket_id'],
    shown: ['ticket_id', 'target', 'percent', 'created_at'],
    withheld: withheld(PROCESSING, 'games'),
  },
  cashout_rule_changes: {
    ...ofUser,
    order: ['id'],
    shown: ['ticket_id', 'action', 'target', 'percent', 'paid', 'created_at'],
    withheld: withheld(PROCESSING, 'id'),
  },
  booking_codes: {
    ...readByServer,
    order: ['created_at', 'code'],
    shown: ['code', 'selections', 'ticket_id', 'created_at'],
    withheld: { browser: 'set only for visitors' },
  },
  aviator_bets: {
    ...ofUser,
    order: ['id'],
    shown: [
      'id',
      'round_no',
      'stake',
      'target',
      'auto',
      'state',
      'multiplier',
      'payout',
      'placed_at',
      'decided_at',
      'client',
      'address',
    ],
    as: {
      round_no: 'round_no::text',
      target: '(target / 100.0)::float8',
      multiplier: '(multiplier / 100.0)::float8',
    },
    withheld: withheld(PROCESSING, 'received_at', 'won_on'),
  },
  customer_care_chat: {
    ...ofUser,
    order: ['no'],
    shown: ['sender', 'content', 'image_url', 'created_at'],
    withheld: {
      author_id: STAFF,
      ...withheld(INTERNAL, 'id', 'no', 'image_width', 'image_height', 'reply_to', 'send_key'),
    },
  },
  notifications: {
    ...ofUser,
    order: ['id'],
    shown: ['message', 'type', 'priority', 'read', 'action_url', 'data', 'created_at'],
    withheld: { id: INTERNAL },
  },
}

/** The column of a row's key. */
export const KEY = 'row_key'
const ROWS_AT_ONCE = 500

/** The key of the last row that was read. */
export type Cursor = readonly string[]
export type PersonalRow = { readonly [KEY]: Cursor; readonly [column: string]: unknown }
export type PersonalPage = { readonly rows: readonly PersonalRow[]; readonly next: Cursor | null }

/** The next rows of a player in a table, with their columns named in camel case. The first page has an empty cursor. */
export async function readPersonalRows(db: Db, name: string, userId: string, cursor: Cursor): Promise<PersonalPage> {
  const table = PERSONAL_TABLES[name]
  if (table === undefined) throw new Error(`${name} is not a table with data of a player`)
  const { shown, as = {}, owned, order, readBy } = table
  const columns = shown.map((column) => `${as[column] ?? column} as "${camelCase(column)}"`)
  const key = order.join(', ')
  // Read the key as text, because a Date has no microseconds.
  const keyTexts = order.map((column) => `${column}::text`).join(', ')
  const after = cursor.length === 0 ? '' : `and (${key}) > (${order.map((_, at) => `$${at + 2}`).join(', ')})`
  const text = `select ${columns.join(', ')}, array[${keyTexts}] as ${KEY} from ${name}
    where ${owned} ${after} order by ${key} limit ${ROWS_AT_ONCE}`
  const read = (sql: Sql) => sql.query<PersonalRow>(text, [userId, ...cursor])
  const rows = readBy === 'server' ? await read(db) : await db.asPlayer(userId, read)
  const last = rows.at(-1)
  return { rows, next: rows.length < ROWS_AT_ONCE || last === undefined ? null : last[KEY] }
}

export const camelCase = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
