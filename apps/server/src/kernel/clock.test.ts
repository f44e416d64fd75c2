import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fileClock } from './clock.ts'

const file = () => join(mkdtempSync(join(tmpdir(), 'clock-')), 'clock.json')

it.each([
  ['an offset only', { offsetMs: 90_000 }, 1_000_000, 1_090_000],
  ['a speed from a given moment', { sinceMs: 1_000_000, speed: 10 }, 1_003_000, 1_030_000],
  ['a speed and an offset', { sinceMs: 1_000_000, speed: 2, offsetMs: 500 }, 1_001_000, 1_002_500],
  ['a stopped clock', { sinceMs: 1_000_000, speed: 0 }, 1_007_000, 1_000_000],
  ['an empty file', {}, 1_000_000, 1_000_000],
])('the business clock applies a clock file with %s', (_title, shift, realMs, expectedMs) => {
  const path = file()
  writeFileSync(path, JSON.stringify(shift))
  expect(
    fileClock(path, () => realMs)
      .now()
      .getTime(),
  ).toBe(expectedMs)
})

it('the business clock applies a changed clock file within 100 ms, and ignores a half-written or missing file', () => {
  const path = file()
  let realMs = 5_000
  const clock = fileClock(path, () => realMs)
  const change = (text: string, at: number) => {
    writeFileSync(path, text)
    utimesSync(path, at, at)
  }
  expect(clock.now().getTime()).toBe(5_000)
  change('{"offsetMs": 1000}', 10)
  realMs += 99
  expect(clock.now().getTime()).toBe(5_099)
  realMs += 1
  expect(clock.now().getTime()).toBe(6_100)
  change('{"offsetMs": 2', 20)
  realMs += 100
  expect(clock.now().getTime()).toBe(6_200)
  change('{"offsetMs": 2000}', 30)
  realMs += 100
  expect(clock.now().getTime()).toBe(7_300)
})
