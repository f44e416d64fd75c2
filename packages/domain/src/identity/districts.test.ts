import { describe, expect, it } from 'vitest'
import { COMMON_DISTRICTS, DISTRICTS, findDistrict, searchDistricts } from './districts.ts'

describe('the districts of the registration', () => {
  it('[AUTH-46] the list of districts starts with the prescribed districts and continues with all other districts by name', () => {
    const others = DISTRICTS.slice(20)
    expect(DISTRICTS.slice(0, 20)).toEqual(COMMON_DISTRICTS)
    expect(others).toEqual(others.toSorted())
    expect([others[0], others.at(-1)]).toEqual(['Abim', 'Zombo'])
  })

  it('[AUTH-46] the list of districts contains the capital, the 135 districts and Fort Portal once', () => {
    expect(new Set(DISTRICTS).size).toBe(DISTRICTS.length)
    expect(DISTRICTS.filter((name) => name !== 'Kampala' && name !== 'Fort Portal')).toHaveLength(135)
  })

  it.each([
    ['Gulu', 'Gulu'],
    [' fort  PORTAL ', 'Fort Portal'],
    ['madi okollo', 'Madi-Okollo'],
    ['Nairobi', undefined],
    ['Gul', undefined],
    ['', undefined],
  ])('[AUTH-46] the typed district %j is read as %s', (typed, district) => {
    expect(findDistrict(typed)).toBe(district)
  })

  it.each([
    ['', DISTRICTS],
    ['masa', ['Masaka']],
    ['ru', ['Arua', 'Rubanda', 'Rubirizi', 'Rukiga', 'Rukungiri', 'Kiruhura', 'Amuru']],
    ['portal', ['Fort Portal']],
    ['nairobi', []],
  ])('[AUTH-46] a district search for %j lists the districts that contain the text', (typed, found) => {
    expect(searchDistricts(typed).toSorted()).toEqual([...found].toSorted())
  })

  it('[AUTH-46] a district search lists the districts that start with the text first', () => {
    expect(searchDistricts('ma').slice(0, 3)).toEqual(['Masaka', 'Masindi', 'Madi-Okollo'])
  })
})
