import type { Score } from './match.ts'
import { drawsFor, floorMod, randomBetween } from './random.ts'

/** A national cup, whose finals are between two clubs of the country's first league. */
export interface Cup {
  readonly id: string
  readonly name: string
  readonly countryId: string
  readonly country: string
}

const cups = (country: string, countryId: string, ...names: string[]): Cup[] =>
  names.map((name, at) => ({ id: `${countryId}9${at}`, name, countryId, country }))

/** Each list has one final a day. The cups of a list take turns. */
const CUP_LISTS: readonly (readonly Cup[])[] = [
  [
    ...cups('Uganda', '117', 'Uganda Cup'),
    ...cups('Kenya', '72', 'FKF Cup'),
    ...cups('Tanzania', '112', 'Federation Cup'),
    ...cups('Rwanda', '98', 'Peace Cup'),
    ...cups('Ghana', '53', 'FA Cup'),
  ],
  [
    ...cups('England', '44', 'FA Cup', 'EFL Cup'),
    ...cups('Spain', '6', 'Copa del Rey', 'Supercopa'),
    ...cups('Italy', '5', 'Coppa Italia', 'Supercoppa'),
    ...cups('Germany', '4', 'DFB Pokal', 'Supercup'),
    ...cups('France', '3', 'Coupe de France', 'Trophee des Champions'),
  ],
]

export const CUPS: readonly Cup[] = CUP_LISTS.flat()

/** The cup of a country that plays its final in this round of the first leagues; undefined without a final. */
export const cupFinalIn = (round: number, country: string): Cup | undefined =>
  CUP_LISTS.flatMap((list) => list[floorMod(round, list.length)] ?? []).find((cup) => cup.country === country)

/** The extra time, which has no goals, and the penalties of a drawn final. */
export function overtimeOf(seed: string): { readonly extra: Score; readonly penalties: Score } {
  const draw = drawsFor(`${seed}/shoot-out`)
  const more = randomBetween(draw, 3, 5)
  const fewer = more - randomBetween(draw, 1, 2)
  const penalties = draw() < 0.5 ? { home: more, away: fewer } : { home: fewer, away: more }
  return { extra: { home: 0, away: 0 }, penalties }
}
