import { describe, expect, it } from 'vitest'
import { checkSettingValue, parseStoredText, storedText } from '@mupiira/domain/settings/parse.ts'
import { DEFAULT_SETTINGS } from '@mupiira/domain/settings/catalogue.ts'
import { cellsOf, tableToSend, mergeTyped, withCell } from './setting-tables.ts'

const margins = storedText<'overround'>(DEFAULT_SETTINGS.overround)
const prefixes = storedText<'carrier_prefixes'>(DEFAULT_SETTINGS.carrier_prefixes)
const numbers = { id: '1x2', isNumber: true }

describe('a setting with several values', () => {
  it('[ADMS-05] a setting with several values has one field per market, labelled with the market name, with the default value', () => {
    const cells = cellsOf('overround', withCell(margins, numbers, '7.5'), margins)
    expect(cells.length).toBe(Object.keys(DEFAULT_SETTINGS.overround).length)
    expect(cells.find(({ id }) => id === '1x2')).toMatchObject({ name: 'Moneyline', text: '7.5', initial: '5' })
    expect(cells.find(({ id }) => id === 'same_game')).toMatchObject({ name: 'Same-game combination', initial: '10' })
    expect(cells.filter(({ id, name }) => id === name)).toEqual([])
  })

  it.each([
    ['7', true],
    ['7,5', true],
    ['7.50', true],
    ['4', false],
    ['', false],
    ['much', false],
    ['1e1', false],
    ['0x9', false],
  ])('[ADMS-05] the server accepts a margin entered as "%s": %s', (typed, isTaken) => {
    const stored = tableToSend(withCell(margins, numbers, typed), margins)
    expect(checkSettingValue('overround', parseStoredText(stored)).ok).toBe(isTaken)
  })

  it('[ADMS-05] a setting with several values keeps the entered text while it is being edited', () => {
    for (const typed of ['5', '5.', '5.5', '5.50', '']) {
      const [cell] = cellsOf('overround', withCell(margins, numbers, typed), margins).filter(({ id }) => id === '1x2')
      expect(cell?.text).toBe(typed)
    }
    for (const typed of ['039', '039, ', '039, 07', '']) {
      const [cell] = cellsOf('carrier_prefixes', withCell(prefixes, { id: 'MTN', isNumber: false }, typed), prefixes)
      expect(cell?.text).toBe(typed)
    }
  })

  it('[ADMS-05] a setting with several values counts as unchanged when the original value is entered again', () => {
    const typed = withCell(withCell(margins, numbers, '7'), numbers, '5')
    expect(tableToSend(typed, margins)).toBe(margins)
  })

  it('[ADMS-05] saving a setting with several values keeps a colleague’s concurrent change of another field', () => {
    const value = withCell(margins, numbers, '7.5')
    const now = tableToSend(withCell(margins, { id: 'btts', isNumber: true }, '9'), margins)
    const sent = tableToSend(mergeTyped(now, { value, savedValue: margins }), margins)
    expect(JSON.parse(sent)).toEqual({ ...DEFAULT_SETTINGS.overround, '1x2': 7.5, btts: 9 })
    expect(mergeTyped(margins, { value, savedValue: margins })).toBe(value)
  })

  it('[ADMS-05] a setting with several values saves a list as a single value', () => {
    const typed = withCell(prefixes, { id: 'MTN', isNumber: false }, '039, 079, 031, ')
    const stored = tableToSend(typed, prefixes)
    expect(checkSettingValue('carrier_prefixes', parseStoredText(stored))).toMatchObject({
      value: { MTN: ['039', '079', '031'] },
    })
  })
})
