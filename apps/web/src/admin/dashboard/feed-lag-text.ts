import type { AdminStats } from '@mupiira/contract/admin-stats.ts'
import { MIN_EVENTS_FOR_CHANGE } from '@mupiira/domain/money/change.ts'

/** The delay of pushed goals. The text mentions 95 % only if there are enough goals for a percentage. */
export function feedLagText({ seconds, goals }: AdminStats['feedLag']): string {
  const delay = `${seconds.toFixed(1)} s`
  if (goals === 1) return `The last pushed goal appeared in a feed response after ${delay}.`
  const share = goals < MIN_EVENTS_FOR_CHANGE ? `The last ${goals}` : `95 % of the last ${goals}`
  return `${share} pushed goals appeared in feed responses within ${delay}.`
}
