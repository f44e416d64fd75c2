import { LEAGUES } from './clubs.ts'
import { CUPS } from './cups.ts'
import { REGIONAL_LEAGUES } from './regional-leagues.ts'
import type { Club, League } from './match.ts'
import { hashOf } from './random.ts'

/** "Côte d'Azur 2" -> "cote-d-azur-2". Recorded seasons write countries and leagues this way. */
export const slug = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

const titled = (text: string): string =>
  text
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ')

const known = new Map(
  [...LEAGUES, ...REGIONAL_LEAGUES, ...CUPS].map(({ id, name, countryId, country }) => [
    `${slug(country)}/${slug(name)}`,
    { id, name, countryId, country },
  ]),
)

/** The league by country and name (display name or slug). Unknown leagues get their own ids. */
export const leagueNamed = (country: string, name: string): League => {
  const key = `${slug(country)}/${slug(name)}`
  const found = known.get(key)
  if (found !== undefined) return found
  const created = {
    id: String(10_000 + (hashOf(key) % 900_000)),
    name: titled(name),
    countryId: String(1_000 + (hashOf(slug(country)) % 9_000)),
    country: titled(country),
  }
  known.set(key, created)
  return created
}

const clubs = new Map<string, Club>()

/** The club of a country and name. Its id depends only on these, so it is the same in all sources. */
export const clubNamed = (country: string, name: string): Club => {
  const key = `${slug(country)}/${name}`
  const found = clubs.get(key)
  if (found !== undefined) return found
  const created = { id: String(1_000_000 + (hashOf(key) % 900_000_000)), name, country }
  clubs.set(key, created)
  return created
}
