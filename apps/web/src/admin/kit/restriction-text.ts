import type { InPlayRestriction } from '@mupiira/contract/admin-courtsiding.ts'

/** "No live bets", "5 s longer delay", or "" without a restriction. */
export function restrictionText({ extraDelaySeconds, isExcluded }: InPlayRestriction): string {
  if (isExcluded) return 'No live bets'
  return extraDelaySeconds === 0 ? '' : `${extraDelaySeconds} s longer delay`
}
