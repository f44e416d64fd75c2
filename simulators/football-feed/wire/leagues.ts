import { seasonYear } from './events.ts'
import { listOr, type Action } from './reply.ts'

export const getCountries: Action = ({ feed }) => {
  const names = new Map(feed.leagues().map(({ countryId, country }) => [countryId, country]))
  return listOr(
    [...names].map(([id, name]) => ({ country_id: id, country_name: name, country_logo: '' })),
    'No country found (please check your plan)!',
  )
}

export const getLeagues: Action = ({ feed, query }) => {
  const countryId = query.get('country_id') ?? ''
  return listOr(
    feed
      .leagues()
      .filter((league) => countryId === '' || league.countryId === countryId)
      .map((league) => ({
        country_id: league.countryId,
        country_name: league.country,
        league_id: league.id,
        league_name: league.name,
        league_season: seasonYear(feed.now()),
        league_logo: '',
        country_logo: '',
      })),
    'No league found (please check your plan)!',
  )
}
