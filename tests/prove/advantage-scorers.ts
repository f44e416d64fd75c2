import type { GoalEvent } from '@mupiira/domain/match/goals.ts'
import { chanceOfShare, goalsOf } from '@mupiira/domain/pricing/scorers.ts'
import type { ModelParams } from '@mupiira/domain/pricing/types.ts'
import { recordsOf } from '@mupiira/simulators/football-feed/play/records.ts'
import { scoringShare, squadOf } from '@mupiira/simulators/football-feed/play/squad.ts'
import { OWN_GOAL_SHARE } from '@mupiira/simulators/football-feed/play/timeline.ts'
import { generateSeason } from '@mupiira/simulators/football-feed/season/generated-season.ts'
import { feedAt, NOON } from '@mupiira/simulators/football-feed/test-feed.ts'
import type { Draws } from '../support/seeded.ts'
import type { FeedGame, ListedMatch } from './advantage-product.ts'

// Clubs of the simulator play the recorded matches. The feed's records show how often a footballer has scored. The
// bettors of this test know the true scoring rates.

type Side = 'home' | 'away'
const SIDES: readonly Side[] = ['home', 'away']
/** The number of matches in one season. In the next season the same players have other records. */
const PER_SEASON = 100

/** The sides of each match with line-ups and records of `played` matches, and the true share of each player. */
export function scorerGames(played: number) {
  const feeds = new Map<number, ReturnType<typeof feedAt>>()
  const seasonOf = (at: number) => {
    const number = Math.floor(at / PER_SEASON)
    const season = generateSeason(`scorers ${number}`)
    const feed = feeds.get(number) ?? feedAt(NOON, season)
    feeds.set(number, feed)
    return { feed, pairing: season.pairing(at) }
  }
  const clubsOf = (at: number) => seasonOf(at).pairing

  return {
    details(at: number): Partial<FeedGame> {
      const { feed, pairing } = seasonOf(at)
      const players = SIDES.flatMap((side) =>
        squadOf(pairing[side]).starting.map(({ id, name }) => ({ id, name, side })),
      )
      const records = (side: Side) =>
        recordsOf(feed, pairing[side], played).map(({ player, matches, goals }) => {
          return { playerId: player.id, position: player.role, matches, goals }
        })
      const participants = players.map(({ id }) => id)
      return { players, participants, records: { home: records('home'), away: records('away') } }
    },

    /** The ids of the players, and the probability that each scores in this market. */
    chances(at: number, market: ModelParams | null): Map<string, number> {
      if (market?.kind !== 'score') return new Map()
      const pairing = clubsOf(at)
      return new Map(
        SIDES.flatMap((side) => {
          const goals = goalsOf(side, market)
          return squadOf(pairing[side]).starting.map((player) => {
            const share = (1 - OWN_GOAL_SHARE) * scoringShare(pairing[side], player)
            return [player.id, chanceOfShare(share, goals)] as const
          })
        }),
      )
    },

    /** The match with a scorer for each of its goals. */
    played(listed: ListedMatch, at: number, draws: Draws): ListedMatch {
      const pairing = clubsOf(at)
      const scorer = (side: Side): Pick<GoalEvent, 'scorer' | 'playerId' | 'ownGoal'> => {
        let left = draws.below(1_000_000) / 1_000_000 - OWN_GOAL_SHARE
        const other = squadOf(pairing[side === 'home' ? 'away' : 'home']).starting[1]
        if (left < 0) return { scorer: other?.name ?? '', playerId: other?.id ?? '', ownGoal: true }
        const { starting } = squadOf(pairing[side])
        const found = starting.find((player) => {
          left -= (1 - OWN_GOAL_SHARE) * scoringShare(pairing[side], player)
          return left < 0
        })
        return { scorer: found?.name ?? '', playerId: found?.id ?? '', ownGoal: false }
      }
      return { ...listed, goals: listed.goals.map((goal) => ({ ...goal, ...scorer(goal.team) })) }
    },
  }
}
