import type { Feed } from '../feed.ts'
import type { Club } from '../season/match.ts'
import { type Player, squadOf } from './squad.ts'

/** About as many matches as a club plays in a season. */
const COUNTED_MATCHES = 38

/** Matches and goals of a player. */
export interface PlayerRecord {
  readonly player: Player
  readonly matches: number
  readonly goals: number
}

/** The records of a club's players: their goals in its latest finished matches. Substitutes never play. */
export const recordsOf = (feed: Feed, club: Club, matches = COUNTED_MATCHES): PlayerRecord[] => {
  const played = feed.history(({ home, away }) => home.id === club.id || away.id === club.id, matches)
  const scorers = played.flatMap(({ play }) =>
    play.goals.flatMap(({ info, player }) => (info === 'Own Goal' ? [] : player.id)),
  )
  const { starting, bench } = squadOf(club)
  return [
    ...starting.map((player) => {
      return { player, matches: played.length, goals: scorers.filter((id) => id === player.id).length }
    }),
    ...bench.map((player) => ({ player, matches: 0, goals: 0 })),
  ]
}
