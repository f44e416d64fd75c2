import { leagueNamed } from './leagues.ts'
import type { Match, Score } from './match.ts'
import { drawBetween, drawsFor } from './random.ts'

/** One of this many matches of the generated season is the final of its country's cup. */
const EVERY = 13

/** Shows some matches as cup finals, whose winner a drawn match decides by penalties after extra time without goals. */
export const withCupFinals = (match: Match): Match =>
  Number(match.id) % EVERY === 0
    ? {
        ...match,
        league: leagueNamed(match.league.country, `${match.league.country} Cup`),
        round: 'Final',
        overtime: { extra: { home: 0, away: 0 }, penalties: shootOut(match.seed) },
      }
    : match

/** A shoot-out with a winner: 3 to 5 goals against one or two fewer. */
function shootOut(seed: string): Score {
  const draw = drawsFor(`${seed}/shoot-out`)
  const more = drawBetween(draw, 3, 5)
  const fewer = more - drawBetween(draw, 1, 2)
  return draw() < 0.5 ? { home: more, away: fewer } : { home: fewer, away: more }
}
