import { describe, expect, it } from 'vitest'
import { ugx, ugxFromShillings, ugxToNumber } from '../money/ugx.ts'
import { odds } from '../odds/odds.ts'
import { DEFAULT_SETTINGS } from '../settings/catalogue.ts'
import type { Settings } from '../settings/types.ts'
import {
  checkDeposit,
  checkWithdrawal,
  depositRangeText,
  isFirstDeposit,
  maxWithdrawable,
  quickWithdrawals,
  paymentRefusalText,
  withdrawableText,
} from './payment-rules.ts'
import type { DepositRequest } from './payment-rules.ts'
import {
  checkLiability,
  checkStake,
  liabilityLimits,
  liabilityOf,
  minimumStake,
  selectionLimit,
} from './stake-rules.ts'
import { stakeRefusalText } from './stake-texts.ts'
import type { StakeRequest } from './stake-rules.ts'

const shillings = ugxFromShillings
const bet: StakeRequest = {
  stakeUgx: shillings(31_000),
  selections: 3,
  balanceUgx: shillings(47_000),
  isFirstBet: false,
  ticketsToday: 7,
}

type StakeCase = readonly [
  ids: string,
  change: Partial<StakeRequest>,
  settings: Partial<Settings>,
  code: string,
  text: string,
]

const STAKES: readonly StakeCase[] = [
  [
    '[SLIP-40]',
    { stakeUgx: ugx(0n) },
    { maintenance_mode: true, betting_enabled: false },
    'MAINTENANCE',
    'The platform is under maintenance. Please try again later.',
  ],
  [
    '[SLIP-39]',
    { selections: 0 },
    { betting_enabled: false },
    'BETTING_DISABLED',
    'Betting is currently disabled. Please try again later.',
  ],
  ['[SLIP-64]', { selections: 0, stakeUgx: ugx(0n) }, {}, 'NO_SELECTIONS', 'Please select at least one bet.'],
  ['[SLIP-11]', { selections: 46 }, {}, 'TOO_MANY_SELECTIONS', 'A betslip holds at most 45 selections.'],
  ['[SLIP-30]', { stakeUgx: ugx(0n) }, {}, 'STAKE_NOT_POSITIVE', 'Please enter a valid stake amount'],
  ['[SLIP-30]', { stakeUgx: ugx(-700n) }, {}, 'STAKE_NOT_POSITIVE', 'Please enter a valid stake amount'],
  [
    '[SLIP-31]',
    { stakeUgx: ugx(99_999n) },
    {},
    'INVALID_STAKE',
    'Please enter a valid stake amount of at least UGX 1,000. Your minimum is UGX 10,000.',
  ],
  [
    '[SLIP-32]',
    { stakeUgx: ugx(2_499_999n), isFirstBet: true },
    {},
    'STAKE_BELOW_MINIMUM',
    'Minimum stake amount is UGX 25,000',
  ],
  [
    '[SLIP-33]',
    { stakeUgx: shillings(24_000), isFirstBet: 'unknown' },
    {},
    'STAKE_BELOW_MINIMUM',
    'Minimum stake amount is UGX 25,000',
  ],
  ['[SLIP-34]', { stakeUgx: ugx(999_999n) }, {}, 'STAKE_BELOW_MINIMUM', 'Minimum stake amount is UGX 10,000'],
  ['[SLIP-37]', { stakeUgx: shillings(5_000_001) }, {}, 'STAKE_ABOVE_MAXIMUM', 'Maximum stake amount is UGX 5,000,000'],
  [
    '[SLIP-38]',
    { ticketsToday: 50, balanceUgx: ugx(0n) },
    {},
    'DAILY_BET_LIMIT',
    'You have reached the limit of 50 bets for today',
  ],
  [
    '[SLIP-41]',
    { balanceUgx: ugx(-130_050n) },
    {},
    'NEGATIVE_BALANCE',
    'Your balance is UGX −1,300.50 because a result was corrected. Deposits and winnings will cover it.',
  ],
  [
    '[SLIP-36]',
    { balanceUgx: ugx(3_099_999n) },
    {},
    'INSUFFICIENT_BALANCE',
    'Insufficient balance. Please add funds to your account.',
  ],
  [
    '[SLIP-36]',
    { balanceUgx: ugx(0n) },
    {},
    'INSUFFICIENT_BALANCE',
    'Insufficient balance. Please add funds to your account.',
  ],
]

describe('stake rules', () => {
  it.each(STAKES.map(([ids, change, settings, code, text]) => ({ ids, change, settings, code, text })))(
    '$ids the stake rules refuse a stake with $code and the message "$text"',
    ({ change, settings, code, text }) => {
      const evaluated = checkStake({ ...bet, ...change }, { ...DEFAULT_SETTINGS, ...settings })
      if (evaluated.ok) throw new Error('the stake was taken')
      expect(evaluated.error.code).toBe(code)
      expect(stakeRefusalText(evaluated.error)).toBe(text)
    },
  )

  it.each([
    ['[SLIP-34]', { stakeUgx: shillings(10_000) }],
    ['[SLIP-32]', { stakeUgx: shillings(25_000), isFirstBet: true }],
    ['[SLIP-36]', { stakeUgx: shillings(47_000) }],
    ['[SLIP-37]', { stakeUgx: shillings(5_000_000), balanceUgx: shillings(5_000_000) }],
    ['[SLIP-38]', { ticketsToday: 49 }],
    ['[SLIP-11]', { selections: 45 }],
    ['[SLIP-64]', { selections: 1 }],
  ] as const)('%s a bet at exactly the limit is accepted', (_, change) => {
    expect(checkStake({ ...bet, ...change }, DEFAULT_SETTINGS).ok).toBe(true)
  })

  it('[SLIP-31] the stake rules accept a stake of UGX 1,000 when no minimum is higher', () => {
    const settings = { ...DEFAULT_SETTINGS, later_bet_minimum: 500 }
    expect(checkStake({ ...bet, stakeUgx: shillings(1_000) }, settings).ok).toBe(true)
  })

  it('[SLIP-31] [SLIP-21] the higher of the general minimum and the first-bet or later-bet minimum applies', () => {
    expect(minimumStake(false, { ...DEFAULT_SETTINGS, min_bet_amount: 13_000 })).toBe(shillings(13_000))
    expect(minimumStake('unknown', DEFAULT_SETTINGS)).toBe(shillings(25_000))
  })
})

const deposit: DepositRequest = {
  amountUgx: shillings(31_000),
  phone: '0772123456',
  balanceUgx: shillings(70_000),
  hasDeposited: true,
}
const first = { balanceUgx: ugx(0n), hasDeposited: false }

type DepositCase = readonly [ids: string, change: Partial<DepositRequest>, text: string]

const DEPOSITS: readonly DepositCase[] = [
  ['[DEP-07]', { ...first, amountUgx: ugx(2_499_999n) }, 'First time deposit must be 25,000 UGX or more.'],
  [
    '[DEP-06]',
    { balanceUgx: ugx(999_999n), amountUgx: shillings(24_000) },
    'First time deposit must be 25,000 UGX or more.',
  ],
  ['[DEP-08]', { amountUgx: ugx(999_999n) }, 'Subsequent deposits must be between 10,000 UGX and 5,000,000 UGX.'],
  ['[DEP-08]', { amountUgx: ugx(500_000_001n) }, 'Subsequent deposits must be between 10,000 UGX and 5,000,000 UGX.'],
  [
    '[DEP-09]',
    { ...first, amountUgx: shillings(5_000_001) },
    'First time deposits must be between 25,000 UGX and 5,000,000 UGX.',
  ],
  ['[DEP-10]', { phone: '  ' }, 'Please enter your phone number'],
]

describe('deposit rules', () => {
  it.each(DEPOSITS.map(([ids, change, text]) => ({ ids, change, text })))(
    '$ids the deposit rules give the message "$text"',
    ({ change, text }) => {
      const evaluated = checkDeposit({ ...deposit, ...change }, DEFAULT_SETTINGS)
      expect(evaluated.ok ? null : paymentRefusalText(evaluated.error)).toBe(text)
    },
  )

  it.each([
    ['[DEP-07]', 'a first deposit of the minimum', { ...first, amountUgx: shillings(25_000) }],
    ['[DEP-06]', 'a later deposit of the minimum', { balanceUgx: shillings(10_000), amountUgx: shillings(10_000) }],
    ['[DEP-06]', 'a deposit with a negative balance', { balanceUgx: ugx(-100n), amountUgx: shillings(10_000) }],
    ['[DEP-08]', 'a deposit of the maximum', { amountUgx: shillings(5_000_000) }],
  ])('%s the deposit rules accept %s', (_, _case, change) => {
    expect(checkDeposit({ ...deposit, ...change }, DEFAULT_SETTINGS).ok).toBe(true)
  })

  it('[DEP-06] [SLIP-40] with first_deposit_rule = history, an earlier deposit decides what counts as a first deposit, and maintenance stops all deposits', () => {
    const byHistory: Settings = { ...DEFAULT_SETTINGS, first_deposit_rule: 'history' }
    expect(isFirstDeposit({ ...deposit, balanceUgx: ugx(0n) }, byHistory)).toBe(false)
    expect(isFirstDeposit({ ...deposit, hasDeposited: false }, byHistory)).toBe(true)
    const closed = checkDeposit(deposit, { ...DEFAULT_SETTINGS, maintenance_mode: true })
    expect(closed.ok ? null : paymentRefusalText(closed.error)).toBe(
      'The platform is under maintenance. Please try again later.',
    )
  })
})

describe('withdrawal rules', () => {
  it('[WDR-09] the withdrawal form offers no quick amount above the general limit', () => {
    const offered = (change: Partial<Settings>) => quickWithdrawals({ ...DEFAULT_SETTINGS, ...change }).map(ugxToNumber)
    expect(offered({})).toEqual([25_000, 50_000, 100_000])
    expect(offered({ minimum_withdrawal: 30_000 })).toEqual([50_000, 100_000])
    expect(offered({ maximum_withdrawal: 60_000 })).toEqual([25_000, 50_000])
    expect(offered({ maximum_withdrawal: 50_000 })).toEqual([25_000, 50_000])
  })

  it.each([
    ['[WDR-08]', null, 90_000, 'Enter amount between 25,000 and 5,000,000 UGX'],
    ['[WDR-08]', 5_000_001, 9_000_000, 'Enter amount between 25,000 and 5,000,000 UGX'],
    ['[WDR-09]', 24_999, 90_000, 'Minimum withdraw not reached. Minimum is 25,000 UGX.'],
    [
      '[WDR-12]',
      30_000,
      31_999,
      'Insufficient balance. You need at least min withdraw amount. UGX 30,000 with the fee of UGX 2,000 needs UGX 32,000, and you can withdraw up to UGX 29,999 now.',
    ],
    [
      '[WDR-12]',
      30_000,
      26_999,
      'Insufficient balance. You need at least min withdraw amount. UGX 30,000 with the fee of UGX 2,000 needs UGX 32,000, and the minimum of UGX 25,000 needs UGX 27,000.',
    ],
    [
      '[WDR-12]',
      30_000,
      0,
      'Insufficient balance. You need at least min withdraw amount. UGX 30,000 with the fee of UGX 2,000 needs UGX 32,000, and the minimum of UGX 25,000 needs UGX 27,000.',
    ],
    [
      '[WDR-15]',
      30_000,
      -5,
      'Your balance is UGX −5.00 because a result was corrected. Deposits and winnings will cover it.',
    ],
  ])('%s a withdrawal of %d from a balance of %d gives the message "%s"', (_, amount, balance, text) => {
    const evaluated = checkWithdrawal(amount === null ? null : shillings(amount), shillings(balance), DEFAULT_SETTINGS)
    expect(evaluated.ok ? null : paymentRefusalText(evaluated.error)).toBe(text)
  })

  it.each([
    [26_999, 'To withdraw the minimum of UGX 25,000, you need a balance of UGX 27,000, fee included.'],
    [27_000, 'You can withdraw up to UGX 25,000 now. With the fee, UGX 27,000 leaves your balance.'],
    [50_000.7, 'You can withdraw up to UGX 48,000 now. With the fee, UGX 50,000 leaves your balance.'],
    [102_700, 'You can withdraw up to UGX 100,000 now. With the fee, UGX 102,000 leaves your balance.'],
    [103_001, 'You can withdraw up to UGX 100,001 now. With the fee, UGX 103,001 leaves your balance.'],
    [9_000_000, 'You can withdraw up to UGX 5,000,000 now. With the fee, UGX 5,003,000 leaves your balance.'],
  ])('[WDR-12] the withdrawal form shows for a balance of %d: "%s"', (balance, text) => {
    const balanceUgx = ugx(BigInt(Math.round(balance * 100)))
    expect(withdrawableText(balanceUgx, DEFAULT_SETTINGS)).toBe(text)
    const most = maxWithdrawable(balanceUgx, DEFAULT_SETTINGS)
    const least = shillings(25_000)
    expect(checkWithdrawal(most ?? least, balanceUgx, DEFAULT_SETTINGS).ok).toBe(most !== null)
    if (most !== null) expect(checkWithdrawal(ugx(most + 100n), balanceUgx, DEFAULT_SETTINGS).ok).toBe(false)
  })

  it.each([
    ['[WDR-10]', 25_000, 2_000],
    ['[WDR-10]', 100_000, 2_000],
    ['[WDR-11]', 100_001, 3_000],
  ])('%s [WDR-13] [WDR-14] a withdrawal of %d pays out the full amount and debits a fee of %d', (_, amount, fee) => {
    expect(checkWithdrawal(shillings(amount), shillings(amount + fee), DEFAULT_SETTINGS)).toEqual({
      ok: true,
      value: { amountUgx: shillings(amount), feeUgx: shillings(fee), debitUgx: shillings(amount + fee) },
    })
  })
})

it.each([
  [null, 'balance', 'From UGX 10,000'],
  [9_999, 'balance', 'Your first deposit: from UGX 25,000'],
  [10_000, 'balance', 'From UGX 10,000'],
  [-1, 'balance', 'From UGX 10,000'],
  [0, 'history', 'From UGX 25,000 the first time, then from UGX 10,000,'],
] as const)(
  '[DEP-06] [DEP-09] with a balance of %s and first_deposit_rule = %s, the deposit form shows "%s"',
  (balance, rule, from) => {
    expect(depositRangeText(balance === null ? null : ugxFromShillings(balance), rule)).toBe(
      `${from} to UGX 5,000,000, in whole shillings. No fee.`,
    )
  },
)

describe('liability', () => {
  it.each([
    ['the stake, at odds of 2.00', 10_000, 200, 1_000_000n],
    ['at the lowest odds', 10_000, 101, 10_000n],
    ['at the highest odds', 10_000, 100_000, 999_000_000n],
    ['rounded down to a hundredth', 1, 133, 33n],
  ])('the liability of a bet is stake × (odds − 1), here %s', (_, stake, at, expected) => {
    expect(liabilityOf(shillings(stake), odds(at))).toBe(expected)
  })

  it.each([
    ['1x2', 250_000_000],
    ['over_under', 250_000_000],
    ['anytime_scorer', 25_000_000],
  ] as const)('[SLIP-72] a selection of the market %s has the liability limit %d', (market, limit) => {
    expect(selectionLimit(liabilityLimits(DEFAULT_SETTINGS), market)).toBe(shillings(limit))
  })

  it.each([
    ['one liability limit', [[200, 40_000]], 40_000],
    [
      'two limits, the lower of which applies',
      [
        [200, 40_000],
        [300, 50_000],
      ],
      25_000,
    ],
    ['a result rounded down to whole shillings', [[400, 100]], 33],
    ['a limit that is used up', [[200, 0]], 0],
    [
      'a limit lowered below the open liability',
      [
        [200, -5_000],
        [300, 50_000],
      ],
      0,
    ],
  ] as const)(
    '[SLIP-72] the largest stake within the liability limits, with $0, is UGX $2',
    (_, headrooms, expected) => {
      const left = headrooms.map(([at, headroom]) => ({ odds: odds(at), headroomUgx: shillings(headroom) }))
      if (expected > 0) expect(checkLiability(shillings(expected), left, shillings(1))).toBeNull()
      expect(checkLiability(shillings(expected + 1), left, shillings(1))).toEqual(
        expected === 0
          ? { code: 'LIABILITY_REACHED' }
          : { code: 'STAKE_ABOVE_LIABILITY', maximumUgx: shillings(expected) },
      )
    },
  )

  it("[SLIP-72] the refusal of a stake names no largest allowed stake when that is below the player's minimum", () => {
    const left = [{ odds: odds(200), headroomUgx: shillings(700) }]
    expect(checkLiability(shillings(1_100), left, shillings(700))).toHaveProperty('maximumUgx', shillings(700))
    expect(checkLiability(shillings(1_100), left, shillings(701))).toEqual({ code: 'LIABILITY_REACHED' })
  })

  it('[SLIP-72] the largest allowed stake stays within the liability limit, and one shilling more exceeds the limit', () => {
    for (let at = 101; at < 3_000; at += 7) {
      const headroomUgx = shillings(1_000_003)
      const refusal = checkLiability(shillings(2_000_000_000), [{ odds: odds(at), headroomUgx }], shillings(1))
      const most = refusal?.code === 'STAKE_ABOVE_LIABILITY' ? refusal.maximumUgx : ugx(0n)
      expect(liabilityOf(most, odds(at))).toBeLessThanOrEqual(headroomUgx)
      expect(liabilityOf(ugx(most + 100n), odds(at))).toBeGreaterThan(headroomUgx)
    }
  })
})
