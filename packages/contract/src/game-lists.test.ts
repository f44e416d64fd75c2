import { describe, expect, it } from 'vitest'
import { homeGamesQuery, homeLiveQuery, liveGamesQuery } from './game-lists.ts'

const searchOf = (text: string) => new URLSearchParams(text)

describe('the queries of game lists', () => {
  it.each([
    ['', {}],
    ['sport=Soccer', { sport: 'Soccer' }],
    ['league=La%20Liga&country=Spain', { league: 'La Liga', country: 'Spain' }],
    ['q=', {}],
    ['when=3h&sport=Tennis', { when: '3h', sport: 'Tennis' }],
    ['when=2026-11-30', { when: '2026-11-30' }],
    ['when=soon', {}],
    ['status=finished&utm_source=x', {}],
  ])('the home list of %j has the filters %j and upcoming games', (search, filter) => {
    expect(homeGamesQuery(searchOf(search))).toEqual({ status: 'upcoming', ...filter, limit: 30 })
  })

  it('a search of the home list also finds live games', () => {
    expect(homeGamesQuery(searchOf('q=%20arsenal%20'))).toEqual({ status: 'open', q: 'arsenal', limit: 30 })
    expect(homeGamesQuery(searchOf('q=arsenal&status=popular'))).toMatchObject({ status: 'popular', q: 'arsenal' })
  })

  it.each(['live', 'popular'])('the home list shows %s games if the URL selects them', (status) => {
    expect(homeGamesQuery(searchOf(`status=${status}`))).toEqual({ status, limit: 30 })
  })

  it('the live strip of the home page keeps all filters except the start time', () => {
    expect(homeLiveQuery(searchOf('when=3h&sport=Tennis&status=upcoming'))).toEqual({
      status: 'live',
      sport: 'Tennis',
      limit: 12,
    })
  })

  it('the live page shows one sport, by default football, and the livescore page shows all sports', () => {
    expect(liveGamesQuery('/live', searchOf('sport=tennis'))).toEqual({ status: 'live', sport: 'tennis', limit: 60 })
    expect(liveGamesQuery('/live', searchOf('sport=curling'))).toEqual({ status: 'live', sport: 'soccer', limit: 60 })
    expect(liveGamesQuery('/livescore', searchOf('sport=tennis'))).toEqual({ status: 'live', limit: 60 })
  })
})
