import { describe, expect, it } from 'vitest'
import { agoText, checkText, reasonText, refusalText, staysConfirmed } from './cashout-texts.ts'

describe('the text of the cashout block', () => {
  it.each([
    ['GOAL', 'There was a goal just now.'],
    ['SUSPENDED', 'A game is suspended right now.'],
    [null, ''],
  ] as const)('[TICK-43] the text of the cashout block explains the refusal %s as "%s"', (reason, text) => {
    expect(reasonText(reason)).toBe(text)
  })

  const refused = { offer: 5_000, why: 'OFFER_CHANGED', at: '2026-11-21T12:00:00.000Z' } as const
  it.each([
    ['nothing was refused', null, '2026-11-21T12:00:10.000Z', null],
    [
      'the offer changed',
      refused,
      '2026-11-21T12:00:10.000Z',
      'The cashout offer has changed. UGX 5,000.00 was not paid: your bet is still open.',
    ],
    [
      'there is no offer any longer',
      { ...refused, why: 'CASHOUT_UNAVAILABLE' },
      '2026-11-21T12:01:00.000Z',
      'The cashout is no longer available. UGX 5,000.00 was not paid: your bet is still open.',
    ],
    ['it was refused more than a minute ago', refused, '2026-11-21T12:01:01.000Z', null],
  ] as const)(
    '[TICK-48] the text of the cashout block after an accepted offer, if $0, is "$3"',
    (_title, refusal, updatedAt, text) => {
      expect(refusalText({ refused: refusal, updatedAt })).toBe(text)
    },
  )

  it.each([
    ['2026-11-21T12:00:00.800Z', 'We will pay in 10 s, unless a goal, red card or other event comes first.'],
    ['2026-11-21T12:00:13.000Z', 'We will pay in a moment, unless a goal, red card or other event comes first.'],
  ])('[TICK-48] the text of the cashout block says at %s when an accepted offer is paid: "%s"', (updatedAt, text) => {
    expect(checkText({ decidesAt: '2026-11-21T12:00:10.000Z', updatedAt })).toBe(text)
  })

  it.each([
    [50_001, true],
    [50_000, true],
    [49_500, true],
    [49_499.99, false],
  ])('[TICK-46] [D22a] a confirmed cashout offer of 50,000 that becomes %d stays confirmed: %s', (offer, stays) => {
    expect(staysConfirmed(50_000, offer)).toBe(stays)
  })

  it.each([
    [-1, 'updated 0 s ago'],
    [4.9, 'updated 4 s ago'],
    [59, 'updated 59 s ago'],
    [61, 'updated 1 min ago'],
  ])('[TICK-17] the text of the cashout block shows the age of an offer after %d s as "%s"', (seconds, text) => {
    expect(agoText(seconds)).toBe(text)
  })
})
