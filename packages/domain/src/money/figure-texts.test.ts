import { expect, it } from 'vitest'
import { PROVIDER_NAMES, PROVIDERS, floatName } from '../payments/providers.ts'
import { accountText, entryText, LINE_TEXTS, REPORT_PARTS } from './figure-texts.ts'
import { LEDGER_KINDS, REPORT_LINES } from './ledger-kinds.ts'

it('every line of the daily report belongs to one part, in report order, and has its own text there', () => {
  expect(REPORT_PARTS.flatMap(({ lines }) => lines)).toEqual(REPORT_LINES)
  for (const { title, lines } of REPORT_PARTS) {
    expect(title).toMatch(/^[A-Z]/)
    expect(new Set(lines.map((line) => LINE_TEXTS[line])).size).toBe(lines.length)
  }
})

it('every ledger entry and account has a text, and an unknown one is shown as it is', () => {
  const texts = Object.keys(LEDGER_KINDS).map(entryText)
  expect(new Set(texts).size).toBe(texts.length)
  for (const text of texts) expect(text).toMatch(/^[A-Z]/)
  for (const name of PROVIDER_NAMES) expect(accountText(floatName(name))).toBe(`Money at ${PROVIDERS[name].label}`)
  expect(['players', 'book', 'holds'].map(accountText)).toEqual([
    'Players’ balances',
    'Sportsbook',
    'Held for withdrawals',
  ])
  expect([entryText('new-kind'), accountText('new-account')]).toEqual(['new-kind', 'new-account'])
})
