import { expect, it } from 'vitest'
import { trackIdle } from './idle.ts'

it('[ADMS-05] the console counts as idle from one minute after the last user action until the next action', () => {
  const page = new EventTarget()
  let now = 0
  const { isIdle, stop } = trackIdle(page, () => now)
  expect(isIdle()).toBe(false)
  now = 60_001
  expect(isIdle()).toBe(true)
  for (const type of ['keydown', 'pointerdown', 'wheel', 'touchstart']) {
    page.dispatchEvent(new Event(type))
    expect([type, isIdle()]).toEqual([type, false])
    now += 60_001
    expect([type, isIdle()]).toEqual([type, true])
  }
  page.dispatchEvent(new Event('mousemove'))
  expect(isIdle()).toBe(true)
  stop()
  page.dispatchEvent(new Event('keydown'))
  expect(isIdle()).toBe(true)
})
