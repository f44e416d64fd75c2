import { type Score, sameScore } from '@mupiira/domain/match/goals.ts'
import type { GameRow } from './game-row.ts'

/** Whether staff has taken over this game of the feed. The feed's reports are then stored but not applied. */
export const isTakenOver = ({ source, feedMatchId }: Pick<GameRow, 'source' | 'feedMatchId'>): boolean =>
  source === 'hand' && feedMatchId !== null

/** Whether the feed reports the match as finished with this score. */
export function isConfirmedByFeed({ feedReport }: Pick<GameRow, 'feedReport'>, score: Score): boolean {
  const reported = scoreReported(feedReport)
  return feedReport?.status === 'finished' && reported !== null && sameScore(reported, score)
}

type Run = Pick<GameRow, 'source' | 'feedMatchId' | 'feedReport' | 'status'>

/**
 * Whether the feed's report on a taken-over game makes its prices doubtful: the match is no longer upcoming, has
 * another score or is over. Either the feed or staff is wrong, and players may know which.
 */
export function isDisputedByFeed(game: Run, score: Score): boolean {
  const { feedReport, status } = game
  if (!isTakenOver(game) || feedReport === null) return false
  if (status === 'upcoming') return feedReport.status !== 'upcoming'
  const reported = scoreReported(feedReport)
  return feedReport.status === 'finished' || (reported !== null && !sameScore(reported, score))
}

const scoreReported = (report: GameRow['feedReport']): Score | null =>
  report === null || report.homeScore === null || report.awayScore === null
    ? null
    : { home: report.homeScore, away: report.awayScore }
