import { expect, it } from 'vitest'
import { amountProblemText, parseAmount } from '@mupiira/domain/money/parse-amount.ts'
import { amountAfterEdit, caretAfterEdit, typedAmount } from './typed-amount.ts'

/** Types text key by key after the field's content. */
const type = (text: string, field = ''): string =>
  [...text].reduce((shown, key) => amountAfterEdit(shown, shown + key), field)

it.each([
  ['25000', '25,000'],
  ['25,000', '25,000'],
  ['1234567.89', '1,234,567.89'],
  ['007', '7'],
  ['0.5', '0.5'],
  ['99999999999999', '99,999,999,999,999'],
])('[WALT-02] the typed amount %j is grouped as %j', (keys, shown) => {
  expect(type(keys)).toBe(shown)
})

it.each([
  ['30000,50', '30,000,50'],
  ['3e4', '3e4'],
  ['25k', '25k'],
  ['-500', '-500'],
  ['٣٠٠٠', '٣٠٠٠'],
  ['10.000', '10.000'],
])('[WALT-04] the invalid text %j in an amount field is shown as %j', (keys, shown) => {
  expect(type(keys)).toBe(shown)
  const parsed = parseAmount(shown)
  expect(parsed.ok).toBe(false)
  if (!parsed.ok) expect(amountProblemText(parsed.error)).toMatch(/^Please/)
})

it.each([
  ['a digit added at the end', '25,000', '25,0001', '250,001'],
  ['a digit added in the middle', '25,000', '257,000', '257,000'],
  ['the last digit deleted', '25,000', '25,00', '2,500'],
  ['a comma deleted', '25,000', '25000', '25,000'],
  ['another amount pasted over it', '25,000', '30000', '30,000'],
  ['an amount with a decimal comma pasted over it', '25,000', '30000,50', '30000,50'],
  ['a comma at the end deleted', '30,000,', '30,000', '30,000'],
])('[WALT-02] an amount field with %s: %j edited to %j shows %j', (_, before, typed, shown) => {
  expect(amountAfterEdit(before, typed)).toBe(shown)
})

it.each([
  ['25,0001|', '250,001|'],
  ['2|5,000', '2|5,000'],
  ['27|5,000', '27|5,000'],
  ['277|5,000', '2,77|5,000'],
  ['2|,500', '2|,500'],
  ['|5,000', '|5,000'],
  ['00|7', '|7'],
])('regrouping an amount keeps the caret between the same digits: %j becomes %j', (typed, expected) => {
  const text = typed.replace('|', '')
  const shown = amountAfterEdit('1,111', text.replaceAll(',', ''))
  const at = caretAfterEdit(text, typed.indexOf('|'), shown)
  expect(`${shown.slice(0, at)}|${shown.slice(at)}`).toBe(expected)
})

it.each(['30,000,|', '25,|', '30,000,5|0'])(
  'the caret of an amount field stays in place if the amount is not regrouped: %j',
  (typed) => {
    const text = typed.replace('|', '')
    expect(caretAfterEdit(text, typed.indexOf('|'), text)).toBe(typed.indexOf('|'))
  },
)

it('an amount field formats an amount set by the app like a typed amount', () => {
  expect([typedAmount(25_000), typedAmount(1234.5)]).toEqual(['25,000', '1,234.5'])
})
