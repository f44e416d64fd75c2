import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '../settings/catalogue.ts'
import { checkSettingValue, parseSettingValue, storedText } from '../settings/parse.ts'
import type { InPlayLeagues } from '../settings/types.ts'
import { betDelayIn, changedLeagues, leagueScope, marginIn, withLeague } from './league-rules.ts'

const CUP = { league: 'Cup', country: 'Uganda' }
const FRIENDLIES = { league: 'Friendlies', country: null }
const LEAGUES: InPlayLeagues = {
  'Uganda/Cup': { delaySeconds: 12, margin: { goals: 5 } },
  '/Friendlies': { delaySeconds: 15 },
}
const SETTINGS = { ...DEFAULT_SETTINGS, bet_delay_seconds: 8, in_play_leagues: LEAGUES }

describe('the rules of a league in play', () => {
  it('[INP-05] a league has its own bet delay or the general one', () => {
    expect(leagueScope(CUP)).toBe('Uganda/Cup')
    expect(betDelayIn(CUP, SETTINGS)).toBe(12)
    expect(betDelayIn(FRIENDLIES, SETTINGS)).toBe(15)
    expect(betDelayIn({ league: 'Cup', country: 'Kenya' }, SETTINGS)).toBe(8)
  })

  it('[INP-04] [INP-05] a league adds its own points to a group of markets, and the general points to the others', () => {
    const general = DEFAULT_SETTINGS.in_play_margin
    expect(marginIn(CUP, SETTINGS)).toEqual({ ...general, goals: 5 })
    expect(marginIn(FRIENDLIES, SETTINGS)).toEqual(general)
    expect(marginIn({ league: 'Cup', country: 'Kenya' }, SETTINGS)).toEqual(general)
  })

  it('[INP-05] a league is added, changed and removed, and the changes are named', () => {
    const changed = withLeague(LEAGUES, 'Kenya/Cup', { delaySeconds: 3 })
    expect(Object.keys(changed)).toEqual(['/Friendlies', 'Kenya/Cup', 'Uganda/Cup'])
    const without = withLeague(changed, 'Uganda/Cup', null)
    expect(without).toEqual({ '/Friendlies': { delaySeconds: 15 }, 'Kenya/Cup': { delaySeconds: 3 } })
    expect(changedLeagues(LEAGUES, without)).toEqual([
      { scope: 'Kenya/Cup', before: null, after: { delaySeconds: 3 } },
      { scope: 'Uganda/Cup', before: LEAGUES['Uganda/Cup'], after: null },
    ])
    expect(changedLeagues(LEAGUES, LEAGUES)).toEqual([])
  })
})

describe('the setting of leagues in play', () => {
  it('[INP-05] the stored text has one order and no empty rules', () => {
    const value = { 'Uganda/Cup': { margin: {}, delaySeconds: 12 }, '/Friendlies': { margin: {} } }
    const checked = checkSettingValue('in_play_leagues', value)
    expect(checked.ok && storedText(checked.value)).toBe('{"Uganda/Cup":{"delaySeconds":12}}')
    const points = checkSettingValue('in_play_leagues', { 'Uganda/Cup': { margin: { goals: 5 } } })
    expect(points.ok && storedText(points.value)).toBe('{"Uganda/Cup":{"margin":{"goals":5}}}')
  })

  it.each([
    [{ 'Uganda/Cup': { delaySeconds: 2 } }, 'OUT_OF_RANGE'],
    [{ 'Uganda/Cup': { delaySeconds: 16 } }, 'OUT_OF_RANGE'],
    [{ 'Uganda/Cup': { delaySeconds: 8.5 } }, 'WRONG_TYPE'],
    [{ 'Uganda/Cup': { delaySeconds: '8' } }, 'WRONG_TYPE'],
    [{ 'Uganda/Cup': { margin: { goals: -1 } } }, 'OUT_OF_RANGE'],
    [{ 'Uganda/Cup': { margin: { goals: 51 } } }, 'OUT_OF_RANGE'],
    [{ 'Uganda/Cup': { margin: { corners: 1 } } }, 'WRONG_TYPE'],
    [{ 'Uganda/Cup': { margin: 4 } }, 'WRONG_TYPE'],
    [{ 'Uganda/Cup': { stake: 4 } }, 'WRONG_TYPE'],
    [{ Cup: { delaySeconds: 8 } }, 'WRONG_TYPE'],
    [{ 'Uganda/Cup': 8 }, 'WRONG_TYPE'],
    [Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`Uganda/${at}`, { delaySeconds: 8 }])), 'OUT_OF_RANGE'],
  ])('[INP-05] the setting refuses %j: %s', (value, error) => {
    expect(checkSettingValue('in_play_leagues', value)).toEqual({ ok: false, error })
    expect(parseSettingValue('in_play_leagues', JSON.stringify(value))).toEqual({ ok: false, error })
  })
})
