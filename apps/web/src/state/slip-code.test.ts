import { describe, expect, it } from 'vitest'
import { codeOf, selectionKey, readSlipCode } from './slip-code.ts'

const home = { gameId: 'g-ura', market: '1x2', selection: '1' }
const away = { gameId: 'g-ura', market: '1x2', selection: '2' }
const goals = { gameId: 'g-bul', market: 'over_under', selection: 'over_2.5' }

describe('the booking code stored with a slip', () => {
  const codeFor = (userId: string | null) => ({ code: 'ABCD2345', content: selectionKey([home, goals]), userId })

  it.each([
    ['[SLIP-17] the stored code is kept for the same selections', codeFor('amina'), [home, goals], 'amina', 'ABCD2345'],
    [
      '[SLIP-17] the stored code is kept for the same selections in another order',
      codeFor('amina'),
      [goals, home],
      'amina',
      'ABCD2345',
    ],
    ['[SLIP-17] the stored code is dropped when a selection is removed', codeFor('amina'), [home], 'amina', null],
    ['[SLIP-17] the stored code is dropped for another selection', codeFor('amina'), [away, goals], 'amina', null],
    ['[CODE-20] the stored code of another player is dropped', codeFor('amina'), [home, goals], 'okello', null],
    [
      '[CODE-20] the stored code of a player who has logged out is dropped',
      codeFor('amina'),
      [home, goals],
      null,
      null,
    ],
    ['[CODE-20] the stored code of a visitor is kept', codeFor(null), [home, goals], null, 'ABCD2345'],
    ['[CODE-20] the stored code of a visitor is kept after login', codeFor(null), [home, goals], 'okello', 'ABCD2345'],
    ['a slip without a stored code has none', null, [home], 'amina', null],
  ])('booking code stored with a slip: %s', (_, code, items, userId, wanted) => {
    expect(codeOf(code, items, userId)).toBe(wanted)
  })

  it('[SLIP-12] a valid stored booking code is read from the device, and any other value is dropped', () => {
    expect(readSlipCode(JSON.parse(JSON.stringify(codeFor('amina'))))).toEqual(codeFor('amina'))
    expect(readSlipCode(codeFor(null))).toEqual(codeFor(null))
    for (const odd of [undefined, null, 7, 'ABCD2345', {}, { code: 1, content: '' }])
      expect(readSlipCode(odd)).toBeNull()
  })
})
