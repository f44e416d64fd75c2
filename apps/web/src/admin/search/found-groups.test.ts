import { expect, it } from 'vitest'
import type { SearchResults } from '@mupiira/contract/admin-search.ts'
import { foundGroups } from './found-groups.ts'

const LOCAL = {
  screens: [
    { name: 'Games', path: '/admin/games' },
    { name: 'Audit log', path: '/admin/audit' },
  ],
  settings: ['Maximum payout', 'Maximum bet'],
}
const user = { id: 'u1', username: 'grace', name: 'Grace Auma', email: '', phoneNumber: '+256772611123' }
const FOUND: SearchResults = {
  players: [{ ...user, accountStatus: 'suspended' }],
  tickets: [{ id: 't1', bookingCode: 'K7Q2MXPA', totalStake: 25_000, status: 'pending', user }],
  payments: [{ id: 'p1', shortReference: 'D7KQ2MXP', type: 'deposit', amount: 30_000, status: 'success', user: null }],
  games: [
    {
      id: 'g1',
      name: 'Vipers SC vs KCCA FC',
      league: 'Premier League',
      country: 'Uganda',
      startTime: '2026-11-30T16:00:00Z',
      status: 'upcoming',
    },
    {
      id: 'g2',
      name: 'URA vs BUL',
      league: 'Friendly',
      country: null,
      startTime: '2026-11-30T16:00:00Z',
      status: 'live',
    },
  ],
}

it('search results are grouped by kind, and each links to its screen', () => {
  expect(foundGroups('k', FOUND, LOCAL)).toEqual([
    {
      title: 'Players',
      items: [
        {
          id: 'player-u1',
          title: 'Grace Auma',
          detail: '+256 77 261 1123 · suspended',
          href: '/admin/users/u1',
        },
      ],
    },
    {
      title: 'Tickets',
      items: [
        {
          id: 'ticket-t1',
          title: 'K7Q2MXPA',
          detail: 'UGX 25,000.00 · pending · grace',
          href: '/admin/bets?view=t1',
        },
      ],
    },
    {
      title: 'Payments',
      items: [
        {
          id: 'payment-p1',
          title: 'D7KQ2MXP',
          detail: 'Deposit UGX 30,000.00 · success',
          href: '/admin/transactions?view=p1',
        },
      ],
    },
    {
      title: 'Games',
      items: [
        {
          id: 'game-g1',
          title: 'Vipers SC vs KCCA FC',
          detail: 'Uganda · Premier League · 30 Nov 2026, 19:00',
          href: '/admin/games/g1',
        },
        { id: 'game-g2', title: 'URA vs BUL', detail: 'Friendly · live', href: '/admin/games/g2' },
      ],
    },
  ])
})

it('screens and settings are found by parts of their names', () => {
  expect(foundGroups('audit', undefined, LOCAL)).toEqual([
    { title: 'Screens', items: [{ id: 'screen-/admin/audit', title: 'Audit log', detail: '', href: '/admin/audit' }] },
  ])
  expect(foundGroups('pay max', undefined, LOCAL)).toEqual([
    {
      title: 'Settings',
      items: [
        {
          id: 'setting-Maximum-payout',
          title: 'Maximum payout',
          detail: '',
          href: '/admin/settings?find=Maximum%20payout',
        },
      ],
    },
  ])
  expect(foundGroups('', undefined, LOCAL)).toEqual([])
})
