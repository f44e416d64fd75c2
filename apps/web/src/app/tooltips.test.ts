import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tooltipTimer } from './tooltips.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function watched() {
  let shown: string | null = null
  const times = tooltipTimer<string>(
    (target) => (shown = target),
    () => (shown = null),
  )
  const after = (milliseconds: number): string | null => {
    vi.advanceTimersByTime(milliseconds)
    return shown
  }
  return { ...times, after }
}

describe('[APP-31] a tooltip', () => {
  it('a tooltip opens after the pointer rests for 700 ms, and not if the pointer leaves earlier', () => {
    const { enter, leave, after } = watched()
    enter('bell')
    expect([after(699), after(1)]).toEqual([null, 'bell'])
    leave()
    expect(after(0)).toBeNull()
    vi.advanceTimersByTime(1_000)
    enter('menu')
    vi.advanceTimersByTime(500)
    leave()
    expect(after(1_000)).toBeNull()
  })

  it.each([
    [0, 'menu'],
    [299, 'menu'],
    [300, null],
  ])('pointing at "menu" %i ms after another tooltip closed immediately shows the tooltip %s', (pauseMs, shown) => {
    const { enter, leave, after } = watched()
    enter('bell')
    vi.advanceTimersByTime(700)
    leave()
    vi.advanceTimersByTime(pauseMs)
    enter('menu')
    expect(after(0)).toBe(shown)
    expect(after(700)).toBe('menu')
  })

  it('after one tooltip has opened, the tooltip of the next element opens without a delay', () => {
    const { enter, after } = watched()
    enter('bell')
    vi.advanceTimersByTime(700)
    enter('menu')
    expect(after(0)).toBe('menu')
  })
})
