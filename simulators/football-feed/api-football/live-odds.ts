import type { MatchState } from '../feed.ts'
import type { WireRow } from '../wire-row.ts'
import { leagueOf, seasonOf, statusOf } from './rows.ts'

/**
 * A row of /odds/live. `stopped`: the referee has stopped play. `blocked`: the bookmaker takes no bets, for example
 * during a dangerous attack. The product reads no odds from it, so there is one bet only, with the odds of the start.
 */
export const liveOddsRow = (seen: MatchState, nowMs: number): WireRow => {
  const { match, play } = seen
  const status = statusOf(seen)
  const isStopped = play.stop !== null
  return {
    fixture: { id: Number(match.id), status: { long: status['long'], elapsed: status['elapsed'], seconds: '' } },
    league: { id: leagueOf(match.league)['id'], season: seasonOf(match.kickoffMs) },
    teams: {
      home: { id: Number(match.home.id), goals: play.score?.home ?? 0 },
      away: { id: Number(match.away.id), goals: play.score?.away ?? 0 },
    },
    status: { stopped: play.stop === 'referee', blocked: isStopped, finished: !play.live },
    update: new Date(nowMs).toISOString().replace(/\.\d+Z$/, '+00:00'),
    odds: [
      {
        id: 59,
        name: 'Fulltime Result',
        values: [
          ['Home', 'odd_1'],
          ['Draw', 'odd_x'],
          ['Away', 'odd_2'],
        ].flatMap(([value, column = '']) => {
          const odd = match.quotes[column]
          return odd === undefined
            ? []
            : [{ value, odd: String(odd), handicap: null, main: null, suspended: isStopped }]
        }),
      },
    ],
  }
}
