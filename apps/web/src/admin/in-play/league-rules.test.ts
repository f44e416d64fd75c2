import { expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '@mupiira/domain/settings/catalogue.ts'
import { exampleText, gamesText, marginText, readRules, typedRules, withoutGamesText } from './league-rules.ts'

const EMPTY = typedRules({})

it('[INP-05] the typed rules of a league are read, and an empty field is the general setting', () => {
  expect(readRules({ ...EMPTY, delaySeconds: '12' })).toEqual({ rules: { delaySeconds: 12 } })
  expect(readRules({ ...EMPTY, goals: ' 2,5 ' })).toEqual({ rules: { margin: { goals: 2.5 } } })
  expect(typedRules({ delaySeconds: 12, margin: { goals: 2.5 } })).toMatchObject({ delaySeconds: '12', goals: '2.5' })
})

it.each([
  [{ delaySeconds: '2' }, 'delaySeconds', /^The bet delay is a whole number of seconds, 3 to 15\.$/],
  [{ delaySeconds: '8.5' }, 'delaySeconds', /^The bet delay/],
  [{ goals: '51' }, 'goals', /^The margin of Goals is a number, 0 to 50\.$/],
  [{ goals: 'much' }, 'goals', /^The margin of Goals/],
  [{}, 'delaySeconds', /^Please enter a bet delay or a margin\./],
])('[INP-05] the form of a league refuses %j at the field %s', (typed, field, error) => {
  expect(readRules({ ...EMPTY, ...typed })).toEqual({ error: expect.stringMatching(error), field })
})

it('[INP-04] the form of a league shows what its margin changes', () => {
  expect(exampleText({ margin: { popular: 10 } }, DEFAULT_SETTINGS)).toBe(
    'Over/Under, an even chance: odds 1.86 → 1.73.',
  )
  expect(marginText(DEFAULT_SETTINGS.in_play_margin)).toBe('Popular 2, Goals 2, Combos 2, Specials 2')
})

const PLAYED = { listed: ['Uganda/Premier League'], recent: ['Uganda/Big League'], days: 30 }

it.each([
  ['Uganda/Premier League', 'upcoming or live'],
  ['Uganda/Big League', 'in the last 30 days'],
  ['Uganda/Old Name', 'none in the last 30 days'],
])('[INP-05] the console says whether a league with its own rules has games: %s → %s', (scope, text) => {
  expect(gamesText(scope, PLAYED)).toBe(text)
})

it('[INP-04] [INP-05] a league that the feed has renamed is named, because its rules no longer apply', () => {
  expect(withoutGamesText(['Uganda/Premier League', 'Uganda/Big League'], PLAYED)).toBeNull()
  expect(withoutGamesText(['Uganda/Big League', 'Uganda/Old Name'], PLAYED)).toBe(
    'Uganda · Old Name has no upcoming games, and none in the last 30 days. If the feed has renamed the league, add its new name and remove this one.',
  )
  expect(withoutGamesText(['Uganda/Old Name', 'Kenya/Super League'], PLAYED)).toMatch(
    /^Uganda · Old Name, Kenya · Super League have no upcoming games/,
  )
})
