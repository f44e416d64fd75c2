import { expect, it } from 'vitest'
import { readFixture, readStatus } from './api-football-fixture.ts'

it.each([
  ['NS', null, { kind: 'upcoming' }],
  ['TBD', 0, { kind: 'upcoming' }],
  ['NS', 30, { kind: 'held', text: "NS 30'" }],
  ['TBD', 1, { kind: 'held', text: "TBD 1'" }],
  ['1H', 30, { kind: 'live', minute: 30, halfTime: false }],
] as const)('[MKT-42] the API-Football adapter maps the status %s at minute %s to %j', (short, elapsed, status) => {
  expect(readStatus(short, elapsed, null)).toEqual(status)
})

it('[TICK-42] the API-Football adapter does not report penalties, because API-Football lists them only once they are taken', () => {
  const row = {
    fixture: { id: 7, timestamp: 1_795_878_000, status: { short: '2H', elapsed: 70 } },
    teams: { home: { id: 1, name: 'Vipers' }, away: { id: 2, name: 'KCCA' } },
    goals: { home: 1, away: 0 },
    events: [
      { time: { elapsed: 60 }, team: { id: 1 }, type: 'Goal', detail: 'Penalty', player: { id: 9, name: 'A' } },
      { time: { elapsed: 65 }, team: { id: 2 }, type: 'Var', detail: 'Penalty confirmed' },
    ],
  }
  expect(readFixture(row)).toMatchObject({ status: { kind: 'live' }, goals: [{ minute: 60 }], incidents: null })
})
