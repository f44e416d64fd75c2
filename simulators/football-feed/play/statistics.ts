import type { MatchState } from '../feed.ts'
import { randomBetween, drawsFor } from '../season/random.ts'
import type { AddedIncident } from './overrides.ts'
import { tally } from './play.ts'
import { timelineOf } from './timeline.ts'

/** A count for each side, with apifootball's name. Possession is in percent. */
export type Statistic = { readonly type: string; readonly home: string; readonly away: string }

/** Counts per side in a full match: minimum and maximum. */
const COUNTS: readonly (readonly [string, number, number])[] = [
  ['Throw In', 12, 26],
  ['Free Kick', 8, 17],
  ['Goal Kick', 4, 12],
  ['Fouls', 7, 16],
  ['Offsides', 0, 4],
  ['Dangerous Attacks', 28, 70],
  ['Attacks', 70, 130],
]

type Part = 'match' | 'first half'

/** Statistics that grow during the match and agree with its goals and cards. */
export const statisticsOf = (
  { match, play, overrides }: Pick<MatchState, 'match' | 'play' | 'overrides'>,
  part: Part,
): Statistic[] => {
  if (play.phase.name === 'before') return []
  const share = part === 'match' ? play.progress : Math.min(play.progress, 0.5)
  const inPart = <T extends { readonly moment: { readonly half: number } }>(events: readonly T[]): T[] =>
    events.filter(({ moment }) => part === 'match' || moment.half === 1)
  const goals = tally(inPart(play.goals))
  const cards = inPart(play.cards)
  const count = (type: string, side: 'home' | 'away', least: number, most: number): number =>
    Math.floor(randomBetween(drawsFor(`${match.seed}/${type}/${side}`), least, most) * share)
  const both = (type: string, of: (side: 'home' | 'away') => number): Statistic => ({
    type,
    home: String(of('home')),
    away: String(of('away')),
  })

  const onGoal = (side: 'home' | 'away'): number => goals[side] + count('Shots On Goal', side, 1, 6)
  const offGoal = (side: 'home' | 'away'): number => count('Shots Off Goal', side, 2, 9)
  const blocked = (side: 'home' | 'away'): number => count('Shots Blocked', side, 0, 5)
  const booked = (side: 'home' | 'away', card: string): number =>
    cards.filter((each) => each.side === side && each.card === card).length
  const added = (side: 'home' | 'away', kind: AddedIncident['kind']): number =>
    (overrides.incidents ?? []).filter(
      (each) => each.side === side && each.kind === kind && each.elapsed <= play.elapsed,
    ).length
  // Goals that a test adds can be penalties too.
  const addedPenalties = (side: 'home' | 'away'): number =>
    play.goals
      .filter(({ info, place }) => info === 'Penalty' && place >= timelineOf(match).goals.length)
      .filter((goal) => goal.side === side).length
  const penalties = (side: 'home' | 'away'): number =>
    inPart(play.penalties).filter((penalty) => penalty.side === side).length +
    addedPenalties(side) +
    added(side, 'penalty')
  // Without alerts, the corners of a half are counted at its end, so that a test of live bets has no corners.
  const halves = play.phase.name === 'finished' && part === 'match' ? 1 : play.halfTime === undefined ? 0 : 0.5
  const corners = (side: 'home' | 'away'): number =>
    added(side, 'corner') +
    (match.hasAlerts === true
      ? play.dangers.filter((each) => each.side === side && each.kind === 'corner').length
      : Math.floor(randomBetween(drawsFor(`${match.seed}/Corners/${side}`), 1, 10) * halves))
  const possession = randomBetween(drawsFor(`${match.seed}/possession`), 36, 64)

  return [
    { type: 'Ball Possession', home: `${possession}%`, away: `${100 - possession}%` },
    both('Shots Total', (side) => onGoal(side) + offGoal(side) + blocked(side)),
    both('Shots On Goal', onGoal),
    both('Shots Off Goal', offGoal),
    both('Shots Blocked', blocked),
    ...COUNTS.map(([type, least, most]) => both(type, (side) => count(type, side, least, most))),
    both('Corners', corners),
    both('Penalty', penalties),
    both('Yellow Cards', (side) => booked(side, 'yellow card')),
    both('Red Cards', (side) => booked(side, 'red card')),
  ]
}
