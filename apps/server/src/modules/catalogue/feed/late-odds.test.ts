import { expect, it } from 'vitest'
import { lateOdds } from './late-odds.ts'

it('[MKT-40] odds that fail for hours are requested again five minutes after the last failure', () => {
  const late = lateOdds()
  const now = new Date('2026-11-21T12:00:00Z')
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
  for (let failure = 0; failure < 2_000; failure++) late.answered({ ok: false, error: 'UNREACHABLE' }, now, now)
  expect([late.areDue(after(299)), late.areDue(after(300))]).toEqual([false, true])
})
