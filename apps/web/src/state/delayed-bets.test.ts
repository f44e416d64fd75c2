import { expect, it } from 'vitest'
import { closeDelayedBet, keepSentSlip, sentSlip } from './delayed-bets.ts'
import { slipItem } from './slip-rules.ts'

const item = slipItem(
  {
    id: 'game-7',
    homeTeam: 'URA FC',
    awayTeam: 'BUL FC',
    league: 'Premier League',
    sport: 'soccer',
    startTime: '2026-11-21T16:00:00.000Z',
    status: 'live',
  },
  { id: '1x2', name: 'Moneyline', category: 'match_winner' },
  { id: '1', label: 'URA FC', odds: 2.34 },
)

it('[INP-05] the slip of a waiting bet is kept for its player until the decision is closed', () => {
  keepSentSlip('amina', 'bet-1', { items: [item], stake: '25,000' })
  keepSentSlip('amina', 'bet-2', { items: [item], stake: '30,000' })
  expect(sentSlip('amina', 'bet-1')).toEqual({ items: [{ ...item, isNew: false }], stake: '25,000' })
  expect(sentSlip('brian', 'bet-1')).toBeNull()
  closeDelayedBet('amina', 'bet-1')
  expect(sentSlip('amina', 'bet-1')).toBeNull()
  expect(sentSlip('amina', 'bet-2')?.stake).toBe('30,000')
})

it('[INP-05] a bet that another device sent has no slip to try again', () => {
  expect(sentSlip('amina', 'bet-9')).toBeNull()
})
