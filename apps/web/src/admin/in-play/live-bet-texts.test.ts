import { expect, it } from 'vitest'
import { delayOf, outcomeText } from '@mupiira/contract/list-columns.ts'
import { countsText, reasonChoices } from './live-bet-texts.ts'

it('[INP-06] the console names the outcome and the delay of a live bet', () => {
  expect(outcomeText({ state: 'accepted', rejectedBecause: null })).toBe('accepted')
  expect(outcomeText({ state: 'rejected', rejectedBecause: 'PENALTY_OR_REVIEW' })).toBe('rejected: penalty or review')
  expect(delayOf({ createdAt: '2026-11-21T08:04:04.000Z', decidesAt: '2026-11-21T08:04:12.400Z' })).toBe(8.4)
})

it('[INP-06] the console sums live bets up by outcome and reason', () => {
  const counts = [
    { state: 'accepted', reason: null, bets: 1_200 },
    { state: 'rejected', reason: 'GOAL', bets: 12 },
    { state: 'rejected', reason: 'ODDS_CHANGED', bets: 3 },
    { state: 'waiting', reason: null, bets: 1 },
  ] as const
  expect(countsText(counts)).toBe('1,200 accepted, 15 rejected (12 goal, 3 odds changed), 1 waiting')
  expect(countsText([])).toBe('')
})

it('[INP-06] the filter by reason has the number of bets', () => {
  const choices = reasonChoices([
    { reason: 'GOAL', bets: 1_200 },
    { reason: null, bets: 5 },
  ])
  expect(choices.slice(0, 3)).toEqual([
    ['', 'Any reason'],
    ['TOO_LATE', 'Checked too late'],
    ['GOAL', 'Goal (1,200)'],
  ])
})
