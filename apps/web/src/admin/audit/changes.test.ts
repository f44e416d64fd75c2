import { describe, expect, it } from 'vitest'
import { changesOf } from './changes.ts'
import { subjectOf } from '../kit/subject.ts'

describe('the text of an audit log entry', () => {
  it('[OPS-04] the text of an audit log entry shows only the changed value of a setting with several values', () => {
    const table = (margin: number) => ({ overround: JSON.stringify({ same_game: 10, '1x2': margin, btts: 5 }) })
    expect(changesOf(table(5), table(5.5))).toEqual([{ path: 'Margin › Moneyline', from: '5 %', to: '5.5 %' }])
  })

  it('[OPS-04] the text of an audit log entry shows a setting with its name and unit, and how it was approved', () => {
    const flag = 'protected setting changed without approval'
    expect(changesOf({ min_bet_amount: '500' }, { min_bet_amount: '1000', flag })).toEqual([
      { path: 'Minimum bet', from: 'UGX 500', to: 'UGX 1,000' },
      { path: 'Approval', from: 'not set', to: flag },
    ])
    expect(changesOf({ betting_enabled: 'true' }, { betting_enabled: 'false' })).toEqual([
      { path: 'Betting', from: 'On', to: 'Off' },
    ])
  })

  it('[OPS-04] the text of an audit log entry shows each created, changed and removed value, and nothing unchanged', () => {
    expect(changesOf(null, { name: 'A vs B', status: null })).toEqual([{ path: 'Name', from: 'not set', to: 'A vs B' }])
    expect(
      changesOf(
        { market: '1x2', odds: { X: 3 } },
        { market: '1x2', odds: { '1': 2.6 }, mostStake: { '2': 500_000 }, suspended: true },
      ),
    ).toEqual([
      { path: 'Moneyline › Odds › Draw', from: '3.00', to: 'model odds' },
      { path: 'Moneyline › Odds › Home', from: 'model odds', to: '2.60' },
      { path: 'Moneyline › Maximum stake › Away', from: 'no limit', to: '500,000' },
      { path: 'Moneyline › Suspended', from: 'no', to: 'yes' },
    ])
    expect(changesOf({ prefixes: ['039'] }, { prefixes: ['039', '079'] })).toEqual([
      { path: 'Prefixes', from: '039', to: '039, 079' },
    ])
  })

  it('[OPS-04] the text of an audit log entry shows changed prices and stake limits under the selection concerned', () => {
    const control = (odds: object, mostStake: object) => ({ market: 'over_under', odds, mostStake })
    const before = control({ 'over_2.5': 1.8, 'under_2.5': 2, 'over_3.5': 3 }, { 'over_2.5': 1000, 'over_3.5': 1000 })
    const after = control({ 'over_2.5': 1.9, 'under_2.5': 2, 'over_3.5': 2.5 }, { 'over_2.5': 500, 'over_3.5': 1000 })
    expect(changesOf(before, after)).toEqual([
      { path: 'Over/Under › Odds › Over 2.5', from: '1.80', to: '1.90' },
      { path: 'Over/Under › Odds › Over 3.5', from: '3.00', to: '2.50' },
      { path: 'Over/Under › Maximum stake › Over 2.5', from: '1,000', to: '500' },
    ])
    expect(changesOf({ mostStake: null }, { mostStake: 0 })).toEqual([
      { path: 'Maximum stake', from: 'no limit', to: '0' },
    ])
  })

  it('[OPS-04] the text of an audit log entry shows odds with two decimals, and other numbers as they are', () => {
    const before = { odds: [2.1, null, 3], overUnder: [null, null], homeOdds: null, goals: [], minute: 1 }
    const after = { odds: [2.15, null, 3], overUnder: [1.9, 1.85], homeOdds: 1.9, goals: ["3' home"], minute: 3 }
    expect(changesOf(before, after)).toEqual([
      { path: 'Odds › Home', from: '2.10', to: '2.15' },
      { path: 'Goals', from: 'none', to: "3' home" },
      { path: 'Minute', from: '1', to: '3' },
      { path: 'Odds › Over 2.5', from: 'not set', to: '1.90' },
      { path: 'Odds › Under 2.5', from: 'not set', to: '1.85' },
      { path: 'Home odds', from: 'not set', to: '1.90' },
    ])
  })

  it('[OPS-04] the text of an audit log entry shows names of fields and markets, and formatted times', () => {
    const before = { startTime: '2026-11-21T13:00:00.000Z', market: '1x2' }
    expect(changesOf(before, { startTime: '2026-11-21T15:30:00.000Z', market: 'btts' })).toEqual([
      { path: 'Start time', from: '21 Nov 2026, 16:00', to: '21 Nov 2026, 18:30' },
      { path: 'Market', from: 'Moneyline', to: 'Both Teams To Score' },
    ])
  })

  it('[OPS-04] the text of an audit log entry shows the changed record of a list, and the full text of a value that only looks like JSON', () => {
    expect(changesOf({ goals: [{ minute: 3 }, { minute: 8 }] }, { goals: [{ minute: 3 }, { minute: 9 }] })).toEqual([
      { path: 'Goals › 2 › Minute', from: '8', to: '9' },
    ])
    expect(changesOf(null, '{not a table')).toEqual([{ path: 'Value', from: 'not set', to: '{not a table' }])
  })

  it.each([
    [
      'game:0199aaaa-bbbb-7ccc-8ddd-eeeeffff0001',
      { kind: 'game', short: '…ffff0001', href: '/admin/games/0199aaaa-bbbb-7ccc-8ddd-eeeeffff0001' },
    ],
    [
      'user:0199aaaa-bbbb-7ccc-8ddd-eeeeffff0001',
      { kind: 'user', short: '…ffff0001', href: '/admin/users/0199aaaa-bbbb-7ccc-8ddd-eeeeffff0001' },
    ],
    [
      'visitor:4f7aaaaa-bbbb-8ccc-8ddd-eeeeffff0001',
      { kind: 'visitor', short: '…ffff0001', href: '/admin/chat/4f7aaaaa-bbbb-8ccc-8ddd-eeeeffff0001' },
    ],
    ['setting:max_daily_bets', { kind: 'setting', short: 'Maximum bets per day', href: null }],
    ['games:hand', { kind: 'games', short: 'hand', href: null }],
    ['system', { kind: '', short: 'system', href: null }],
  ])('[OPS-04] the subject %s of an audit log entry is shown as %j', (subject, entered) => {
    expect(subjectOf(subject)).toEqual(entered)
  })
})
