import { beforeEach, expect, it } from 'vitest'
import { isFavouriteLeague, readFavourites, toggleLeague, toggleTeam, useFavourites } from './favourites.ts'

const league = { name: 'Premier League', country: 'Uganda', sport: 'soccer' }

beforeEach(() => useFavourites.setState({ teams: [], leagues: [] }))

it('a team and a league can be followed and unfollowed', () => {
  toggleTeam('Vipers SC')
  toggleLeague(league)
  expect(useFavourites.getState().teams).toEqual(['Vipers SC'])
  expect(isFavouriteLeague(useFavourites.getState(), { ...league })).toBe(true)
  expect(isFavouriteLeague(useFavourites.getState(), { ...league, country: 'Kenya' })).toBe(false)
  toggleTeam('Vipers SC')
  toggleLeague(league)
  expect(useFavourites.getState()).toEqual({ teams: [], leagues: [] })
})

it.each([
  ['nothing', null],
  ['invalid JSON', '{'],
  ['another structure', '{"teams":"Vipers SC","leagues":[{"name":1}]}'],
])('%s on the device is read as no favourites', (_name, text) => {
  expect(readFavourites(text)).toEqual({ teams: [], leagues: [] })
})

it('valid stored favourites are read from the device', () => {
  const favourites = { teams: ['URA FC'], leagues: [league] }
  expect(readFavourites(JSON.stringify(favourites))).toEqual(favourites)
})
