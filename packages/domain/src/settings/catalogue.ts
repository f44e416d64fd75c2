import { isMainMarket } from '../markets/main-markets.ts'
import { MARKET_IDS } from '../markets/types.ts'
import type { MarketId } from '../markets/types.ts'
import { MAX_REACTION_PERCENT } from '../risk/price-reaction.ts'
import { ALERT_SETTINGS } from './alert-settings.ts'
import { AVIATOR_SETTINGS } from './aviator-settings.ts'
import { IN_PLAY_SETTINGS } from './in-play-settings.ts'
import { PAYMENT_SETTINGS } from './payment-settings.ts'
import { type Catalogue, EMAIL, flag, type SettingRule, shillings } from './rules.ts'
import type { OverroundPercent, SettingKey, Settings } from './types.ts'

// The defaults are 5 % on four main markets, 12 % on Goalscorer, 8 % elsewhere and 10 % on same-game combinations.
export const LOWEST_OVERROUND_PERCENT = 5

function initialOverround(): OverroundPercent {
  const percent: Partial<Record<MarketId | 'same_game', number>> = { same_game: 10 }
  for (const market of MARKET_IDS) percent[market] = isMainMarket(market) ? 5 : 8
  // Some bettors know a player's form and position in the team before prices reflect them.
  percent.anytime_scorer = 12
  return percent as OverroundPercent
}

/** Betting and accounts, with the other groups in the order of the console. */
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
  ...IN_PLAY_SETTINGS,
  booking_code_sharing: {
    kind: 'choice',
    initial: 'owner',
    choices: ['owner', 'anyone'],
    public: true,
    mayChangeAlone: 'everything',
    description: 'Who can load a booking code',
  },
  ...PAYMENT_SETTINGS,
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
  ...ALERT_SETTINGS,
  ...AVIATOR_SETTINGS,
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
