import { DAY_MS, HOUR_MS } from '../time/durations.ts'

/** How long data is stored. docs/security.md shows this table, and a test compares the two. */
export type Retention = {
  readonly what: string
  readonly tables: readonly string[]
  /** The age in milliseconds at which the job deletes the rows, or a text if no job deletes them by age. */
  readonly ms: number | string
  readonly why: string
  /** The job that deletes; null if no job does. */
  readonly job: string | null
}

const YEAR_MS = 365 * DAY_MS

const row = <const R extends Retention>(retention: R): R => retention

const TEN_YEARS_OF_LAW = 'the Anti-Money Laundering Act requires identification and transactions for ten years'

export const RETENTION = {
  sessions: row({
    what: 'Sessions and push subscriptions',
    tables: ['sessions', 'push_devices', 'push_deliveries'],
    ms: 'until the session expires: 30 days after its last use, 12 hours without "Keep me logged in"',
    why: 'the player stays logged in',
    job: 'prune-sign-ins',
  }),
  knownDevices: row({
    what: 'Known devices',
    tables: ['known_devices'],
    ms: 400 * DAY_MS,
    why: 'attacks do not lock out a known device; browsers do not store a cookie for longer',
    job: 'prune-sign-ins',
  }),
  networks: row({
    what: 'Networks of logins',
    tables: ['player_networks'],
    ms: 90 * DAY_MS,
    why: 'staff recognise accounts of one person, and account takeovers',
    job: 'prune-sign-ins',
  }),
  loginDelays: row({
    what: 'Failed logins',
    tables: ['login_delays'],
    ms: 2 * DAY_MS,
    why: 'brute-force protection',
    job: 'prune-sign-ins',
  }),
  loginCredits: row({
    what: 'Networks with successful logins',
    tables: ['login_credits'],
    ms: 30 * DAY_MS,
    why: 'brute-force protection does not slow down shared addresses',
    job: 'prune-sign-ins',
  }),
  recoveries: row({
    what: 'Recovery codes and links',
    tables: ['recovery_requests'],
    ms: 2 * DAY_MS,
    why: 'limits of codes per number and network',
    job: 'prune-sign-ins',
  }),
  phoneCodes: row({
    what: 'SMS codes for numbers',
    tables: ['phone_codes'],
    ms: 30 * DAY_MS,
    why: 'complaints about unwanted messages',
    job: 'prune-personal-data',
  }),
  payerPrompts: row({
    what: 'Payment requests to other numbers',
    tables: ['payer_prompts'],
    ms: 30 * DAY_MS,
    why: 'limits per day, and complaints about unwanted prompts',
    job: 'prune-personal-data',
  }),
  notifications: row({
    what: 'Notifications and notices',
    tables: ['notifications'],
    ms: 365 * DAY_MS,
    why: 'the player can look up past events; tickets and statement remain',
    job: 'prune-personal-data',
  }),
  outbox: row({
    what: 'Events between modules',
    tables: ['outbox'],
    ms: DAY_MS,
    why: 'browsers catch up after an interruption',
    job: 'prune-outbox',
  }),
  idempotency: row({
    what: 'First answers of money requests',
    tables: ['idempotency_records'],
    ms: 24 * HOUR_MS,
    why: 'a repeated request gets the first answer',
    job: 'prune-idempotency',
  }),
  bookingCodes: row({
    what: 'Booking codes without a ticket',
    tables: ['booking_codes'],
    ms: 90 * DAY_MS,
    why: 'older codes contain only finished games',
    job: 'prune-booking-codes',
  }),
  inPlayMoves: row({
    what: 'Moves of the odds after accepted live bets',
    tables: ['in_play_moves'],
    ms: 31 * DAY_MS,
    why: 'the courtsiding report covers 30 days',
    job: 'prune-in-play-moves',
  }),
  feedChanges: row({
    what: 'Reports of feeds',
    tables: ['feed_changes'],
    ms: 180 * DAY_MS,
    why: 'disputes about results',
    job: 'prune-feed-changes',
  }),
  chat: row({
    what: 'Messages and images of customer care',
    tables: ['customer_care_chat'],
    ms: 'until the player closes the account',
    why: 'complaints',
    job: 'erase-images',
  }),
  visitorChat: row({
    what: 'Messages of visitors who are not logged in',
    tables: ['customer_care_chat'],
    ms: 30 * DAY_MS,
    why: 'the visitor reads the answer; counted from the last message',
    job: 'prune-visitor-chats',
  }),
  identity: row({
    what: 'Identification of closed accounts, with numbers and addresses of their payments and bets, and notes of staff',
    tables: [],
    // The law counts calendar years. Ten of them contain at most three leap days.
    ms: 3_653 * DAY_MS,
    why: TEN_YEARS_OF_LAW,
    job: 'erase-identities',
  }),
  money: row({
    what: 'Tickets, payments, provider replies with masked numbers, statement and limits',
    tables: ['tickets', 'transactions', 'provider_exchanges', 'postings', 'aviator_bets', 'protection_changes'],
    ms: 'as long as the database exists',
    why: 'they prove the ledger; without the identification they cannot be linked to a person',
    job: null,
  }),
  audit: row({
    what: 'Audit log',
    tables: ['audit_log'],
    ms: 'as long as the database exists',
    why: 'the log is sealed as evidence',
    job: null,
  }),
} as const

/** Formats a period, for example "30 days" or "24 hours". */
export const periodText = ({ ms }: Pick<Retention, 'ms'>): string => {
  if (typeof ms === 'string') return ms
  if (ms >= 10 * YEAR_MS) return `${Math.floor(ms / YEAR_MS)} years`
  return ms % DAY_MS === 0 && ms > DAY_MS ? `${ms / DAY_MS} days` : `${ms / HOUR_MS} hours`
}
