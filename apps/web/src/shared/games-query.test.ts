import { homeGamesQuery, homeLiveQuery } from '@mupiira/contract/pages.ts'
import { describe, expect, it } from 'vitest'
import { filterFrom, gamesQuery, liveStripQuery, sportsHref } from './games-query.ts'

describe('the query of the home list', () => {
  it.each([
    '',
    'sport=Soccer',
    'league=La%20Liga&country=Spain',
    'q=%20arsenal%20',
    'q=',
    'status=live',
    'status=finished',
    'when=3h&sport=Tennis',
    'when=2026-11-30',
    'when=soon',
    'status=upcoming&sport=Tennis&utm_source=x',
  ])('browser and server read the same home list query from the URL query %j', (search) => {
    expect(gamesQuery(new URLSearchParams(search))).toEqual(homeGamesQuery(new URLSearchParams(search)))
    expect(liveStripQuery(new URLSearchParams(search))).toEqual(homeLiveQuery(new URLSearchParams(search)))
  })

  it('[APP-48] the home list query is the same after encoding into a URL and parsing', () => {
    const filter = { sport: 'Soccer', league: 'Ligue 1 & Coupe', country: "Côte d'Ivoire" }
    const href = sportsHref(filter)
    expect(filterFrom(new URL(href, 'http://x').searchParams)).toEqual(filter)
    expect(sportsHref({})).toBe('/sports')
  })
})
