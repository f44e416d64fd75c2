// Generated from the migrated schema by `npm run db:types`. Do not edit.
// Migrations: ceeb05f8e250cd8c

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

export interface AlertDeliveries {
  address: string
  alert_id: string
  attempts: Generated<number>
  failure: string | null
  id: string
  next_at: Timestamp | null
  sent_at: Timestamp | null
  target: 'email' | 'webhook'
}

export interface Alerts {
  acknowledged_at: Timestamp | null
  acknowledged_by: string | null
  closed_at: Timestamp | null
  created_at: Timestamp
  id: string
  kind: string
  link: string
  name: string
  note: string | null
  seen_at: Timestamp
  subject: string
  threshold: bigint
  value: bigint
}

export interface Approvals {
  amount: bigint
  decided_at: Timestamp | null
  decided_by: string | null
  id: string
  kind: string
  note: string | null
  reason: string
  request: Json
  requested_at: Timestamp
  requested_by: string
  state: Generated<'waiting' | 'approved' | 'declined' | 'expired'>
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
  encrypted_root: Buffer
  height: string
  id: string
  links: number
  next_link: Generated<number>
  salt: Buffer | null
  salted_at: Timestamp | null
}

export interface AviatorRounds {
  chain_id: string
  closes_at: Timestamp | null
  crash: number | null
  encrypted_seed: Buffer
  ended_at: Timestamp | null
  flies_at: Timestamp | null
  heartbeat_at: Timestamp | null
  link: number
  no: bigint
  opens_at: Timestamp | null
  rtp: number
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
  reason: 'silence' | 'retired'
  silent_since: Timestamp | null
  skipped_at: Timestamp
  to_link: number
}

export interface AviatorWatch {
  heartbeat_at: Timestamp
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

export interface BaseOddsChanges {
  away_odds: number | null
  changed_by: string
  created_at: Timestamp
  draw_odds: number | null
  game_id: string
  home_odds: number | null
  id: Generated<bigint>
  is_approved: boolean
  over25_odds: number | null
  under25_odds: number | null
}

export interface BookingCodes {
  browser: Buffer | null
  code: string
  created_at: Timestamp
  selections: Json
  ticket_id: string | null
  user_id: string | null
}

export interface CashoutRuleChanges {
  action: 'set' | 'removed' | 'executed' | 'ended'
  created_at: Timestamp
  id: string
  paid: bigint | null
  percent: number
  target: bigint
  ticket_id: string
  user_id: string
}

export interface CashoutRules {
  created_at: Timestamp
  games: string[]
  percent: number
  target: bigint
  ticket_id: string
  user_id: string
}

export interface Cashouts {
  created_at: Timestamp
  decided_at: Timestamp | null
  decides_at: Timestamp
  gain: Generated<bigint>
  games: Json
  id: string
  in_play: Generated<boolean>
  least: bigint | null
  next_at: Timestamp | null
  offer: bigint
  paid: bigint | null
  refused_because: 'OFFER_CHANGED' | 'CASHOUT_UNAVAILABLE' | null
  stake: bigint | null
  stake_left: bigint | null
  state: 'checking' | 'paid' | 'refused'
  ticket_id: string
  user_id: string
}

export interface ChatCases {
  closed_at: Timestamp | null
  closed_by: string | null
  first_answered_at: Timestamp | null
  id: string
  is_opened_by_writer: boolean
  opened_at: Timestamp
  user_id: string
}

export interface ChatConversations {
  admin_last_no: Generated<number>
  admin_read_no: Generated<number>
  assigned_to: string | null
  is_open: Generated<boolean>
  is_visitor: Generated<boolean>
  last_at: Timestamp
  last_no: Generated<number>
  user_id: string
  user_last_no: Generated<number>
  user_read_no: Generated<number>
  waiting_since: Timestamp | null
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

export interface DelayedBets {
  accepted_odds: Numeric | null
  address: string
  at_decision: Json | null
  at_request: Json
  browser: Buffer | null
  client: string
  created_at: Timestamp
  decided_at: Timestamp | null
  decides_at: Timestamp
  id: string
  next_at: Timestamp | null
  odds_policy: 'none' | 'better' | 'any'
  rejected_because: string | null
  requested_odds: Numeric
  slip: Json
  stake: bigint
  state: Generated<'waiting' | 'accepted' | 'rejected'>
  ticket_id: string | null
  user_id: string
}

export interface DeletedGames {
  created_at: Timestamp
  deleted_at: Timestamp
  id: string
}

export interface FailingJobs {
  failed_at: Timestamp
  name: string
  runs: number
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
  minute_at: Timestamp | null
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
  market_suspensions: Generated<Json>
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
  suspended_at: Timestamp | null
  under25_odds: number | null
  updated_at: Timestamp
}

export interface GamePriceFacts {
  at: Timestamp
  facts: Json
  game_id: string
}

export interface GameResults {
  alerts: Generated<number>
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
  known_incidents: number | null
  last_alert_at: Timestamp | null
  last_goal_at: Timestamp | null
  last_incident_at: Timestamp | null
  participants: Json | null
  play_stopped: Generated<boolean>
  qualifier: 'home' | 'away' | 'nobody' | null
  red_cards: Generated<Json>
  reported_result: Json | null
  result_confirmed: Generated<boolean>
  result_version: Generated<number>
  retired: Generated<boolean>
  score_disputed: Generated<boolean>
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

export interface InPlayMoves {
  accepted_at: Timestamp
  bet_id: string
  leg: number
  market: string
  move: number | null
  selection: string
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
  kind: 'deposit' | 'stake' | 'loss'
  period: 'day' | 'week' | 'month'
  requested_at: Timestamp
  user_id: string
}

export interface LoginCredits {
  credit: number
  network: string
  seen_at: Timestamp
}

export interface LoginDelays {
  failures: number
  last_failure_at: Timestamp
  retry_at: Timestamp
  subject: string
}

export interface MatchFacts {
  facts: Json | null
  kind: 'statistics' | 'lineups' | 'meetings' | 'standings'
  next_request_at: Timestamp
  reported_at: Timestamp | null
  subject: string
}

export interface MonthClosings {
  approved_by: string | null
  closed_at: Timestamp
  closed_by: string
  figures: Json
  last_posting: bigint
  month: string
  reason: string
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
  reader: string
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
  in_play_delay: Generated<number>
  in_play_excluded: Generated<boolean>
  most_stake: bigint | null
  placed: number
  placed_on_day: number
  user_id: string
  valid_tickets: number
}

export interface PlayerNetworks {
  network: string
  seen_at: Timestamp
  user_id: string
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

export interface PlayerRestrictions {
  ends_at: Timestamp | null
  id: string
  kind: 'stake-factor' | 'in-play-delay' | 'no-live-bets' | 'no-promotions'
  lift_reason: string | null
  lifted_at: Timestamp | null
  lifted_by: string | null
  reason: string
  set_at: Timestamp
  set_by: string | null
  user_id: string
  value: number | null
}

export interface PlayerTags {
  added_at: Timestamp
  added_by: string
  tag: string
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
  kind: 'limit' | 'raise-requested' | 'raise-confirmed' | 'exclusion' | 'reality-check'
  user_id: string
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

export interface ProviderCharges {
  amount: bigint
  created_at: Timestamp
  provider: string
  transaction_id: string
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
  attempts: Generated<number>
  code_hash: Buffer | null
  created_at: Timestamp
  id: string
  kind: 'sms' | 'email' | 'login' | 'address' | 'changed' | 'recovered'
  network: string | null
  next_at: Timestamp | null
  recipient: string
  send_attempts: Generated<number>
  sent_at: Timestamp | null
  token_hash: Buffer
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

export interface SavedFilters {
  created_at: Timestamp
  id: string
  list: string
  name: string
  place: number
  query: string
  staff_id: string
}

export interface SealChecks {
  blocks: bigint
  checked_at: Timestamp
  differences: number
  outcome: 'correct' | 'not compared' | 'seal lost' | 'different'
  published_block: bigint | null
  published_hash: string | null
  sealed_table: 'postings' | 'audit_log'
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
  encrypted_secret: Buffer
  last_step: Generated<bigint>
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
  entered_by: string
  exposure: bigint
  game_id: string
  version: number
}

export interface StaffRoles {
  capabilities: string[] | null
  ended_at: Timestamp | null
  ended_by: string | null
  given_at: Timestamp
  given_by: string | null
  id: Generated<bigint>
  reason: Generated<string>
  role: 'care' | 'trader' | 'finance' | 'risk' | 'marketing' | 'manager' | 'auditor' | 'own'
  title: string | null
  user_id: string
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
  cashed_stake: Generated<bigint>
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
  in_play: Generated<boolean>
  leg_no: number
  market: string
  odds: number
  outcome: string | null
  overround_percent: number
  price_step: bigint
  price_version: number
  result_version: number | null
  same_game: Json | null
  selection: string
  ticket_id: string
}

export interface TicketParts {
  created_at: Timestamp
  ordinal: number
  paid: bigint
  stake: bigint
  stake_left: bigint
  ticket_id: string
}

export interface Tickets {
  address: string
  bonus: bigint
  bonus_min_odds: number
  bonus_paid: Generated<bigint>
  bonus_percentage: number
  booking_code: string
  cashed_out: Generated<bigint>
  cashed_stake: Generated<bigint>
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
    | 'denied'
    | 'cancelled'
    | null
  reference: string
  relworx_response: Json | null
  review_due_at: Timestamp | null
  sent_at: Timestamp | null
  short_reference: string
  staff_message: string | null
  stage: 'held' | 'released' | 'requested' | 'sent' | 'polling' | 'checking' | 'review' | 'done'
  status: Generated<'pending' | 'success' | 'failed'>
  type: 'deposit' | 'withdrawal'
  unknown_since: Timestamp | null
  updated_at: Timestamp
  user_id: string
}

export interface WithdrawalReviews {
  created_at: Timestamp
  decided_at: Timestamp | null
  decided_by: string | null
  decision: 'approved' | 'rejected' | 'cancelled' | null
  note: string | null
  reasons: string[]
  transaction_id: string
}

export interface DB {
  account_erasures: AccountErasures
  accounts: Accounts
  admin_settings: AdminSettings
  alert_deliveries: AlertDeliveries
  alerts: Alerts
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
  base_odds_changes: BaseOddsChanges
  booking_codes: BookingCodes
  cashout_rule_changes: CashoutRuleChanges
  cashout_rules: CashoutRules
  cashouts: Cashouts
  chat_cases: ChatCases
  chat_conversations: ChatConversations
  chat_quick_replies: ChatQuickReplies
  credentials: Credentials
  customer_care_chat: CustomerCareChat
  daily_welcomes: DailyWelcomes
  delayed_bets: DelayedBets
  deleted_games: DeletedGames
  failing_jobs: FailingJobs
  feed_changes: FeedChanges
  feed_lags: FeedLags
  feed_links: FeedLinks
  feed_skips: FeedSkips
  feed_states: FeedStates
  fixture_matches: FixtureMatches
  fixtures: Fixtures
  game_clocks: GameClocks
  game_offers: GameOffers
  game_price_facts: GamePriceFacts
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
  in_play_moves: InPlayMoves
  known_devices: KnownDevices
  ledger_entries: LedgerEntries
  ledger_seals: LedgerSeals
  limit_raises: LimitRaises
  login_credits: LoginCredits
  login_delays: LoginDelays
  match_facts: MatchFacts
  month_closings: MonthClosings
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
  player_networks: PlayerNetworks
  player_protection: PlayerProtection
  player_restrictions: PlayerRestrictions
  player_tags: PlayerTags
  postings: Postings
  profiles: Profiles
  protection_changes: ProtectionChanges
  protection_sums: ProtectionSums
  provider_charges: ProviderCharges
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
  saved_filters: SavedFilters
  seal_checks: SealChecks
  search_names: SearchNames
  second_factors: SecondFactors
  selection_outcomes: SelectionOutcomes
  sessions: Sessions
  staff_adjustments: StaffAdjustments
  staff_notes: StaffNotes
  staff_results: StaffResults
  staff_roles: StaffRoles
  system_notification_marks: SystemNotificationMarks
  system_notification_shown: SystemNotificationShown
  ticket_cancellations: TicketCancellations
  ticket_corrections: TicketCorrections
  ticket_legs: TicketLegs
  ticket_parts: TicketParts
  tickets: Tickets
  transactions: Transactions
  withdrawal_reviews: WithdrawalReviews
}

/** The names and types of each table's columns. */
export const COLUMN_TYPES = {
  account_erasures: 'identity_erased_at timestamptz, images _text, requested_at timestamptz, user_id uuid',
  accounts: 'balance int8, created_at timestamptz, frozen bool, held int8, id uuid, kind text, name text',
  admin_settings:
    'description text, id uuid, setting_key text, setting_value text, updated_at timestamptz, updated_by uuid',
  alert_deliveries:
    'address text, alert_id uuid, attempts int4, failure text, id uuid, next_at timestamptz, sent_at timestamptz, target text',
  alerts:
    'acknowledged_at timestamptz, acknowledged_by uuid, closed_at timestamptz, created_at timestamptz, id uuid, kind text, link text, name text, note text, seen_at timestamptz, subject text, threshold int8, value int8',
  approvals:
    'amount int8, decided_at timestamptz, decided_by uuid, id uuid, kind text, note text, reason text, request jsonb, requested_at timestamptz, requested_by uuid, state text, subject text',
  audit_log:
    'action text, actor uuid, address text, after jsonb, before jsonb, created_at timestamptz, id int8, reason text, recorded_at timestamptz, subject text, tx int8, words tsvector',
  audit_seals:
    'after_id int8, block int8, created_at timestamptz, from_tx int8, hash bytea, last_id int8, previous_hash bytea, rows int8, to_tx int8',
  aviator_bets:
    'address text, auto bool, client text, decided_at timestamptz, id uuid, multiplier int4, payout int8, placed_at timestamptz, received_at timestamptz, round_no int8, stake int8, state text, target int4, user_id uuid, won_on date',
  aviator_chains:
    'beacon text, commitment bytea, committed_at timestamptz, encrypted_root bytea, height text, id uuid, links int4, next_link int4, salt bytea, salted_at timestamptz',
  aviator_rounds:
    'chain_id uuid, closes_at timestamptz, crash int4, encrypted_seed bytea, ended_at timestamptz, flies_at timestamptz, heartbeat_at timestamptz, link int4, no int8, opens_at timestamptz, rtp int4, seed bytea, settled_at timestamptz, state text, wins int8',
  aviator_salt_entries:
    'admin_id uuid, chain_id uuid, entered_at timestamptz, hash bytea, header bytea, height text, no int8',
  aviator_skips:
    'chain_id uuid, from_link int4, reason text, silent_since timestamptz, skipped_at timestamptz, to_link int4',
  aviator_watch: 'heartbeat_at timestamptz, id int4',
  balance_history:
    'amount int8, created_at timestamptz, description text, id int8, new_balance int8, previous_balance int8, reference_id uuid, type text, user_id uuid',
  balance_repairs:
    'created_at timestamptz, fixed_balance int8, id int8, original_balance int8, session_id uuid, user_id uuid',
  base_odds_changes:
    'away_odds int4, changed_by uuid, created_at timestamptz, draw_odds int4, game_id uuid, home_odds int4, id int8, is_approved bool, over25_odds int4, under25_odds int4',
  booking_codes: 'browser bytea, code text, created_at timestamptz, selections jsonb, ticket_id uuid, user_id uuid',
  cashout_rule_changes:
    'action text, created_at timestamptz, id uuid, paid int8, percent int2, target int8, ticket_id uuid, user_id uuid',
  cashout_rules: 'created_at timestamptz, games _uuid, percent int2, target int8, ticket_id uuid, user_id uuid',
  cashouts:
    'created_at timestamptz, decided_at timestamptz, decides_at timestamptz, gain int8, games jsonb, id uuid, in_play bool, least int8, next_at timestamptz, offer int8, paid int8, refused_because text, stake int8, stake_left int8, state text, ticket_id uuid, user_id uuid',
  chat_cases:
    'closed_at timestamptz, closed_by uuid, first_answered_at timestamptz, id uuid, is_opened_by_writer bool, opened_at timestamptz, user_id uuid',
  chat_conversations:
    'admin_last_no int4, admin_read_no int4, assigned_to uuid, is_open bool, is_visitor bool, last_at timestamptz, last_no int4, user_id uuid, user_last_no int4, user_read_no int4, waiting_since timestamptz',
  chat_quick_replies: 'changed_at timestamptz, changed_by uuid, content text, id uuid, title text',
  credentials: 'changed_at timestamptz, last_login_at timestamptz, password_hash text, user_id uuid',
  customer_care_chat:
    'author_id uuid, content text, created_at timestamptz, id uuid, image_height int4, image_url text, image_width int4, no int4, reply_to uuid, send_key text, sender text, user_id uuid',
  daily_welcomes: 'day date, tip_due_at timestamptz, user_id uuid',
  delayed_bets:
    'accepted_odds numeric, address text, at_decision jsonb, at_request jsonb, browser bytea, client text, created_at timestamptz, decided_at timestamptz, decides_at timestamptz, id uuid, next_at timestamptz, odds_policy text, rejected_because text, requested_odds numeric, slip jsonb, stake int8, state text, ticket_id uuid, user_id uuid',
  deleted_games: 'created_at timestamptz, deleted_at timestamptz, id uuid',
  failing_jobs: 'failed_at timestamptz, name text, runs int4',
  feed_changes: 'game_id uuid, id int8, raw jsonb, received_at timestamptz',
  feed_lags: 'id int8, lag_ms int4, measured_at timestamptz',
  feed_links:
    'feed_match_id text, feed_report jsonb, feed_reported_at timestamptz, feed_requested_at timestamptz, feed_team_ids jsonb, game_id uuid, stale bool, updated_at timestamptz',
  feed_skips: 'league text, match_id text, name text, reason text, reported_at timestamptz, start_time timestamptz',
  feed_states: 'name text, received_at timestamptz',
  fixture_matches:
    'away_odds int4, away_team text, draw_odds int4, fixture_id uuid, game_id uuid, home_odds int4, home_team text, id uuid, ordinal int4, starts_at timestamptz, venue text',
  fixtures: 'created_at timestamptz, id uuid, season text, status text, tournament text, updated_at timestamptz',
  game_clocks:
    'at_half_time bool, break_duration int4, clock_offset int4, game_id uuid, half_time_duration int4, match_duration int4, minute_at timestamptz, minutes_passed int4, period text, updated_at timestamptz',
  game_offers:
    'away_odds int4, controls jsonb, draw_odds int4, draw_possible bool, game_id uuid, home_odds int4, line_ups_at timestamptz, market_suspensions jsonb, model jsonb, offer_version int4, over25_odds int4, players jsonb, price_reaction jsonb, price_version int4, priced_at timestamptz, quoted_at timestamptz, scope_suspended bool, start_approval_pending bool, suspended bool, suspended_at timestamptz, under25_odds int4, updated_at timestamptz',
  game_price_facts: 'at timestamptz, facts jsonb, game_id uuid',
  game_result_versions:
    'actor_id uuid, decided_at timestamptz, decided_by text, decision jsonb, first_live_at timestamptz, game_id uuid, note text, version int4',
  game_results:
    'alerts int4, away_score int4, decision jsonb, finished_at timestamptz, game_id uuid, goal_events jsonb, goals_complete bool, half_time_away_score int4, half_time_home_score int4, held bool, home_score int4, incidents int4, known_incidents int4, last_alert_at timestamptz, last_goal_at timestamptz, last_incident_at timestamptz, participants jsonb, play_stopped bool, qualifier text, red_cards jsonb, reported_result jsonb, result_confirmed bool, result_version int4, retired bool, score_disputed bool, settled_version int4, updated_at timestamptz, winner text',
  game_settlements: 'game_id uuid, result_version int4, settled_at timestamptz',
  game_suspensions: 'actor_id uuid, created_at timestamptz, reason text, scope text',
  games:
    'away_team text, country text, created_at timestamptz, earlier_starts jsonb, first_live_at timestamptz, first_scheduled_at timestamptz, hidden bool, home_team text, id uuid, knock_out bool, league text, name text, settled_reschedules int4, short_id text, source text, sport text, start_time timestamptz, status text, updated_at timestamptz, viewers int4',
  holds:
    'account uuid, amount int8, created_at timestamptz, decided_at timestamptz, id uuid, reference uuid, state text',
  idempotency_records:
    'body text, created_at timestamptz, key text, request_hash bytea, route text, status int4, user_id uuid',
  in_play_moves: 'accepted_at timestamptz, bet_id uuid, leg int2, market text, move int2, selection text, user_id uuid',
  known_devices:
    'created_at timestamptz, device_hash bytea, second_factor_at timestamptz, seen_at timestamptz, user_id uuid',
  ledger_entries: 'account uuid, amount int8, created_at timestamptz, kind text, posting int8, reference uuid',
  ledger_seals:
    'after_id int8, block int8, created_at timestamptz, from_tx int8, hash bytea, last_id int8, previous_hash bytea, rows int8, to_tx int8',
  limit_raises: 'amount int8, kind text, period text, requested_at timestamptz, user_id uuid',
  login_credits: 'credit int4, network text, seen_at timestamptz',
  login_delays: 'failures int4, last_failure_at timestamptz, retry_at timestamptz, subject text',
  match_facts: 'facts jsonb, kind text, next_request_at timestamptz, reported_at timestamptz, subject text',
  month_closings:
    'approved_by uuid, closed_at timestamptz, closed_by uuid, figures jsonb, last_posting int8, month date, reason text',
  notifications:
    'action_url text, created_at timestamptz, data jsonb, id uuid, message text, priority text, read bool, type text, user_id uuid',
  outbox: 'created_at timestamptz, events json, id int8, position int8',
  outbox_cursors: 'position int8, reader text',
  payer_opt_outs: 'created_at timestamptz, phone_number text',
  payer_prompts: 'created_at timestamptz, id int8, network text, phone_number text, user_id uuid',
  payment_decisions: 'created_at timestamptz, decided_by uuid, ending text, id int8, note text, transaction_id uuid',
  phone_codes:
    'attempts int4, code_hash bytea, created_at timestamptz, id uuid, network text, phone_number text, purpose text, used_at timestamptz, user_id uuid',
  phone_proofs: 'phone_number text, proved_at timestamptz, user_id uuid',
  placed_bet_marks: 'deleted bool, ticket_id uuid, user_id uuid',
  placed_bets: 'booking_code text, created_at timestamptz, id uuid, potential_win int8, total_stake int8, user_id uuid',
  placed_bets_read: 'up_to uuid, user_id uuid',
  player_counters:
    'day date, in_play_delay int2, in_play_excluded bool, most_stake int8, placed int4, placed_on_day int4, user_id uuid, valid_tickets int4',
  player_networks: 'network text, seen_at timestamptz, user_id uuid',
  player_protection:
    'check_minutes int2, deposit_day int8, deposit_month int8, deposit_week int8, excluded_from timestamptz, excluded_until timestamptz, exclusion text, loss_day int8, loss_month int8, loss_week int8, stake_day int8, stake_month int8, stake_week int8, updated_at timestamptz, user_id uuid',
  player_restrictions:
    'ends_at timestamptz, id uuid, kind text, lift_reason text, lifted_at timestamptz, lifted_by uuid, reason text, set_at timestamptz, set_by uuid, user_id uuid, value int2',
  player_tags: 'added_at timestamptz, added_by uuid, tag text, user_id uuid',
  postings:
    'amount int8, balance_after int8, created_at timestamptz, description text, destination uuid, id int8, kind text, ordinal int4, player uuid, reference uuid, source uuid, tx int8',
  profiles:
    'account_status text, created_at timestamptz, email text, first_name text, id uuid, last_name text, location text, nationality text, nin bytea, phone_number text, role text, settings jsonb, status_changed_at timestamptz, username text',
  protection_changes: 'created_at timestamptz, details jsonb, id int8, kind text, user_id uuid',
  protection_sums:
    'day date, loss_day int8, loss_month int8, loss_week int8, stake_day int8, stake_month int8, stake_week int8, through int8, user_id uuid',
  provider_charges: 'amount int8, created_at timestamptz, provider text, transaction_id uuid',
  provider_exchanges:
    'created_at timestamptz, digest bytea, duration_ms int4, failure text, http_status int4, id int8, operation text, provider text, request jsonb, response text, transaction_id uuid',
  push_deliveries:
    'attempts int4, device_id uuid, expires_at timestamptz, id uuid, kind text, next_at timestamptz, notification_id uuid',
  push_devices:
    'auth text, created_at timestamptz, endpoint text, id uuid, kinds _text, p256dh text, session_id uuid, user_id uuid',
  reconciliation_cases:
    'amount int8, booked int8, closed_at timestamptz, closed_by uuid, day date, detail text, found_at timestamptz, id uuid, kind text, note text, provider text, seen_at timestamptz, subject text, transaction_id uuid',
  reconciliation_runs:
    'compared int4, created_at timestamptz, day date, differences int4, expected int8, found int8, id uuid, provider text, unanswered int4, until timestamptz',
  recovery_codes: 'code_hash bytea, user_id uuid',
  recovery_requests:
    'attempts int4, code_hash bytea, created_at timestamptz, id uuid, kind text, network text, next_at timestamptz, recipient text, send_attempts int4, sent_at timestamptz, token_hash bytea, unsent text, used_at timestamptz, user_id uuid',
  related_accounts: 'related_id uuid, user_id uuid',
  rollup_progress: 'filled_until timestamptz, source text',
  rollups:
    'amount int8, bonus int8, day date, duration_ms int8, entries int8, failures int8, hour timestamptz, key _text, liability int8, payout int8, source text',
  saved_filters: 'created_at timestamptz, id uuid, list text, name text, place int2, query text, staff_id uuid',
  seal_checks:
    'blocks int8, checked_at timestamptz, differences int4, outcome text, published_block int8, published_hash text, sealed_table text',
  search_names:
    'aliases _text, country text, created_at timestamptz, id uuid, importance int4, kind text, name text, updated_at timestamptz',
  second_factors:
    'created_at timestamptz, enabled_at timestamptz, encrypted_secret bytea, last_step int8, user_id uuid',
  selection_outcomes: 'game_id uuid, house text, industry text, market text, selection text, version int4',
  sessions:
    'client text, confirmed_at timestamptz, created_at timestamptz, ended_at timestamptz, expires_at timestamptz, id uuid, keep_logged_in bool, last_login_at timestamptz, renewed_at timestamptz, second_factor_at timestamptz, token_hash bytea, user_id uuid',
  staff_adjustments:
    'amount int8, approved_by uuid, created_at timestamptz, id uuid, kind text, made_by uuid, user_id uuid',
  staff_notes: 'created_at timestamptz, id uuid, note text, user_id uuid, written_by uuid',
  staff_results: 'created_at timestamptz, entered_by uuid, exposure int8, game_id uuid, version int4',
  staff_roles:
    'capabilities _text, ended_at timestamptz, ended_by uuid, given_at timestamptz, given_by uuid, id int8, reason text, role text, title text, user_id uuid',
  system_notification_marks: 'deleted bool, notification_id uuid, user_id uuid',
  system_notification_shown: 'notification_id uuid, user_id uuid',
  ticket_cancellations: 'actor_id uuid, created_at timestamptz, reason text, refund int8, ticket_id uuid',
  ticket_corrections:
    'bonus int8, bonus_before int8, cashed_stake int8, created_at timestamptz, game_id uuid, legs jsonb, ordinal int2, payout int8, payout_before int8, result_version int4, settled_before timestamptz, status text, status_before text, ticket_id uuid',
  ticket_legs:
    'base_odds int4, decided_at timestamptz, game_id uuid, in_play bool, leg_no int2, market text, odds int4, outcome text, overround_percent float8, price_step int8, price_version int4, result_version int4, same_game jsonb, selection text, ticket_id uuid',
  ticket_parts: 'created_at timestamptz, ordinal int2, paid int8, stake int8, stake_left int8, ticket_id uuid',
  tickets:
    'address text, bonus int8, bonus_min_odds int4, bonus_paid int8, bonus_percentage int2, booking_code text, cashed_out int8, cashed_stake int8, client text, corrections int2, created_at timestamptz, id uuid, legs int2, max_payout int8, open_legs int2, payout int8, plain bool, potential_win int8, rulebook text, settled_at timestamptz, status text, total_odds numeric, total_stake int8, updated_at timestamptz, user_id uuid',
  transactions:
    'amount int8, amount_sent int8, completed_at timestamptz, created_at timestamptz, description text, failed_at timestamptz, fee int8, id uuid, internal_reference text, next_at timestamptz, payment_method text, phone_number text, polls int4, provider text, provider_charge int8, provider_message text, provider_ref text, provider_status text, reason text, reference text, relworx_response jsonb, review_due_at timestamptz, sent_at timestamptz, short_reference text, staff_message text, stage text, status text, type text, unknown_since timestamptz, updated_at timestamptz, user_id uuid',
  withdrawal_reviews:
    'created_at timestamptz, decided_at timestamptz, decided_by uuid, decision text, note text, reasons _text, transaction_id uuid',
} satisfies { readonly [Table in keyof DB]?: string }
