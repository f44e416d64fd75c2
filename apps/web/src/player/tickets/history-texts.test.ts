import type { LegDecision, SettledResult, TicketStatusChange } from '@mupiira/contract/tickets.ts'
import { describe, expect, it } from 'vitest'
import { decisionText, onlyDecisionText, onlyStatusChangeText, statusChangeText } from './history-texts.ts'

const result = (over: Partial<SettledResult> = {}): SettledResult => ({
  version: 1,
  voidReason: null,
  homeScore: 2,
  awayScore: 0,
  halfTimeHomeScore: 1,
  halfTimeAwayScore: 0,
  firstToScore: 'home',
  qualifier: null,
  decidedBy: 'feed',
  decidedAt: '2026-11-21T15:50:00.000Z',
  ...over,
})
const decision = (over: Partial<LegDecision> = {}): LegDecision => ({
  selectionId: 'game-7-1x2-1',
  gameId: 'game-7',
  at: '2026-11-21T15:50:01.000Z',
  before: null,
  outcome: 'won',
  placedAfterStart: false,
  result: result(),
  ...over,
})
const noScore = { homeScore: null, awayScore: null, halfTimeHomeScore: null, halfTimeAwayScore: null } as const

describe('the history of a ticket', () => {
  it.each([
    ['WON: result 2 – 0 (half time 1 – 0), official feed', {}],
    [
      'LOST: result 2 – 0, game clock',
      { outcome: 'lost', result: result({ halfTimeHomeScore: null, decidedBy: 'clock' }) },
    ],
    [
      '[SETL-40] VOID: the game was cancelled',
      { outcome: 'void', result: result({ ...noScore, voidReason: 'CANCELLED' }) },
    ],
    [
      '[SETL-40] VOID: the game had no final result within 24 hours',
      { outcome: 'void', result: result({ ...noScore, voidReason: 'NO_RESULT_IN_TIME' }) },
    ],
    ['[SETL-46] VOID: placed after kick-off', { outcome: 'void', placedAfterStart: true }],
    [
      '[SETL-44] Corrected: WON → LOST, result 2 – 3, our staff',
      {
        before: 'won',
        outcome: 'lost',
        result: result({ version: 2, awayScore: 3, halfTimeHomeScore: null, decidedBy: 'operator' }),
      },
    ],
    [
      'Corrected: LOST → OPEN AGAIN, result 2 – 0 (half time 1 – 0), our staff',
      { before: 'lost', outcome: null, result: result({ decidedBy: 'operator' }) },
    ],
  ] as const)('the history of a ticket shows the decision of a leg as "%s"', (title, over) => {
    expect(decisionText(decision(over))).toBe(title.replace(/^\[[A-Z0-9-]+\] /, ''))
  })

  it.each([
    ['Half time 1 – 0, official feed', {}],
    ['Game clock', { result: result({ halfTimeHomeScore: null, decidedBy: 'clock' }) }],
    ['The game was cancelled', { outcome: 'void', result: result({ ...noScore, voidReason: 'CANCELLED' }) }],
    ['Placed after kick-off', { outcome: 'void', placedAfterStart: true }],
  ] as const)(
    'the history of a leg with one decision shows only "%s", because outcome and score are above',
    (text, over) => {
      expect(onlyDecisionText(decision(over))).toBe(text)
    },
  )

  const move = (over: Partial<TicketStatusChange>): TicketStatusChange => ({
    at: '2026-11-21T15:50:01.000Z',
    cause: 'settled',
    gameId: null,
    statusBefore: 'pending',
    status: 'won',
    payoutBefore: null,
    payout: null,
    ...over,
  })
  it.each([
    ['Won: UGX 302,047.50 paid', { payout: 302_047.5 }],
    ['Lost', { status: 'lost', payout: 0 }],
    ['[SETL-42] Void: UGX 25,000.00 refunded', { status: 'void', payout: 25_000 }],
    ['Cancelled: UGX 7,000.00 refunded', { cause: 'cancelled', status: 'cancelled', payout: 7_000 }],
    ['Cashed out: UGX 61,420.00 paid', { cause: 'cashout', status: 'cashout', payout: 61_420 }],
    [
      '[SETL-45] Result of URA FC vs BUL FC corrected. Lost: UGX 58,500.00 deducted',
      { cause: 'corrected', gameId: 'game-7', statusBefore: 'won', status: 'lost', payoutBefore: 58_500, payout: 0 },
    ],
    [
      '[SETL-45] Result of URA FC vs BUL FC corrected. Won: UGX 25,000.00 deducted, UGX 58,500.00 paid',
      { cause: 'corrected', gameId: 'game-7', statusBefore: 'void', payoutBefore: 25_000, payout: 58_500 },
    ],
    [
      'Result of URA FC vs BUL FC corrected. Open again',
      { cause: 'corrected', gameId: 'game-7', statusBefore: 'lost', status: 'pending', payoutBefore: 0 },
    ],
  ] as const)('the history of a ticket shows the change "%s"', (title, over) => {
    const text = statusChangeText(move(over), [{ gameId: 'game-7', match: 'URA FC vs BUL FC' }])
    expect(text).toBe(title.replace(/^\[[A-Z0-9-]+\] /, ''))
  })

  it.each([
    ['won', 'Settled'],
    ['lost', 'Settled'],
    ['void', 'Void'],
    ['cancelled', 'Cancelled'],
    ['cashout', 'Cashed out'],
  ] as const)(
    'a single change of a ticket with the status %s is shown as "%s", without the amount that is above',
    (status, text) => {
      expect(onlyStatusChangeText(move({ status }))).toBe(text)
    },
  )
})
