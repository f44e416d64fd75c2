import { onTestFinished } from 'vitest'
import type { Product } from './product.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const KAMPALA_MS = 180 * MINUTE_MS
/**
 * After eleven o'clock in Kampala, so no day ends during a test, and none of the demo's basketball and tennis starts or
 * ends within an hour.
 */
const OPENS_AFTER_MS = (8 * 60 + 6.5) * MINUTE_MS

/** The business time at which tests start: the next such moment, so they always see the same hour. */
export const OPENS_AT = nextOpening(Date.now())

function nextOpening(nowMs: number): Date {
  return new Date(Math.ceil((nowMs - OPENS_AFTER_MS) / DAY_MS) * DAY_MS + OPENS_AFTER_MS)
}

/** A moment as screens write it, in Kampala: "21 Nov 2026, 18:42". */
export function momentText(instant: string): string {
  const [date = '', time = ''] = new Date(Date.parse(instant) + KAMPALA_MS).toUTCString().split(/ (?=\d\d:)/)
  return `${date.replace(/^\w+, 0?/, '')}, ${time.slice(0, 5)}`
}

/** The date in Kampala some days later: `dayAfter(new Date('2026-11-21T22:00:00Z'), 30)` → "2026-12-22" */
export const dayAfter = (time: Date, days: number): string =>
  new Date(time.getTime() + KAMPALA_MS + days * DAY_MS).toISOString().slice(0, 10)

/** Stops business time until the test ends, so that prices do not move however slow the machine is. */
export async function steadyPrices({ clock }: Product): Promise<void> {
  onTestFinished(() => clock.run(1))
  await clock.run(0)
}
