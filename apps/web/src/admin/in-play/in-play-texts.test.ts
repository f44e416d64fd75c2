import { expect, it } from 'vitest'
import type { InPlayGame } from '@mupiira/contract/admin-in-play.ts'
import { eventText, missingLiveOddsText, secondsText, stateText } from './in-play-texts.ts'

const game = (change: Partial<InPlayGame>) =>
  ({ state: 'open', suspendedBy: null, suspendedByStaff: false, reportsIncidents: true, ...change }) as InPlayGame

it.each([
  [{}, 'open'],
  [{ state: 'suspended', suspendedBy: 'GOAL' }, 'suspended: goal'],
  [{ state: 'suspended', suspendedBy: 'SUSPENDED_BY_STAFF' }, 'suspended: staff'],
  [{ state: 'suspended', suspendedBy: 'NOT_PRICED' }, 'suspended: no odds'],
  [{ state: 'suspended', suspendedBy: 'NOT_PRICED', reportsIncidents: false }, 'suspended: no live data'],
  [{ state: 'suspended', suspendedBy: 'GOAL', reportsIncidents: false }, 'suspended: goal'],
  [{ state: 'closed' }, 'closed'],
  [{ state: 'closed', suspendedByStaff: true }, 'closed: staff'],
] as const)('[INP-08] the console names the state of a live game: %j → %s', (change, text) => {
  expect(stateText(game(change))).toBe(text)
})

it('the console shows times of live games in Kampala, to the second', () => {
  expect(secondsText('2026-11-28T18:04:09.700Z')).toBe('21:04:09')
  expect(eventText({ lastEvent: { kind: 'goal', at: '2026-11-28T18:04:09.000Z' } })).toBe('Goal, 21:04:09')
  expect(eventText({ lastEvent: null })).toBe('')
})

it.each([
  [
    { failure: 'REFUSED', receivedAt: null },
    'The live odds of the feed are refused by the provider. Check the plan of the feed. Its live games take no bets until live odds arrive, because they show penalties and reviews.',
  ],
  [
    { failure: 'LATE', receivedAt: '2026-11-28T18:04:09.700Z' },
    'The live odds of the feed arrive too late. The last ones arrived at 21:04:09. Its live games take no bets until live odds arrive, because they show penalties and reviews.',
  ],
] as const)('[INP-08] the console says why live odds are missing: %j', (missing, text) => {
  expect(missingLiveOddsText(missing)).toBe(text)
})
