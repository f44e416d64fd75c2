import { gamesFilterFrom } from '@mupiira/contract/game-lists.ts'
import { describe, expect, it } from 'vitest'
import { sportsHref } from './games-href.ts'

describe('the address of a filtered list', () => {
  it('[APP-48] a filter that is encoded into a URL and parsed again is unchanged', () => {
    const filter = { sport: 'Soccer', league: 'Ligue 1 & Coupe', country: "Côte d'Ivoire" }
    const href = sportsHref(filter)
    expect(gamesFilterFrom(new URL(href, 'http://x').searchParams)).toEqual(filter)
    expect(sportsHref({})).toBe('/sports')
  })
})
