import { expect, it } from 'vitest'
import type { SearchResults } from '@mupiira/contract/admin-search.ts'
import { foundGroups } from './found-groups.ts'

const LOCAL = {
  screens: [
    { name: 'Games', path: '/admin/games' },
    { name: 'Audit log', path: '/admin/audit' },
  ],
  settings: ['Maximum payout', 'Maximum bet'],
  may: () => true,
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
      isManual: false,
    },
    {
      id: 'g2',
      name: 'URA vs BUL',
      league: 'Friendly',
      country: null,
      startTime: '2026-11-30T16:00:00Z',
      status: 'live',
      isManual: true,
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

const [, live] = FOUND.games
const actionsOn = (found: Partial<SearchResults>, words = 'xy', may: (typeof LOCAL)['may'] = LOCAL.may) =>
  foundGroups(words, { ...FOUND, players: [], games: [], ...found }, { ...LOCAL, may })
    .filter(({ title }) => title === 'Actions')
    .flatMap(({ items }) => items.map(({ title, href }) => [title, href]))

it('the search offers what the reader may do with the only player or manual game found, and forms by name', () => {
  const active = [{ ...user, accountStatus: 'active' as const }]
  expect(actionsOn({ players: active })).toEqual([['Suspend Grace Auma', '/admin/users/u1?do=suspend']])
  expect(actionsOn({ players: active }, 'xy', () => false)).toEqual([])
  expect(actionsOn({ players: [...active, ...active] })).toEqual([])
  expect(actionsOn({ games: live === undefined ? [] : [live] })).toEqual([
    ['Take back the last goal of URA vs BUL', '/admin/games/g2?do=take-back'],
    ['Edit URA vs BUL', '/admin/games/g2?do=edit'],
  ])
  expect(actionsOn({ games: FOUND.games.slice(0, 1) })).toEqual([])
  expect(actionsOn({}, 'add fix')).toEqual([['Add fixture', '/admin/fixtures?do=add']])
})
