import type { Match, Side } from '../season/match.ts'
import { randomCount, pickOne, drawsFor, pickWeighted, type Draw } from '../season/random.ts'
import { randomMoment, randomStoppage, elapsedAt, type Half, type Moment, type Stoppage } from './match-clock.ts'
import { squadOf, type Player } from './squad.ts'

export interface Incident {
  readonly side: Side
  readonly moment: Moment
  /** Match minutes after kick-off. */
  readonly elapsed: number
  readonly player: Player
}

export interface Goal extends Incident {
  readonly assist: Player | undefined
  readonly info: '' | 'Penalty' | 'Own Goal'
}

export interface Card extends Incident {
  readonly card: 'yellow card' | 'red card'
}

export interface Timeline {
  readonly stoppage: Stoppage
  readonly goals: readonly Goal[]
  readonly cards: readonly Card[]
}

const CARDS_PER_MATCH = 3.4
const RED_SHARE = 0.035
const PENALTY_SHARE = 0.08
export const OWN_GOAL_SHARE = 0.03
const ASSIST_SHARE = 0.7

const timelines = new WeakMap<Match, Timeline>()

/** All events of a match: invented, deterministic, and consistent with its half-time and full-time scores. */
export const timelineOf = (match: Match): Timeline => {
  const found = timelines.get(match)
  if (found !== undefined) return found
  const draw = drawsFor(`${match.seed}/timeline`)
  const stoppage = randomStoppage(draw)
  const cards = randomCards(draw, match, stoppage)
  const { halfTime, fullTime } = match
  const goals = [
    ...randomGoals(draw, match, cards, { side: 'home', half: 1, count: halfTime.home, stoppage }),
    ...randomGoals(draw, match, cards, { side: 'away', half: 1, count: halfTime.away, stoppage }),
    ...randomGoals(draw, match, cards, { side: 'home', half: 2, count: fullTime.home - halfTime.home, stoppage }),
    ...randomGoals(draw, match, cards, { side: 'away', half: 2, count: fullTime.away - halfTime.away, stoppage }),
  ].sort(byTime)
  const timeline = { stoppage, goals, cards }
  timelines.set(match, timeline)
  return timeline
}

export const byTime = (one: Incident, other: Incident): number => one.elapsed - other.elapsed

const clubOn = (match: Match, side: Side) => (side === 'home' ? match.home : match.away)

const randomCards = (draw: Draw, match: Match, stoppage: Stoppage): Card[] => {
  const booked = new Set<string>()
  const cards: Card[] = []
  for (let left = randomCount(draw, CARDS_PER_MATCH); left > 0; left -= 1) {
    const side = draw() < 0.47 ? 'home' : 'away'
    const moment = randomMoment(draw, draw() < 0.35 ? 1 : 2, stoppage)
    const player = pickOne(draw, squadOf(clubOn(match, side)).starting.slice(1))
    const card = draw() < RED_SHARE ? 'red card' : 'yellow card'
    // No player gets two cards, because a second yellow card would have to be red.
    if (booked.has(player.id)) continue
    booked.add(player.id)
    cards.push({ side, moment, elapsed: elapsedAt(moment, stoppage), player, card })
  }
  return cards.sort(byTime)
}

interface GoalsOfHalf {
  readonly side: Side
  readonly half: Half
  readonly count: number
  readonly stoppage: Stoppage
}

const randomGoals = (
  draw: Draw,
  match: Match,
  cards: readonly Card[],
  { side, half, count, stoppage }: GoalsOfHalf,
): Goal[] =>
  Array.from({ length: count }, () => {
    const moment = randomMoment(draw, half, stoppage)
    const elapsed = elapsedAt(moment, stoppage)
    return { side, moment, elapsed, ...pickScorer(draw, match, side, sentOff(cards, elapsed)) }
  })

const sentOff = (cards: readonly Card[], elapsed: number): ReadonlySet<string> =>
  new Set(cards.filter((card) => card.card === 'red card' && card.elapsed <= elapsed).map(({ player }) => player.id))

/** The scorer and the assist. The scorer of an own goal is a player of the other side. */
export const pickScorer = (
  draw: Draw,
  match: Match,
  side: Side,
  absent: ReadonlySet<string>,
): Pick<Goal, 'player' | 'assist' | 'info'> => {
  const present = (of: Side): Player[] => squadOf(clubOn(match, of)).starting.filter(({ id }) => !absent.has(id))
  const kind = draw()
  if (kind < OWN_GOAL_SHARE) {
    const others = present(side === 'home' ? 'away' : 'home').filter(({ role }) => role === 'defender')
    if (others.length > 0) return { player: pickOne(draw, others), assist: undefined, info: 'Own Goal' }
  }
  const player = pickWeighted(draw, present(side), ({ scoringWeight }) => scoringWeight)
  if (kind < OWN_GOAL_SHARE + PENALTY_SHARE) return { player, assist: undefined, info: 'Penalty' }
  const mates = present(side).filter(({ id }) => id !== player.id)
  return { player, assist: draw() < ASSIST_SHARE ? pickOne(draw, mates) : undefined, info: '' }
}
