import { forAlertSettings } from '../alerts/alerts.ts'
import type { AlertUnit } from '../alerts/alerts.ts'
import { MAX_BET_DELAY_SECONDS } from '../in-play/league-rules.ts'
import { isMainMarket } from '../markets/main-markets.ts'
import { MARKET_IDS } from '../markets/types.ts'
import type { MarketId } from '../markets/types.ts'
import { MAX_REACTION_PERCENT } from '../risk/price-reaction.ts'
import { DEFAULT_PAYMENT_ROUTES, PROVIDER_NAMES } from '../payments/providers.ts'
import { FURTHER_PREFIXES } from '../phone/carriers.ts'
import type { OverroundPercent, SettingKey, Settings } from './types.ts'

/**
 * The changes of a setting that one member of staff may make alone (ADMT-30). Every other change needs a second one:
 * 'nothing' for settings that move money, a direction for stops and tighter rules, 'everything' for settings without
 * money. Adding a provider or changing the order is not 'removing'.
 */
export type ChangeAlone =
  | 'nothing'
  | 'everything'
  | 'switching-off'
  | 'switching-on'
  | 'lowering'
  | 'raising'
  | 'removing'

/** The type, range and description of a setting. `GET /api/settings` returns `public` settings to every visitor. */
export interface SettingRule<K extends SettingKey = SettingKey> {
  readonly key: K
  readonly kind: 'boolean' | 'integer' | 'decimal' | 'choice' | 'text' | 'json'
  readonly initial: Settings[K]
  readonly min?: number
  readonly max?: number
  readonly unit?: AlertUnit | 's' | 'hours' | 'years' | 'characters' | 'bets' | 'payments' | 'odds'
  readonly choices?: readonly string[]
  /** The format of a text. */
  readonly pattern?: RegExp
  /** The longest text; 100 characters by default. */
  readonly maxCharacters?: number
  readonly public: boolean
  readonly mayChangeAlone: ChangeAlone
  readonly description: string
}

// The defaults are 5 % on four main markets, 12 % on Goalscorer, 8 % elsewhere and 10 % on same-game combinations.
export const LOWEST_OVERROUND_PERCENT = 5

function initialOverround(): OverroundPercent {
  const percent: Partial<Record<MarketId | 'same_game', number>> = { same_game: 10 }
  for (const market of MARKET_IDS) percent[market] = isMainMarket(market) ? 5 : 8
  // Some bettors know a player's form and position in the team before prices reflect them.
  percent.anytime_scorer = 12
  return percent as OverroundPercent
}

type Catalogue = { readonly [K in SettingKey]: Omit<SettingRule<K>, 'key'> }

const flag = { kind: 'boolean' } as const
const shillings = { kind: 'integer', unit: 'UGX' } as const

const EMAIL = String.raw`[\w.+-]{1,60}@[\w-]+(\.[\w-]+)+`
const EMAILS = new RegExp(`^(${EMAIL}(, ?${EMAIL}){0,9})?$`)
/** A host name with a domain, without port and user. The server also checks the addresses of the host. */
const WEBHOOK = /^(https:\/\/([a-z\d-]+\.)+[a-z][a-z\d-]*(\/[\w\-./~%?=&+:@,;]*)?)?$/i

const CATALOGUE: Catalogue = {
  betting_enabled: {
    ...flag,
    initial: true,
    public: true,
    mayChangeAlone: 'switching-off',
    description: 'Players can place bets',
  },
  maintenance_mode: {
    ...flag,
    initial: false,
    public: true,
    mayChangeAlone: 'switching-on',
    description: 'Bets, deposits, withdrawals and Aviator are stopped for players',
  },
  jackpot_enabled: {
    ...flag,
    initial: true,
    public: true,
    mayChangeAlone: 'everything',
    description: 'The jackpot banner is shown',
  },
  min_bet_amount: {
    ...shillings,
    initial: 1_000,
    min: 1,
    max: 1_000_000,
    public: true,
    mayChangeAlone: 'nothing',
    description: 'Minimum stake of any bet',
  },
  first_bet_minimum: {
    ...shillings,
    initial: 25_000,
    min: 1,
    max: 10_000_000,
    public: true,
    mayChangeAlone: 'nothing',
    description: 'Minimum stake of a first bet',
  },
  later_bet_minimum: {
    ...shillings,
    initial: 10_000,
    min: 1,
    max: 10_000_000,
    public: true,
    mayChangeAlone: 'nothing',
    description: 'Minimum stake of a later bet',
  },
  max_bet_amount: {
    ...shillings,
    initial: 5_000_000,
    min: 1_000,
    max: 1_000_000_000,
    public: true,
    mayChangeAlone: 'lowering',
    description: 'Maximum stake of a bet',
  },
  max_daily_bets: {
    kind: 'integer',
    initial: 50,
    min: 1,
    max: 10_000_000,
    unit: 'bets',
    public: true,
    mayChangeAlone: 'lowering',
    description: 'Tickets that a player can place per day',
  },
  max_payout: {
    ...shillings,
    initial: 500_000_000,
    min: 1_000_000,
    max: 100_000_000_000,
    public: true,
    mayChangeAlone: 'nothing',
    description: 'Maximum payout of a ticket, bonus included',
  },
  selection_liability_limit: {
    ...shillings,
    initial: 250_000_000,
    min: 100_000,
    max: 1_000_000_000_000,
    public: false,
    mayChangeAlone: 'nothing',
    description: 'Maximum net winnings of all open bets on one selection',
  },
  scorer_liability_limit: {
    ...shillings,
    initial: 25_000_000,
    min: 100_000,
    max: 1_000_000_000_000,
    public: false,
    mayChangeAlone: 'nothing',
    description: 'Maximum net winnings of all open bets on one goalscorer',
  },
  game_liability_limit: {
    ...shillings,
    initial: 1_000_000_000,
    min: 100_000,
    max: 1_000_000_000_000,
    public: false,
    mayChangeAlone: 'nothing',
    description: 'Maximum net winnings of all open bets on one game',
  },
  player_liability_limit: {
    ...shillings,
    initial: 50_000_000,
    min: 100_000,
    max: 1_000_000_000_000,
    public: false,
    mayChangeAlone: 'nothing',
    description: 'Maximum net winnings of a player and related accounts on one game',
  },
  price_reaction: {
    kind: 'decimal',
    initial: 5,
    min: 0,
    max: MAX_REACTION_PERCENT,
    unit: '%',
    public: false,
    mayChangeAlone: 'nothing',
    description: 'How much lower the odds of a selection are when its liability limit is reached; 0 for no reduction',
  },
  default_odds_format: {
    kind: 'choice',
    initial: 'decimal',
    choices: ['decimal', 'fractional', 'american'],
    public: true,
    mayChangeAlone: 'everything',
    description: 'How odds are shown',
  },
  settlement_rulebook: {
    kind: 'choice',
    initial: 'house',
    choices: ['house', 'industry'],
    public: true,
    mayChangeAlone: 'nothing',
    description: 'Settlement rules for new bets',
  },
  overround: {
    kind: 'json',
    initial: initialOverround(),
    min: LOWEST_OVERROUND_PERCENT,
    max: 50,
    unit: '%',
    public: false,
    mayChangeAlone: 'nothing',
    description: 'Margin of each market and of same-game combinations',
  },
  bonus_min_odds: {
    kind: 'decimal',
    initial: 1.2,
    min: 1.01,
    max: 10,
    unit: 'odds',
    public: true,
    mayChangeAlone: 'nothing',
    description: 'Minimum odds of a game that counts for the win bonus',
  },
  model_difference: {
    kind: 'decimal',
    initial: 5,
    min: 0.5,
    max: 50,
    unit: '%',
    public: false,
    mayChangeAlone: 'everything',
    description: 'Difference from the model’s probability, in percentage points, above which the Risk page lists odds',
  },
  manual_odds_distance: {
    kind: 'decimal',
    initial: 25,
    min: 1,
    max: 100,
    unit: '%',
    public: false,
    mayChangeAlone: 'lowering',
    description: 'How far manual odds may exceed the model’s odds before a second member of staff must approve them',
  },
  cashout_margin: {
    kind: 'decimal',
    initial: 5,
    min: 0,
    max: 50,
    unit: '%',
    public: false,
    mayChangeAlone: 'nothing',
    description: 'Margin below the fair value of a cashout offer',
  },
  cashout_delay: {
    kind: 'integer',
    initial: 10,
    min: 0,
    max: 60,
    unit: 's',
    public: true,
    mayChangeAlone: 'nothing',
    description:
      'How long an accepted live cashout is checked. While live betting is on, it is checked as long as a live bet waits',
  },
  feed_latency: {
    kind: 'integer',
    initial: 5,
    min: 0,
    max: 60,
    unit: 's',
    public: false,
    mayChangeAlone: 'nothing',
    description:
      'Delay from the pitch to the feed. With the measured delay of feed responses, it is the shortest wait of live bets and cashouts. While live betting is off, it is added to the check of live cashouts',
  },
  in_play_betting: {
    kind: 'choice',
    initial: 'off',
    choices: ['off', 'on'],
    public: true,
    mayChangeAlone: 'switching-off',
    description: 'Players can bet on live football games',
  },
  in_play_margin: {
    kind: 'json',
    initial: { popular: 2, goals: 2, combos: 2, specials: 2 },
    min: 0,
    max: 50,
    unit: '%',
    public: false,
    mayChangeAlone: 'nothing',
    description: 'Percentage points that each group of markets adds to its margin while a game is live',
  },
  bet_delay_seconds: {
    kind: 'integer',
    initial: 8,
    min: 3,
    max: MAX_BET_DELAY_SECONDS,
    unit: 's',
    public: true,
    mayChangeAlone: 'nothing',
    description: 'How long a bet on a live game waits before it is accepted',
  },
  in_play_leagues: {
    kind: 'json',
    initial: {},
    public: false,
    mayChangeAlone: 'nothing',
    description: 'Leagues with their own bet delay and margins in play',
  },
  courtsiding_selections: {
    kind: 'integer',
    initial: 20,
    min: 5,
    max: 10_000,
    unit: 'bets',
    public: false,
    mayChangeAlone: 'nothing',
    description: 'Live selections from which a player is in the courtsiding report and can be restricted',
  },
  courtsiding_threshold: {
    kind: 'integer',
    initial: 10_000,
    min: 100,
    max: 1_000_000,
    public: false,
    mayChangeAlone: 'nothing',
    description: 'A player can be restricted if chance explains the favourable moves of one in this many players',
  },
  in_play_silence_seconds: {
    kind: 'integer',
    initial: 15,
    min: 5,
    max: 120,
    unit: 's',
    public: false,
    mayChangeAlone: 'nothing',
    description: 'A live game is suspended after this time without news from its feed',
  },
  reopen_delay_seconds: {
    kind: 'integer',
    initial: 10,
    min: 0,
    max: 120,
    unit: 's',
    public: false,
    mayChangeAlone: 'nothing',
    description: 'How long a live game stays suspended after a goal, card, penalty or review',
  },
  max_in_play_stake: {
    ...shillings,
    initial: 2_500_000,
    min: 1_000,
    max: 1_000_000_000,
    public: true,
    mayChangeAlone: 'lowering',
    description: 'Maximum stake of a bet on a live game',
  },
  max_in_play_payout: {
    ...shillings,
    initial: 250_000_000,
    min: 1_000_000,
    max: 100_000_000_000,
    public: true,
    mayChangeAlone: 'nothing',
    description: 'Maximum payout of a ticket with a live game, bonus included',
  },
  cashout_part_minimum: {
    ...shillings,
    initial: 1_000,
    min: 1,
    max: 10_000_000,
    public: false,
    mayChangeAlone: 'nothing',
    description: 'Minimum payment of a partial cashout',
  },
  cashout_stake_left: {
    ...shillings,
    initial: 1_000,
    min: 1,
    max: 10_000_000,
    public: false,
    mayChangeAlone: 'nothing',
    description: 'Minimum stake that stays on a ticket after a partial cashout',
  },
  cashout_step: {
    kind: 'integer',
    initial: 10,
    min: 1,
    max: 50,
    unit: '%',
    public: false,
    mayChangeAlone: 'everything',
    description: 'Step of the percentage of a partial cashout',
  },
  booking_code_sharing: {
    kind: 'choice',
    initial: 'owner',
    choices: ['owner', 'anyone'],
    public: true,
    mayChangeAlone: 'everything',
    description: 'Who can load a booking code',
  },
  minimum_withdrawal: {
    ...shillings,
    initial: 25_000,
    min: 500,
    max: 10_000_000,
    public: true,
    mayChangeAlone: 'nothing',
    description: 'Minimum withdrawal',
  },
  maximum_withdrawal: {
    ...shillings,
    initial: 5_000_000,
    min: 500,
    max: 100_000_000,
    public: true,
    mayChangeAlone: 'lowering',
    description: 'Maximum withdrawal',
  },
  withdrawal_review_amount: {
    ...shillings,
    // The largest amount that a player may withdraw by default.
    initial: 5_000_000,
    min: 500,
    max: 1_000_000_000,
    public: false,
    mayChangeAlone: 'lowering',
    description: 'Withdrawals of this amount or more wait for staff; above the maximum withdrawal, no amount does',
  },
  withdrawal_review_first: {
    ...flag,
    initial: false,
    public: false,
    mayChangeAlone: 'switching-on',
    description: 'The first withdrawal of a player waits for staff',
  },
  withdrawal_review_turnover_hours: {
    kind: 'integer',
    initial: 0,
    min: 0,
    max: 720,
    unit: 'hours',
    public: false,
    // More hours can also release a withdrawal: older stakes count too.
    mayChangeAlone: 'nothing',
    description:
      'A withdrawal waits for staff if the player deposited within this time and staked little of it; 0 turns this off',
  },
  withdrawal_review_turnover_share: {
    kind: 'decimal',
    initial: 50,
    min: 1,
    max: 1_000,
    unit: '%',
    public: false,
    mayChangeAlone: 'raising',
    description: 'Share of these deposits that must be staked, so that the withdrawal does not wait',
  },
  withdrawal_review_manual_games: {
    ...flag,
    initial: false,
    public: false,
    mayChangeAlone: 'switching-on',
    description: 'A withdrawal waits for staff if the player won on a manual game since the last one',
  },
  withdrawal_review_related: {
    ...flag,
    initial: false,
    public: false,
    mayChangeAlone: 'switching-on',
    description: 'A withdrawal waits for staff if the player shares a device or payment number with another account',
  },
  withdrawal_review_target: {
    kind: 'integer',
    initial: 24,
    min: 1,
    max: 168,
    unit: 'hours',
    public: false,
    mayChangeAlone: 'nothing',
    description: 'Time within which staff decide a withdrawal that waits; players see it',
  },
  first_deposit_rule: {
    kind: 'choice',
    initial: 'balance',
    choices: ['balance', 'history'],
    public: true,
    mayChangeAlone: 'nothing',
    description: 'When the first-deposit minimum applies: balance under 10,000, or no successful deposit yet',
  },
  carrier_prefixes: {
    kind: 'json',
    initial: FURTHER_PREFIXES,
    public: true,
    mayChangeAlone: 'nothing',
    description: 'Additional phone number prefixes of each network',
  },
  payment_routes: {
    kind: 'json',
    initial: DEFAULT_PAYMENT_ROUTES,
    public: false,
    mayChangeAlone: 'removing',
    description: `Payment providers of each network in order of preference (${PROVIDER_NAMES.join(', ')}); the next one is used while the first is down`,
  },
  nin_required: {
    ...flag,
    initial: false,
    public: true,
    mayChangeAlone: 'switching-on',
    description: 'Registration requires a NIN of 14 characters',
  },
  password_min_length: {
    kind: 'integer',
    initial: 4,
    min: 4,
    max: 64,
    unit: 'characters',
    public: true,
    mayChangeAlone: 'raising',
    description: 'Minimum password length',
  },
  minimum_age: {
    kind: 'integer',
    initial: 25,
    min: 18,
    max: 99,
    unit: 'years',
    public: true,
    mayChangeAlone: 'raising',
    description: 'Minimum age that a player confirms at registration',
  },
  support_phone: {
    kind: 'text',
    initial: '',
    pattern: /^(\+?\d[\d ]{5,18}\d)?$/,
    public: true,
    mayChangeAlone: 'nothing',
    description: 'Phone number of customer care; empty if players cannot call',
  },
  support_email: {
    kind: 'text',
    initial: 'support@mupiira.example',
    pattern: new RegExp(`^${EMAIL}$`),
    public: true,
    mayChangeAlone: 'nothing',
    description: 'Email address of customer care',
  },
  admin_second_factor: {
    ...flag,
    initial: false,
    public: false,
    mayChangeAlone: 'nothing',
    description: 'Staff log in with a second factor',
  },
  four_eyes_threshold: {
    ...shillings,
    initial: 1_000_000,
    min: 0,
    max: 1_000_000_000,
    public: false,
    mayChangeAlone: 'nothing',
    description:
      'Amount above which a second member of staff must approve; also the limit for cashouts of manual games',
  },
  ...forAlertSettings(
    ({ measures, unit, threshold, max }) =>
      ({
        kind: 'integer',
        initial: threshold,
        min: 0,
        max,
        unit,
        public: false,
        // A higher threshold hides alerts, and 0 turns them off.
        mayChangeAlone: 'nothing',
        description: `${measures}. An alert opens from this value; 0 turns it off`,
      }) as const,
  ),
  alert_payment_minutes: {
    kind: 'integer',
    initial: 15,
    min: 1,
    max: 1_440,
    unit: 'minutes',
    public: false,
    mayChangeAlone: 'nothing',
    description: 'Payments that ended within this time count for the share of failed payments',
  },
  alert_payment_count: {
    kind: 'integer',
    initial: 10,
    min: 1,
    max: 10_000,
    unit: 'payments',
    public: false,
    mayChangeAlone: 'nothing',
    description: 'A provider with fewer payments in this time causes no alert about failed payments',
  },
  alert_emails: {
    kind: 'text',
    initial: '',
    pattern: EMAILS,
    maxCharacters: 500,
    public: false,
    mayChangeAlone: 'nothing',
    description: 'Email addresses that receive each new alert, separated by commas; empty for none',
  },
  alert_webhook_url: {
    kind: 'text',
    initial: '',
    pattern: WEBHOOK,
    maxCharacters: 500,
    public: false,
    mayChangeAlone: 'nothing',
    description: 'Address that receives each new alert: https, with a public host name; empty for none',
  },
  aviator_min_bet: {
    ...shillings,
    initial: 10_000,
    min: 1,
    max: 10_000_000,
    public: true,
    mayChangeAlone: 'nothing',
    description: 'Minimum stake in Aviator',
  },
  aviator_rtp: {
    kind: 'decimal',
    initial: 97,
    min: 90,
    max: 99,
    unit: '%',
    public: true,
    mayChangeAlone: 'nothing',
    description: 'Return to player of Aviator',
  },
  aviator_max_win: {
    ...shillings,
    initial: 50_000_000,
    min: 10_000,
    max: 10_000_000_000,
    public: true,
    mayChangeAlone: 'nothing',
    description: 'Maximum win of an Aviator bet',
  },
  aviator_max_round: {
    ...shillings,
    initial: 500_000_000,
    min: 10_000,
    max: 100_000_000_000,
    public: true,
    mayChangeAlone: 'nothing',
    description: 'Maximum total win of an Aviator round',
  },
  aviator_player_share: {
    kind: 'decimal',
    initial: 10,
    min: 1,
    max: 100,
    unit: '%',
    public: true,
    mayChangeAlone: 'nothing',
    description: 'The most that one player can win in an Aviator round, as a share of the maximum win of the round',
  },
  aviator_network_share: {
    kind: 'decimal',
    initial: 50,
    min: 1,
    max: 100,
    unit: '%',
    public: false,
    mayChangeAlone: 'nothing',
    description:
      'The most that players on one internet network can win in an Aviator round, as a share of the maximum win of the round',
  },
  aviator_auto_bet: {
    ...flag,
    initial: true,
    public: true,
    mayChangeAlone: 'switching-off',
    description: 'Players may use auto bet in Aviator',
  },
}

export const SETTING_KEYS = Object.keys(CATALOGUE) as readonly SettingKey[]

export const isSettingKey = (text: string): text is SettingKey => Object.hasOwn(CATALOGUE, text)

/** The rule of a setting: type, range, unit, default, description. */
export const settingRule = <K extends SettingKey>(key: K): SettingRule<K> =>
  ({ key, ...CATALOGUE[key] }) as SettingRule<K>

/** The defaults. They also apply if a stored value cannot be read (ADMS-01, 02, 14). */
export const DEFAULT_SETTINGS: Settings = Object.freeze(
  Object.fromEntries(SETTING_KEYS.map((key) => [key, CATALOGUE[key].initial])),
) as unknown as Settings
