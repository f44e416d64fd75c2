import { describe, expect, it } from 'vitest'
import { changesOf } from './changes.ts'
import { subjectOf } from '../kit/subject.ts'

describe('what an entry of the audit log says', () => {
  it('[OPS-04] of a table that is stored as text: only the value that was changed', () => {
    const table = (margin: number) => ({ overround: JSON.stringify({ same_game: 10, '1x2': margin, btts: 5 }) })
    expect(changesOf(table(5), table(5.5))).toEqual([{ path: 'overround › 1x2', from: '5', to: '5.5' }])
  })

  it('[OPS-04] of what was made, changed and taken away: each value, and nothing that stayed', () => {
    expect(changesOf(null, { name: 'A vs B', status: null })).toEqual([{ path: 'name', from: null, to: 'A vs B' }])
    expect(
      changesOf({ market: '1x2', odds: { X: 3 } }, { market: '1x2', odds: { '1': 2.6 }, suspended: true }),
    ).toEqual([
      { path: 'odds › X', from: '3', to: null },
      { path: 'odds › 1', from: null, to: '2.6' },
      { path: 'suspended', from: null, to: 'yes' },
    ])
    expect(changesOf({ prefixes: ['039'] }, { prefixes: ['039', '079'] })).toEqual([
      { path: 'prefixes', from: '039', to: '039, 079' },
    ])
  })

  it('[OPS-04] of a list of records: the one that changed; of text that only looks like a table: the text', () => {
    expect(changesOf({ goals: [{ minute: 3 }, { minute: 8 }] }, { goals: [{ minute: 3 }, { minute: 9 }] })).toEqual([
      { path: 'goals › 2 › minute', from: '8', to: '9' },
    ])
    expect(changesOf(null, '{not a table')).toEqual([{ path: 'value', from: null, to: '{not a table' }])
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
    ['setting:max_daily_bets', { kind: 'setting', short: 'max_daily_bets', href: null }],
    ['games:hand', { kind: 'games', short: 'hand', href: null }],
    ['unheard', { kind: '', short: 'unheard', href: null }],
  ])('[OPS-04] the subject %s', (subject, entered) => {
    expect(subjectOf(subject)).toEqual(entered)
  })
})
