import { DEFAULT_PAYMENT_ROUTES, PROVIDER_NAMES } from '../payments/providers.ts'
import { FURTHER_PREFIXES } from '../phone/carriers.ts'
import { type Catalogue, flag, shillings } from './rules.ts'

/** Withdrawals, their review, deposits and providers. */
export const PAYMENT_SETTINGS = {
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
    // More hours can also release a withdrawal, because older stakes count.
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
} as const satisfies Partial<Catalogue>
