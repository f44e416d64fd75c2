import { describe, expect, it } from 'vitest'
import { ugxFromShillings } from '../money/ugx.ts'
import { DEFAULT_SETTINGS } from '../settings/catalogue.ts'
import type { Settings } from '../settings/types.ts'
import { type WithdrawalFacts, reviewDueAt, reviewReasons, reviewStateOf } from './withdrawal-review.ts'

const shillings = ugxFromShillings
const FACTS: WithdrawalFacts = {
  amountUgx: shillings(50_000),
  hasWithdrawn: false,
  depositedUgx: shillings(100_000),
  stakedUgx: shillings(0),
  hasWonOnManualGame: true,
  hasRelatedAccounts: true,
}
const reasons = (settings: Partial<Settings>, facts: Partial<WithdrawalFacts> = {}) =>
  reviewReasons({ ...FACTS, ...facts }, { ...DEFAULT_SETTINGS, ...settings })

describe('[WDR-31] the rules that hold a withdrawal for review', () => {
  it('hold nothing by default below the largest amount a player may withdraw', () => {
    const largest = shillings(DEFAULT_SETTINGS.maximum_withdrawal)
    expect(reasons({})).toEqual([])
    expect(reasons({}, { amountUgx: shillings(DEFAULT_SETTINGS.maximum_withdrawal - 1) })).toEqual([])
    expect(reasons({}, { amountUgx: largest })).toEqual(['amount'])
    expect(
      reasons({ withdrawal_review_amount: DEFAULT_SETTINGS.maximum_withdrawal + 1 }, { amountUgx: largest }),
    ).toEqual([])
  })

  it.each([
    ['an amount below the limit', { withdrawal_review_amount: 50_001 }, {}, []],
    ['an amount at the limit', { withdrawal_review_amount: 50_000 }, {}, ['amount']],
    ['a first withdrawal', { withdrawal_review_first: true }, {}, ['first-withdrawal']],
    ['a second withdrawal', { withdrawal_review_first: true }, { hasWithdrawn: true }, []],
    ['a win on a manual game', { withdrawal_review_manual_games: true }, {}, ['manual-game']],
    ['no win on a manual game', { withdrawal_review_manual_games: true }, { hasWonOnManualGame: false }, []],
    ['a related account', { withdrawal_review_related: true }, {}, ['related-account']],
    ['no related account', { withdrawal_review_related: true }, { hasRelatedAccounts: false }, []],
    ['deposits without stakes', { withdrawal_review_turnover_hours: 24 }, {}, ['fast-turnover']],
    [
      'stakes just below the share',
      { withdrawal_review_turnover_hours: 24, withdrawal_review_turnover_share: 50 },
      { stakedUgx: shillings(49_999) },
      ['fast-turnover'],
    ],
    [
      'stakes of exactly the share',
      { withdrawal_review_turnover_hours: 24, withdrawal_review_turnover_share: 50 },
      { stakedUgx: shillings(50_000) },
      [],
    ],
    ['no deposit', { withdrawal_review_turnover_hours: 24 }, { depositedUgx: shillings(0) }, []],
  ] as const)('for %s with %j', (_case, settings, facts, expected) => {
    expect(reasons(settings, facts)).toEqual(expected)
  })

  it('are all named in one order', () => {
    const all = {
      withdrawal_review_amount: 500,
      withdrawal_review_first: true,
      withdrawal_review_turnover_hours: 1,
      withdrawal_review_manual_games: true,
      withdrawal_review_related: true,
    }
    expect(reasons(all)).toEqual(['amount', 'first-withdrawal', 'fast-turnover', 'manual-game', 'related-account'])
  })
})

it('[WDR-32] the promised time of the decision follows the setting', () => {
  const now = new Date('2026-11-30T22:30:00Z')
  expect(reviewDueAt(now, DEFAULT_SETTINGS)).toEqual(new Date('2026-12-01T22:30:00Z'))
  expect(reviewDueAt(now, { ...DEFAULT_SETTINGS, withdrawal_review_target: 1 })).toEqual(
    new Date('2026-11-30T23:30:00Z'),
  )
})

it.each([
  ['held', null, 'waiting'],
  ['released', null, 'approved'],
  ['polling', 'untracked', 'approved'],
  ['done', null, 'approved'],
  ['done', 'declined', 'approved'],
  ['done', 'denied', 'rejected'],
  ['done', 'cancelled', 'cancelled'],
] as const)('[WDR-32] a held withdrawal in the stage %s with the reason %s is %s', (stage, reason, state) => {
  expect(reviewStateOf(stage, reason)).toBe(state)
})
