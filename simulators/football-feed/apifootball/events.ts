import { minuteText } from '../play/match-clock.ts'
import { type CountedGoal, halfName } from '../play/play.ts'
import type { Player } from '../play/squad.ts'
import type { Card } from '../play/timeline.ts'
import type { Score, Side } from '../season/match.ts'
import type { WireRow } from '../wire-row.ts'

/** The scorer columns of a goal. The columns of the other side are empty. */
export const scorerColumns = (side: Side, player: Player, assist: Player | undefined): WireRow => {
  const isHome = side === 'home'
  return {
    home_scorer: isHome ? player.name : '',
    home_scorer_id: isHome ? player.id : '',
    home_assist: isHome ? (assist?.name ?? '') : '',
    home_assist_id: isHome ? (assist?.id ?? '') : '',
    away_scorer: isHome ? '' : player.name,
    away_scorer_id: isHome ? '' : player.id,
    away_assist: isHome ? '' : (assist?.name ?? ''),
    away_assist_id: isHome ? '' : (assist?.id ?? ''),
  }
}

export const goalRow = ({ side, player, assist, moment, info }: CountedGoal, score: Score): WireRow => ({
  time: minuteText(moment),
  ...scorerColumns(side, player, assist),
  score: `${score.home} - ${score.away}`,
  info,
  score_info_time: halfName(moment.half),
})

/** The goals with the score after each. */
export const goalRows = (goals: readonly CountedGoal[]): WireRow[] => {
  const score = { home: 0, away: 0 }
  return goals.map((goal) => {
    score[goal.side] += 1
    return goalRow(goal, score)
  })
}

export const cardRow = ({ side, moment, player, card }: Card): WireRow => ({
  time: minuteText(moment),
  home_fault: side === 'home' ? player.name : '',
  card,
  away_fault: side === 'away' ? player.name : '',
  info: side,
  home_player_id: side === 'home' ? player.id : '',
  away_player_id: side === 'away' ? player.id : '',
  score_info_time: halfName(moment.half),
})
