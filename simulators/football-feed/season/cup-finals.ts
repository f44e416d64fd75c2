import { leagueNamed } from './leagues.ts'
import type { Match, Score } from './match.ts'
import { randomBetween, drawsFor } from './random.ts'

/** In the generated season, one of this many matches is a cup final. */
const EVERY = 13

/** Turns some matches into cup finals. If a final is drawn, it has extra time without goals and then penalties. */
export const withCupFinals = (match: Match): Match =>
  Number(match.id) % EVERY === 0
    ? {
        ...match,
        league: leagueNamed(match.league.country, `${match.league.country} Cup`),
        round: 'Final',
        overtime: { extra: { home: 0, away: 0 }, penalties: shootOut(match.seed) },
      }
    : match

/** The result of a penalty shoot-out: the winner has 3 to 5 goals, the loser one or two fewer. */
function shootOut(seed: string): Score {
  const draw = drawsFor(`${seed}/shoot-out`)
  const more = randomBetween(draw, 3, 5)
  const fewer = more - randomBetween(draw, 1, 2)
  return draw() < 0.5 ? { home: more, away: fewer } : { home: fewer, away: more }
}
