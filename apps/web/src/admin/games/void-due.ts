import type { AdminGame } from '@mupiira/contract/admin-games.ts'
import { DECIDE_AFTER_MS } from '@mupiira/domain/match/decision.ts'
import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { dateTimeText } from '../../shared/format/times.ts'

type Waiting = Pick<AdminGame, 'result' | 'startTime' | 'status' | 'voidsAt'>
type VoidDue = { readonly badge: string; readonly text: string }

/** "5 h 12 min", "12 min" */
function leftText(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / MINUTE_MS))
  const hours = Math.floor(minutes / 60)
  return [...(hours > 0 ? [`${hours} h`] : []), ...(minutes % 60 > 0 ? [`${minutes % 60} min`] : [])].join(' ')
}

/** The warning before a game without a result becomes void automatically; null otherwise. */
export function voidDue({ result, startTime, status, voidsAt }: Waiting, now: Date): VoidDue | null {
  if (result !== null) return null
  const isOverdue = now.getTime() - Date.parse(startTime) >= DECIDE_AFTER_MS
  const isInterrupted = status === 'postponed' || status === 'abandoned'
  if (!isInterrupted && !((status === 'upcoming' || status === 'live') && isOverdue)) return null
  const left = Date.parse(voidsAt) - now.getTime()
  if (left <= 0)
    return { badge: 'void now', text: 'The game has no result a day after its start, so its bets become void now.' }
  const when = leftText(left)
  return {
    badge: `void in ${when}`,
    text: `Without a result, all its bets become void automatically in ${when} (${dateTimeText(voidsAt)}), without approval.`,
  }
}
