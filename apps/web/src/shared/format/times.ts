import { agoLabel, formatDateTime, startLabel } from '@mupiira/domain/time/kampala.ts'

/** `startText('2026-11-21T16:00:00Z', now)` → "Today 19:00" */
export const startText = (instant: string, now: Date): string => startLabel(new Date(instant), now)

export const agoText = (instant: string, now: Date): string => agoLabel(new Date(instant), now)

/** "21 Nov 2026, 18:42" */
export const dateTimeText = (instant: string): string => formatDateTime(new Date(instant))

/** "21 Nov 2026", for what is known to the day alone. */
export const dateText = (instant: string): string => dateTimeText(instant).replace(/,.*/, '')

/** Time left as "4:05"; never below zero. */
export function countdownText(untilMs: number): string {
  const seconds = Math.max(0, Math.ceil(untilMs / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
