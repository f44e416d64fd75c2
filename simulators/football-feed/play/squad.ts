import { HOUR_MS } from '@mupiira/domain/time/durations.ts'
import type { Club } from '../season/match.ts'
import { randomNormal, drawsFor, hashOf, shuffled } from '../season/random.ts'
import { NAMES, NAMES_OF_OTHER_COUNTRIES } from './names.ts'

export type Role = 'goalkeeper' | 'defender' | 'midfielder' | 'forward'

export interface Player {
  readonly id: string
  readonly name: string
  readonly number: number
  readonly role: Role
  /** How often the player scores, relative to the other ten starters. */
  readonly scoringWeight: number
}

export interface Squad {
  readonly coach: string
  readonly system: string
  readonly starting: readonly Player[]
  readonly bench: readonly Player[]
}

const FORMATIONS: readonly (readonly [string, readonly [number, number, number]])[] = [
  ['4-3-3', [4, 3, 3]],
  ['4-4-2', [4, 4, 2]],
  ['3-5-2', [3, 5, 2]],
  ['5-3-2', [5, 3, 2]],
]
const SCORING_WEIGHT: Readonly<Record<Role, number>> = { goalkeeper: 0, defender: 1, midfielder: 3, forward: 8 }
/** How much players of one role differ: the standard deviation of the logarithm of their weights. */
const TALENT_SPREAD = 0.5
const BENCH: readonly Role[] = ['goalkeeper', 'defender', 'defender', 'midfielder', 'midfielder', 'forward', 'forward']

/** Line-ups are published an hour before the kick-off. */
export const hasLineUps = ({ kickoffMs }: { readonly kickoffMs: number }, nowMs: number): boolean =>
  kickoffMs - nowMs <= HOUR_MS

const squads = new Map<string, Squad>()

/** The players of a club: always the same starters and substitutes, with names that are usual in its country. */
export const squadOf = (club: Club): Squad => {
  const found = squads.get(club.id)
  if (found !== undefined) return found
  const draw = drawsFor(`squad/${club.id}`)
  const [given, family] = NAMES[club.country] ?? NAMES_OF_OTHER_COUNTRIES
  const givenNames = shuffled(draw, given)
  const familyNames = shuffled(draw, family)
  const [system, [defenders, midfielders, forwards]] = FORMATIONS[Math.floor(draw() * FORMATIONS.length)] ?? [
    '4-4-2',
    [4, 4, 2],
  ]
  const roles: Role[] = [
    'goalkeeper',
    ...Array<Role>(defenders).fill('defender'),
    ...Array<Role>(midfielders).fill('midfielder'),
    ...Array<Role>(forwards).fill('forward'),
  ]
  const talents = drawsFor(`talents/${club.id}`)
  const player = (role: Role, at: number): Player => ({
    id: String(1_000_000_000 + (hashOf(`${club.id}/${at}`) % 1_000_000_000)),
    // Family names are unique within a club, so that scorers are unambiguous.
    name: `${givenNames[at % givenNames.length]?.slice(0, 1) ?? ''}. ${familyNames[at % familyNames.length] ?? ''}`,
    number: at + 1,
    role,
    scoringWeight: SCORING_WEIGHT[role] * Math.exp(TALENT_SPREAD * randomNormal(talents)),
  })
  const squad = {
    coach: `${givenNames[18 % givenNames.length] ?? ''} ${familyNames[18 % familyNames.length] ?? ''}`,
    system,
    starting: roles.map(player),
    bench: BENCH.map((role, at) => player(role, at + roles.length)),
  }
  squads.set(club.id, squad)
  return squad
}

/** A starter's share of the goals of the eleven, without own goals. */
export const scoringShare = (club: Club, player: Player): number =>
  player.scoringWeight / squadOf(club).starting.reduce((sum, { scoringWeight }) => sum + scoringWeight, 0)
