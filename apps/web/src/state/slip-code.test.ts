import { describe, expect, it } from 'vitest'
import { codeOf, contentOf, readSlipCode } from './slip-code.ts'

const home = { gameId: 'g-ura', market: '1x2', selection: '1' }
const away = { gameId: 'g-ura', market: '1x2', selection: '2' }
const goals = { gameId: 'g-bul', market: 'over_under', selection: 'over_2.5' }

describe('the booking code kept with a slip', () => {
  const kept = (userId: string | null) => ({ code: 'ABCD2345', content: contentOf([home, goals]), userId })

  it.each([
    ['[SLIP-17] the same selections', kept('amina'), [home, goals], 'amina', 'ABCD2345'],
    ['[SLIP-17] in another order', kept('amina'), [goals, home], 'amina', 'ABCD2345'],
    ['[SLIP-17] one more', kept('amina'), [home], 'amina', null],
    ['[SLIP-17] another selection', kept('amina'), [away, goals], 'amina', null],
    ['[CODE-20] of another player', kept('amina'), [home, goals], 'okello', null],
    ['[CODE-20] of a player who has logged out', kept('amina'), [home, goals], null, null],
    ['[CODE-20] of this browser, still a visitor', kept(null), [home, goals], null, 'ABCD2345'],
    ['[CODE-20] of this browser, logged in since', kept(null), [home, goals], 'okello', 'ABCD2345'],
    ['none', null, [home], 'amina', null],
  ])('%s', (_, code, items, userId, wanted) => {
    expect(codeOf(code, items, userId)).toBe(wanted)
  })

  it('[SLIP-12] is read from the device; anything else is dropped', () => {
    expect(readSlipCode(JSON.parse(JSON.stringify(kept('amina'))))).toEqual(kept('amina'))
    expect(readSlipCode(kept(null))).toEqual(kept(null))
    for (const odd of [undefined, null, 7, 'ABCD2345', {}, { code: 1, content: '' }])
      expect(readSlipCode(odd)).toBeNull()
  })
})
