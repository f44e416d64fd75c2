import { expect, it } from 'vitest'
import { durationText, entriesText } from './chain-texts.ts'

it.each([
  [299, 'less than an hour'],
  [300, '1 hour'],
  [14_399, '47 hours'],
  [14_400, '2 days'],
  [100_000, '13 days'],
])('[AVI-34] %i remaining Aviator rounds are shown as %s of play', (rounds, text) => {
  expect(durationText(rounds)).toBe(text)
})

it('[AVI-34] the chain text names the administrator who has to enter a block next', () => {
  const enteredAt = '2026-11-23T09:00:00.000Z'
  expect(entriesText([])).toMatch(/^No member of staff/)
  expect(entriesText([{ isOwn: true, enteredAt }])).toMatch(/^You entered the block on .*second member of staff/)
  expect(entriesText([{ isOwn: false, enteredAt }])).toMatch(/^Another member of staff entered .*enter it too/)
})
