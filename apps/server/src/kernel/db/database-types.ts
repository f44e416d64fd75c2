// Generated from the migrated schema by `npm run db:types`. Do not edit.
// Migrations: edf51de9eca25ec0

import type { ColumnType } from 'kysely'

export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>

export type Json = ColumnType<JsonValue, string, string>

export type JsonArray = JsonValue[]

export type JsonObject = {
  [x: string]: JsonValue | undefined
}

export type JsonPrimitive = boolean | number | string | null

export type JsonValue = JsonArray | JsonObject | JsonPrimitive

export type Numeric = ColumnType<string, number | string, number | string>

export type Timestamp = ColumnType<Date, Date | string, Date | string>

export interface AccountErasures {
  identity_erased_at: Timestamp | null
  images: Generated<string[]>
  requested_at: Generated<Timestamp>
  user_id: string
}

export interface Accounts {
  balance: Generated<bigint>
  created_at: Timestamp
  frozen: Generated<boolean>
  held: Generated<bigint>
  id: string
  kind: string
  name: string | null
}

export interface AdminSettings {
  description: Generated<string>
  id: string
  setting_key: string
  setting_value: string
  updated_at: Timestamp
  updated_by: string | null
}

export interface Approvals {
  amount: bigint
  asked: Json
  asked_at: Timestamp
  asked_by: string
  decided_at: Timestamp | null
  decided_by: string | null
  id: string
  kind: string
  note: string | null
  reason: string
  state: Generated<'waiting' | 'approved' | 'declined'>
  subject: string
}

export interface AuditLog {
  action: string
  actor: string | null
  address: string
  after: Json | null
  before: Json | null
  created_at: Timestamp
  id: Generated<bigint>
  reason: Generated<string>
  recorded_at: Generated<Timestamp>
  subject: string
  tx: Generated<bigint>
  words: Generated<string | null>
}

export interface AuditSeals {
  after_id: bigint
  block: bigint
  created_at: Timestamp
  from_tx: bigint
  hash: Buffer
  last_id: bigint
  previous_hash: Buffer
  rows: bigint
  to_tx: bigint
}

export interface AviatorBets {
  address: Generated<string>
  auto: boolean
  client: Generated<string>
  decided_at: Timestamp | null
  id: string
  multiplier: number | null
  payout: Generated<bigint>
  placed_at: Timestamp
  received_at: Timestamp | null
  round_no: bigint
  stake: bigint
  state: Generated<'placed' | 'cashed-out' | 'lost' | 'refunded'>
  target: number | null
  user_id: string
  won_on: string | null
}

export interface AviatorChains {
  beacon: string
  commitment: Buffer
  committed_at: Timestamp
  height: string
  id: string
  links: number
  next_link: Generated<number>
  salt: Buffer | null
  salted_at: Timestamp | null
  sealed_root: Buffer
}

export interface AviatorRounds {
  chain_id: string
  closes_at: Timestamp | null
  crash: number | null
  ended_at: Timestamp | null
  flies_at: Timestamp | null
  heartbeat_at: Timestamp | null
  link: number
  no: bigint
  opens_at: Timestamp | null
  rtp: number
  sealed_seed: Buffer
  seed: Buffer | null
  settled_at: Timestamp | null
  state: Generated<'scheduled' | 'betting' | 'flying' | 'crashed' | 'interrupted' | 'void'>
  wins: Generated<bigint>
}

export interface AviatorSaltEntries {
  admin_id: string
  chain_id: string
  entered_at: Timestamp
  hash: Buffer
  header: Buffer
  height: string
  no: Generated<bigint>
}

export interface AviatorSkips {
  chain_id: string
  from_link: number
  silent_since: Timestamp | null
  skipped_at: Timestamp
  to_link: number
  why: 'silence' | 'retired'
}

export interface AviatorWatch {
  heard_at: Timestamp
  id: Generated<number>
}

export interface BalanceHistory {
  amount: bigint | null
  created_at: Timestamp | null
  description: string | null
  id: bigint | null
  new_balance: bigint | null
  previous_balance: bigint | null
  reference_id: string | null
  type: string | null
  user_id: string | null
}

export interface BalanceRepairs {
  created_at: Timestamp
  fixed_balance: bigint
  id: Generated<bigint>
  original_balance: bigint
  session_id: string
  user_id: string
}

export interface BookingCodes {
  browser: Buffer | null
  code: string
  created_at: Timestamp
  selections: Json
  ticket_id: string | null
  user_id: string | null
}

export interface Cashouts {
  created_at: Timestamp
  decided_at: Timestamp | null
  decides_at: Timestamp
  gain: Generated<bigint>
  games: Json
  id: string
  in_play: Generated<boolean>
  next_at: Timestamp | null
  offer: bigint
  paid: bigint | null
  refused_because: 'OFFER_CHANGED' | 'CASHOUT_UNAVAILABLE' | null
  state: 'checking' | 'paid' | 'refused'
  ticket_id: string
  user_id: string
}

export interface ChatConversations {
  admin_last_no: Generated<number>
  admin_read_no: Generated<number>
  last_at: Timestamp
  last_no: Generated<number>
  user_id: string
  user_last_no: Generated<number>
  user_read_no: Generated<number>
}

export interface ChatQuickReplies {
  changed_at: Timestamp
  changed_by: string | null
  content: string
  id: string
  title: string
}

export interface Credentials {
  changed_at: Timestamp
  last_login_at: Timestamp | null
  password_hash: string
  user_id: string
}

export interface CustomerCareChat {
  author_id: string
  content: Generated<string>
  created_at: Timestamp
  id: string
  image_height: number | null
  image_url: string | null
  image_width: number | null
  no: number
  reply_to: string | null
  send_key: string
  sender: 'user' | 'admin'
  user_id: string
}

export interface DailyWelcomes {
  day: string
  tip_due_at: Timestamp | null
  user_id: string
}

export interface DeletedGames {
  created_at: Timestamp
  deleted_at: Timestamp
  id: string
}

export interface FeedChanges {
  game_id: string
  id: Generated<bigint>
  raw: Json
  received_at: Timestamp
}

export interface FeedLags {
  id: Generated<bigint>
  lag_ms: number
  measured_at: Timestamp
}

export interface FeedLinks {
  feed_match_id: string
  feed_report: Json | null
  feed_reported_at: Timestamp | null
  feed_requested_at: Timestamp | null
  feed_team_ids: Json | null
  game_id: string
  stale: Generated<boolean>
  updated_at: Timestamp
}

export interface FeedSkips {
  league: string
  match_id: string
  name: string
  reason: 'long text' | 'long list' | 'duplicate' | 'not stored' | 'existing game'
  reported_at: Timestamp
  start_time: Timestamp
}

export interface FeedStates {
  name: string
  received_at: Timestamp
}

export interface FixtureMatches {
  away_odds: number | null
  away_team: string
  draw_odds: number | null
  fixture_id: string
  game_id: string | null
  home_odds: number | null
  home_team: string
  id: string
  ordinal: number
  starts_at: Timestamp
  venue: Generated<string>
}

export interface Fixtures {
  created_at: Timestamp
  id: string
  season: Generated<string>
  status: Generated<'draft' | 'published'>
  tournament: string
  updated_at: Timestamp
}

export interface GameClocks {
  at_half_time: Generated<boolean>
  break_duration: Generated<number>
  clock_offset: Generated<number>
  game_id: string
  half_time_duration: Generated<number>
  match_duration: Generated<number>
  minutes_passed: Generated<number>
  period: string | null
  updated_at: Timestamp
}

export interface GameOffers {
  away_odds: number | null
  controls: Generated<Json>
  draw_odds: number | null
  draw_possible: Generated<boolean>
  game_id: string
  home_odds: number | null
  line_ups_at: Timestamp | null
  model: Json | null
  offer_version: Generated<number>
  over25_odds: number | null
  players: Generated<Json>
  price_reaction: Generated<Json>
  price_version: Generated<number>
  priced_at: Timestamp | null
  quoted_at: Timestamp | null
  scope_suspended: Generated<boolean>
  start_approval_pending: Generated<boolean>
  suspended: Generated<boolean>
  under25_odds: number | null
  updated_at: Timestamp
}

export interface GameResults {
  away_score: number | null
  decision: Json | null
  finished_at: Timestamp | null
  game_id: string
  goal_events: Generated<Json>
  goals_complete: Generated<boolean>
  half_time_away_score: number | null
  half_time_home_score: number | null
  held: Generated<boolean>
  home_score: number | null
  incidents: number | null
  last_goal_at: Timestamp | null
  last_incident_at: Timestamp | null
  participants: Json | null
  qualifier: 'home' | 'away' | 'nobody' | null
  red_cards: Generated<Json>
  reported_result: Json | null
  result_confirmed: Generated<boolean>
  result_version: Generated<number>
  retired: Generated<boolean>
  settled_version: Generated<number>
  updated_at: Timestamp
  winner: 'home' | 'away' | 'draw' | null
}

export interface GameResultVersions {
  actor_id: string | null
  decided_at: Timestamp
  decided_by: 'feed' | 'clock' | 'operator'
  decision: Json
  first_live_at: Timestamp | null
  game_id: string
  note: Generated<string>
  version: number
}

export interface Games {
  away_team: string
  country: string | null
  created_at: Timestamp
  earlier_starts: Generated<Json>
  first_live_at: Timestamp | null
  first_scheduled_at: Timestamp
  hidden: Generated<boolean>
  home_team: string
  id: string
  knock_out: Generated<boolean>
  league: string
  name: Generated<string>
  settled_reschedules: Generated<number>
  short_id: string
  source: 'feed' | 'hand'
  sport: Generated<'soccer' | 'basketball' | 'tennis'>
  start_time: Timestamp
  status: Generated<
    'upcoming' | 'live' | 'finished' | 'completed' | 'settled' | 'cancelled' | 'postponed' | 'abandoned'
  >
  updated_at: Timestamp
  viewers: Generated<number>
}

export interface GameSettlements {
  game_id: string
  result_version: number
  settled_at: Timestamp
}

export interface GameSuspensions {
  actor_id: string
  created_at: Timestamp
  reason: string
  scope: string
}

export interface GraphileWorkerJobs {
  attempts: number | null
  created_at: Timestamp | null
  flags: Json | null
  id: bigint | null
  key: string | null
  last_error: string | null
  locked_at: Timestamp | null
  locked_by: string | null
  max_attempts: number | null
  priority: number | null
  queue_name: string | null
  revision: number | null
  run_at: Timestamp | null
  task_identifier: string | null
  updated_at: Timestamp | null
}

export interface GraphileWorkerMigrations {
  breaking: Generated<boolean>
  id: number
  ts: Generated<Timestamp>
}

export interface GraphileWorkerPrivateJobQueues {
  id: Generated<number>
  is_available: Generated<boolean>
  locked_at: Timestamp | null
  locked_by: string | null
  queue_name: string
}

export interface GraphileWorkerPrivateJobs {
  attempts: Generated<number>
  created_at: Generated<Timestamp>
  flags: Json | null
  id: Generated<bigint>
  is_available: Generated<boolean>
  job_queue_id: number | null
  key: string | null
  last_error: string | null
  locked_at: Timestamp | null
  locked_by: string | null
  max_attempts: Generated<number>
  payload: Generated<Json>
  priority: Generated<number>
  revision: Generated<number>
  run_at: Generated<Timestamp>
  task_id: number
  updated_at: Generated<Timestamp>
}

export interface GraphileWorkerPrivateKnownCrontabs {
  identifier: string
  known_since: Timestamp
  last_execution: Timestamp | null
}

export interface GraphileWorkerPrivateTasks {
  id: Generated<number>
  identifier: string
}

export interface Holds {
  account: string
  amount: bigint
  created_at: Timestamp
  decided_at: Timestamp | null
  id: string
  reference: string
  state: Generated<'pending' | 'posted' | 'voided' | 'expired'>
}

export interface IdempotencyRecords {
  body: string
  created_at: Timestamp
  key: string
  request_hash: Buffer
  route: string
  status: number
  user_id: string
}

export interface KnownDevices {
  created_at: Timestamp
  device_hash: Buffer
  second_factor_at: Timestamp | null
  seen_at: Timestamp
  user_id: string
}

export interface LedgerEntries {
  account: string | null
  amount: bigint | null
  created_at: Timestamp | null
  kind: string | null
  posting: bigint | null
  reference: string | null
}

export interface LedgerSeals {
  after_id: bigint
  block: bigint
  created_at: Timestamp
  from_tx: bigint
  hash: Buffer
  last_id: bigint
  previous_hash: Buffer
  rows: bigint
  to_tx: bigint
}

export interface LimitRaises {
  amount: bigint | null
  asked_at: Timestamp
  kind: 'deposit' | 'stake' | 'loss'
  period: 'day' | 'week' | 'month'
  user_id: string
}

export interface LoginCredits {
  credit: number
  network: string
  seen_at: Timestamp
}

export interface LoginDelays {
  failures: number
  free_at: Timestamp
  last_failure_at: Timestamp
  subject: string
}

export interface MatchFacts {
  facts: Json | null
  kind: 'statistics' | 'lineups' | 'meetings' | 'standings'
  next_request_at: Timestamp
  reported_at: Timestamp | null
  subject: string
}

export interface Notifications {
  action_url: string | null
  created_at: Timestamp
  data: Generated<Json>
  id: string
  message: Generated<string>
  priority: Generated<'low' | 'medium' | 'high'>
  read: Generated<boolean>
  type: Generated<
    | 'default'
    | 'success'
    | 'error'
    | 'warning'
    | 'info'
    | 'bet'
    | 'deposit'
    | 'withdrawal'
    | 'win'
    | 'system'
    | 'promotion'
  >
  user_id: string | null
}

export interface Outbox {
  created_at: Generated<Timestamp>
  events: Json
  id: Generated<bigint>
  position: bigint | null
}

export interface OutboxCursors {
  position: bigint
  sink: string
}

export interface PayerOptOuts {
  created_at: Timestamp
  phone_number: string
}

export interface PayerPrompts {
  created_at: Timestamp
  id: Generated<bigint>
  network: string
  phone_number: string
  user_id: string
}

export interface PaymentDecisions {
  created_at: Timestamp
  decided_by: string
  ending: 'success' | 'failed'
  id: Generated<bigint>
  note: string
  transaction_id: string
}

export interface PhoneCodes {
  attempts: Generated<number>
  code_hash: Buffer
  created_at: Timestamp
  id: string
  network: string
  phone_number: string
  purpose: 'own-number' | 'opt-out'
  used_at: Timestamp | null
  user_id: string | null
}

export interface PhoneProofs {
  phone_number: string
  proved_at: Timestamp
  user_id: string
}

export interface PlacedBetMarks {
  deleted: Generated<boolean>
  ticket_id: string
  user_id: string
}

export interface PlacedBets {
  booking_code: string | null
  created_at: Timestamp | null
  id: string | null
  potential_win: bigint | null
  total_stake: bigint | null
  user_id: string | null
}

export interface PlacedBetsRead {
  up_to: string
  user_id: string
}

export interface PlayerCounters {
  day: string
  most_stake: bigint | null
  placed: number
  placed_on_day: number
  user_id: string
  valid_tickets: number
}

export interface PlayerProtection {
  check_minutes: Generated<number>
  deposit_day: bigint | null
  deposit_month: bigint | null
  deposit_week: bigint | null
  excluded_from: Timestamp | null
  excluded_until: Timestamp | null
  exclusion: 'time-out' | 'exclusion' | null
  loss_day: bigint | null
  loss_month: bigint | null
  loss_week: bigint | null
  stake_day: bigint | null
  stake_month: bigint | null
  stake_week: bigint | null
  updated_at: Timestamp
  user_id: string
}

export interface Postings {
  amount: bigint
  balance_after: bigint | null
  created_at: Timestamp
  description: Generated<string>
  destination: string
  id: Generated<bigint>
  kind: string
  ordinal: Generated<number>
  player: string | null
  reference: string
  source: string
  tx: Generated<bigint>
}

export interface Profiles {
  account_status: Generated<'active' | 'suspended' | 'banned'>
  created_at: Timestamp
  email: string
  first_name: string
  id: string
  last_name: string
  location: string
  nationality: string
  nin: Buffer | null
  phone_number: string
  role: Generated<'user' | 'admin'>
  settings: Generated<Json>
  status_changed_at: Timestamp | null
  username: string
}

export interface ProtectionChanges {
  created_at: Timestamp
  details: Json
  id: Generated<bigint>
  user_id: string
  what: 'limit' | 'raise-asked' | 'raise-confirmed' | 'exclusion' | 'reality-check'
}

export interface ProtectionSums {
  day: string
  loss_day: bigint
  loss_month: bigint
  loss_week: bigint
  stake_day: bigint
  stake_month: bigint
  stake_week: bigint
  through: bigint
  user_id: string
}

export interface ProviderExchanges {
  created_at: Timestamp
  digest: Buffer | null
  duration_ms: number | null
  failure: string | null
  http_status: number | null
  id: Generated<bigint>
  operation: 'send' | 'status' | 'list' | 'balance' | 'callback'
  provider: string
  request: Json | null
  response: string | null
  transaction_id: string
}

export interface PushDeliveries {
  attempts: Generated<number>
  device_id: string
  expires_at: Timestamp
  id: Generated<string>
  kind: string
  next_at: Timestamp | null
  notification_id: string
}

export interface PushDevices {
  auth: string
  created_at: Timestamp
  endpoint: string
  id: string
  kinds: string[]
  p256dh: string
  session_id: string
  user_id: string
}

export interface ReconciliationCases {
  amount: bigint
  booked: Generated<bigint>
  closed_at: Timestamp | null
  closed_by: string | null
  day: string
  detail: string
  found_at: Timestamp
  id: string
  kind:
    | 'unknown-here'
    | 'unknown-there'
    | 'failed-there'
    | 'pending-there'
    | 'paid-though-failed'
    | 'other-amount'
    | 'waits-for-operator'
    | 'ledger'
    | 'wallet'
  note: string | null
  provider: string
  seen_at: Timestamp
  subject: string
  transaction_id: string | null
}

export interface ReconciliationRuns {
  compared: number
  created_at: Timestamp
  day: string
  differences: number
  expected: bigint | null
  found: bigint | null
  id: string
  provider: string
  unanswered: number
  until: Timestamp
}

export interface RecoveryCodes {
  code_hash: Buffer
  user_id: string
}

export interface RecoveryRequests {
  code_hash: Buffer | null
  created_at: Timestamp
  id: string
  kind: 'sms' | 'email' | 'login' | 'address' | 'changed' | 'recovered'
  network: string | null
  next_at: Timestamp | null
  recipient: string
  sendings: Generated<number>
  sent_at: Timestamp | null
  token_hash: Buffer
  tries: Generated<number>
  unsent: string | null
  used_at: Timestamp | null
  user_id: string | null
}

export interface RelatedAccounts {
  related_id: string | null
  user_id: string | null
}

export interface RollupProgress {
  filled_until: Timestamp
  source: string
}

export interface Rollups {
  amount: Generated<bigint>
  bonus: Generated<bigint>
  day: string
  duration_ms: Generated<bigint>
  entries: Generated<bigint>
  failures: Generated<bigint>
  hour: Timestamp
  key: string[]
  liability: Generated<bigint>
  payout: Generated<bigint>
  source: string
}

export interface SearchNames {
  aliases: Generated<string[]>
  country: Generated<string>
  created_at: Generated<Timestamp>
  id: Generated<string>
  importance: Generated<number>
  kind: 'team' | 'league'
  name: string
  updated_at: Generated<Timestamp>
}

export interface SecondFactors {
  created_at: Timestamp
  enabled_at: Timestamp | null
  last_step: Generated<bigint>
  sealed_secret: Buffer
  user_id: string
}

export interface SelectionOutcomes {
  game_id: string
  house: string | null
  industry: string | null
  market: string
  selection: string
  version: number
}

export interface Sessions {
  client: Generated<string>
  confirmed_at: Timestamp | null
  created_at: Timestamp
  ended_at: Timestamp | null
  expires_at: Timestamp
  id: string
  keep_logged_in: boolean
  last_login_at: Timestamp | null
  renewed_at: Timestamp
  second_factor_at: Timestamp | null
  token_hash: Buffer
  user_id: string
}

export interface StaffAdjustments {
  amount: bigint
  approved_by: string | null
  created_at: Timestamp
  id: string
  kind: 'top-up' | 'deduction'
  made_by: string
  user_id: string
}

export interface StaffNotes {
  created_at: Timestamp
  id: string
  note: string
  user_id: string
  written_by: string
}

export interface StaffResults {
  created_at: Timestamp
  game_id: string
  moved: bigint
  said_by: string
  version: number
}

export interface SystemNotificationMarks {
  deleted: Generated<boolean>
  notification_id: string
  user_id: string
}

export interface SystemNotificationShown {
  notification_id: string
  user_id: string
}

export interface TicketCancellations {
  actor_id: string
  created_at: Timestamp
  reason: string
  refund: bigint
  ticket_id: string
}

export interface TicketCorrections {
  bonus: bigint
  bonus_before: bigint
  created_at: Timestamp
  game_id: string
  legs: Json
  ordinal: number
  payout: bigint | null
  payout_before: bigint | null
  result_version: number
  settled_before: Timestamp | null
  status: string
  status_before: string
  ticket_id: string
}

export interface TicketLegs {
  base_odds: number
  decided_at: Timestamp | null
  game_id: string
  leg_no: number
  market: string
  odds: number
  outcome: string | null
  overround_percent: number | null
  price_step: bigint
  price_version: number
  result_version: number | null
  same_game: Json | null
  selection: string
  ticket_id: string
}

export interface Tickets {
  address: string
  bonus: bigint
  bonus_min_odds: number
  bonus_paid: Generated<bigint>
  bonus_percentage: number
  booking_code: string
  client: string
  corrections: Generated<number>
  created_at: Timestamp
  id: string
  legs: number
  max_payout: bigint
  open_legs: number
  payout: bigint | null
  plain: Generated<boolean>
  potential_win: bigint
  rulebook: string
  settled_at: Timestamp | null
  status: Generated<string>
  total_odds: Numeric
  total_stake: bigint
  updated_at: Timestamp
  user_id: string
}

export interface Transactions {
  amount: bigint
  amount_sent: bigint | null
  completed_at: Timestamp | null
  created_at: Timestamp
  description: string
  failed_at: Timestamp | null
  fee: Generated<bigint>
  id: string
  internal_reference: string | null
  next_at: Timestamp | null
  payment_method: 'MTN' | 'AIRTEL'
  phone_number: string
  polls: Generated<number>
  provider: string
  provider_charge: bigint | null
  provider_message: string | null
  provider_ref: string | null
  provider_status: string | null
  reason:
    | 'untracked'
    | 'refused'
    | 'unavailable'
    | 'never-sent'
    | 'declined'
    | 'insufficient-funds'
    | 'unanswered'
    | 'timed-out'
    | 'mismatch'
    | 'contradicted'
    | 'expired'
    | 'decided'
    | null
  reference: string
  relworx_response: Json | null
  sent_at: Timestamp | null
  stage: 'requested' | 'sent' | 'polling' | 'checking' | 'review' | 'done'
  status: Generated<'pending' | 'success' | 'failed'>
  type: 'deposit' | 'withdrawal'
  unknown_since: Timestamp | null
  updated_at: Timestamp
  user_id: string
}

export interface DB {
  account_erasures: AccountErasures
  accounts: Accounts
  admin_settings: AdminSettings
  approvals: Approvals
  audit_log: AuditLog
  audit_seals: AuditSeals
  aviator_bets: AviatorBets
  aviator_chains: AviatorChains
  aviator_rounds: AviatorRounds
  aviator_salt_entries: AviatorSaltEntries
  aviator_skips: AviatorSkips
  aviator_watch: AviatorWatch
  balance_history: BalanceHistory
  balance_repairs: BalanceRepairs
  booking_codes: BookingCodes
  cashouts: Cashouts
  chat_conversations: ChatConversations
  chat_quick_replies: ChatQuickReplies
  credentials: Credentials
  customer_care_chat: CustomerCareChat
  daily_welcomes: DailyWelcomes
  deleted_games: DeletedGames
  feed_changes: FeedChanges
  feed_lags: FeedLags
  feed_links: FeedLinks
  feed_skips: FeedSkips
  feed_states: FeedStates
  fixture_matches: FixtureMatches
  fixtures: Fixtures
  game_clocks: GameClocks
  game_offers: GameOffers
  game_result_versions: GameResultVersions
  game_results: GameResults
  game_settlements: GameSettlements
  game_suspensions: GameSuspensions
  games: Games
  'graphile_worker._private_job_queues': GraphileWorkerPrivateJobQueues
  'graphile_worker._private_jobs': GraphileWorkerPrivateJobs
  'graphile_worker._private_known_crontabs': GraphileWorkerPrivateKnownCrontabs
  'graphile_worker._private_tasks': GraphileWorkerPrivateTasks
  'graphile_worker.jobs': GraphileWorkerJobs
  'graphile_worker.migrations': GraphileWorkerMigrations
  holds: Holds
  idempotency_records: IdempotencyRecords
  known_devices: KnownDevices
  ledger_entries: LedgerEntries
  ledger_seals: LedgerSeals
  limit_raises: LimitRaises
  login_credits: LoginCredits
  login_delays: LoginDelays
  match_facts: MatchFacts
  notifications: Notifications
  outbox: Outbox
  outbox_cursors: OutboxCursors
  payer_opt_outs: PayerOptOuts
  payer_prompts: PayerPrompts
  payment_decisions: PaymentDecisions
  phone_codes: PhoneCodes
  phone_proofs: PhoneProofs
  placed_bet_marks: PlacedBetMarks
  placed_bets: PlacedBets
  placed_bets_read: PlacedBetsRead
  player_counters: PlayerCounters
  player_protection: PlayerProtection
  postings: Postings
  profiles: Profiles
  protection_changes: ProtectionChanges
  protection_sums: ProtectionSums
  provider_exchanges: ProviderExchanges
  push_deliveries: PushDeliveries
  push_devices: PushDevices
  reconciliation_cases: ReconciliationCases
  reconciliation_runs: ReconciliationRuns
  recovery_codes: RecoveryCodes
  recovery_requests: RecoveryRequests
  related_accounts: RelatedAccounts
  rollup_progress: RollupProgress
  rollups: Rollups
  search_names: SearchNames
  second_factors: SecondFactors
  selection_outcomes: SelectionOutcomes
  sessions: Sessions
  staff_adjustments: StaffAdjustments
  staff_notes: StaffNotes
  staff_results: StaffResults
  system_notification_marks: SystemNotificationMarks
  system_notification_shown: SystemNotificationShown
  ticket_cancellations: TicketCancellations
  ticket_corrections: TicketCorrections
  ticket_legs: TicketLegs
  tickets: Tickets
  transactions: Transactions
}
