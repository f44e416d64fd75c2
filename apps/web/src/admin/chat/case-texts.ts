import { DAY_MS, HOUR_MS } from '@mupiira/domain/time/durations.ts'

const MINUTE_MS = 60_000

/** `spanText(5 * 60_000)` → "5 min"; an hour and more: "1 h 20 min", "2 h"; a day and more: "1 day", "3 days" */
export function spanText(ms: number): string {
  if (ms < MINUTE_MS) return 'under 1 min'
  if (ms >= DAY_MS) {
    const days = Math.floor(ms / DAY_MS)
    return `${days} day${days === 1 ? '' : 's'}`
  }
  const hours = Math.floor(ms / HOUR_MS)
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS)
  const parts = [...(hours > 0 ? [`${hours} h`] : []), ...(minutes > 0 ? [`${minutes} min`] : [])]
  return parts.join(' ')
}

/** The time since a message was sent that staff has not answered. */
export const waitText = (since: string, now: Date): string =>
  `Waiting ${spanText(Math.max(0, now.getTime() - Date.parse(since)))}`

/** A figure of the report; "–" if no case has it. */
export const secondsText = (seconds: number | null): string => (seconds === null ? '–' : spanText(seconds * 1_000))
