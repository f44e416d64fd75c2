export const REVIEW_DECISIONS = {
  approved: 'Approved',
  rejected: 'Rejected',
  cancelled: 'Cancelled by the player',
} as const

/** `waitingText('2026-11-21T12:00:00Z', now)` → "3 h 5 min" */
export function waitingText(since: string, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / 60_000))
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60)]
  if (days > 0) return `${days} d ${hours} h`
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`
}
