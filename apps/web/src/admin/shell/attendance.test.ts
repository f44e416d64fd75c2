import { expect, it } from 'vitest'
import { trackAttendance } from './attendance.ts'

it('[ADMS-05] the console counts as idle from one minute after the last user action until the next action', () => {
  const page = new EventTarget()
  let now = 0
  const { isLost, stop } = trackAttendance(page, () => now)
  expect(isLost()).toBe(false)
  now = 60_001
  expect(isLost()).toBe(true)
  for (const type of ['keydown', 'pointerdown', 'wheel', 'touchstart']) {
    page.dispatchEvent(new Event(type))
    expect([type, isLost()]).toEqual([type, false])
    now += 60_001
    expect([type, isLost()]).toEqual([type, true])
  }
  page.dispatchEvent(new Event('mousemove'))
  expect(isLost()).toBe(true)
  stop()
  page.dispatchEvent(new Event('keydown'))
  expect(isLost()).toBe(true)
})
