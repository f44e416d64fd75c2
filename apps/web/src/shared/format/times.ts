import { agoLabel, formatDateTime, momentLabel, startLabel } from '@mupiira/domain/time/kampala.ts'

/** `startText('2026-11-21T16:00:00Z', now)` → "Today 19:00" */
export const startText = (instant: string, now: Date): string => startLabel(new Date(instant), now)

export const agoText = (instant: string, now: Date): string => agoLabel(new Date(instant), now)

/**
 * "Today 18:42", "Yesterday 07:05", "Tomorrow 18:00", else "21 Nov 2026, 18:42". Used for every time that players see.
 */
export const momentText = (instant: string, now: Date): string => momentLabel(new Date(instant), now)

/** Like `momentText`, within a sentence: "until tomorrow 00:00". */
export const momentWords = (instant: string, now: Date): string =>
  momentText(instant, now).replace(/^[A-Z]/, (first) => first.toLowerCase())

/** "21 Nov 2026, 18:42", for the console and past matches, where staff and players compare dates. */
export const dateTimeText = (instant: string): string => formatDateTime(new Date(instant))

/** "21 Nov 2026", for values without a time of day. */
export const dateText = (instant: string): string => dateTimeText(instant).replace(/,.*/, '')
