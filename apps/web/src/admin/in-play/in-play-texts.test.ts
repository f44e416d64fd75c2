import { expect, it } from 'vitest'
import type { InPlayGame } from '@mupiira/contract/admin-in-play.ts'
import { eventText, secondsText, stateText } from './in-play-texts.ts'

const game = (change: Partial<InPlayGame>) =>
  ({ state: 'open', suspendedBy: null, suspendedByStaff: false, ...change }) as InPlayGame

it.each([
  [{}, 'open'],
  [{ state: 'suspended', suspendedBy: 'GOAL' }, 'suspended: goal'],
  [{ state: 'suspended', suspendedBy: 'SUSPENDED_BY_STAFF' }, 'suspended: staff'],
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
