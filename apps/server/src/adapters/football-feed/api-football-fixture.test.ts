import { expect, it } from 'vitest'
import { readStatus } from './api-football-fixture.ts'

it.each([
  ['NS', null, { kind: 'upcoming' }],
  ['TBD', 0, { kind: 'upcoming' }],
  ['NS', 30, { kind: 'held', text: "NS 30'" }],
  ['TBD', 1, { kind: 'held', text: "TBD 1'" }],
  ['1H', 30, { kind: 'live', minute: 30, halfTime: false }],
] as const)('[MKT-42] the API-Football adapter maps the status %s at minute %s to %j', (short, elapsed, status) => {
  expect(readStatus(short, elapsed, null)).toEqual(status)
})
