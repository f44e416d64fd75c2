import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { clockFromFile } from './clock.ts'

describe('a clock controlled by a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clock-'))
  const path = join(folder, 'clock.json')
  afterEach(() => rmSync(path, { force: true }))

  const started = () => {
    let realMs = 1_000_000
    const clock = clockFromFile(path, { now: () => realMs })
    return { clock, pass: (ms: number) => void (realMs += ms) }
  }

  it('a clock controlled by a file shows the real time if there is no path or no file', () => {
    expect(clockFromFile(undefined, { now: () => 41 }).now()).toBe(41)
    expect(started().clock.now()).toBe(1_000_000)
  })

  it('a clock controlled by a file adds the offset, and applies a changed or removed file', () => {
    const { clock, pass } = started()
    writeFileSync(path, '{"offsetMs":60000}')
    expect(clock.now()).toBe(1_060_000)
    writeFileSync(path, '{"offsetMs":7200000}')
    expect(clock.now()).toBe(1_060_000)
    pass(100)
    expect(clock.now()).toBe(1_000_100 + 7_200_000)
    rmSync(path)
    pass(100)
    expect(clock.now()).toBe(1_000_200)
  })

  it('a clock controlled by a file runs at the given speed from the given time', () => {
    const { clock, pass } = started()
    writeFileSync(path, '{"offsetMs":500,"speed":30,"sinceMs":1000000}')
    expect(clock.now()).toBe(1_000_500)
    pass(2_000)
    expect(clock.now()).toBe(1_060_500)
  })

  it('a clock controlled by a file keeps the last offset while the file is half written', () => {
    const { clock, pass } = started()
    writeFileSync(path, '{"offsetMs":1000}')
    expect(clock.now()).toBe(1_001_000)
    writeFileSync(path, '{"offsetMs":99')
    pass(200)
    expect(clock.now()).toBe(1_001_200)
    writeFileSync(path, '{"offsetMs":9900}')
    pass(200)
    expect(clock.now()).toBe(1_010_300)
  })
})
