import { describe, expect, it } from 'vitest'
import { createProgress } from './test-progress.ts'

const passed = (count: number, atMs: number) => ({ passed: count, failed: 0, atMs })

describe('progress of a test run', () => {
  it('the progress of a test run estimates the end from earlier durations, scaled to the speed of this run', () => {
    const progress = createProgress({ 'a.test.ts': 1_000, 'b.test.ts': 3_000, 'c.test.ts': 36_000 }, 0)
    for (const file of ['a.test.ts', 'b.test.ts', 'c.test.ts']) progress.add('pure', file)
    progress.begin('pure', 100)
    expect(progress.line(500)).toBe('running       pure 0/3 files, 0 failed, 1 s')
    progress.finish('pure', 'a.test.ts', passed(4, 2_000))
    progress.finish('pure', 'b.test.ts', { passed: 2, failed: 1, atMs: 8_000 })
    expect(progress.line(8_000)).toBe('running       pure 2/3 files, 1 failed, 8 s, about 72 s left')
  })

  it('the progress of a test run counts files without an earlier duration as average', () => {
    const progress = createProgress({}, 0)
    for (const file of ['a.test.ts', 'b.test.ts', 'c.test.ts']) progress.add('db', file)
    progress.begin('db', 0)
    progress.finish('db', 'a.test.ts', passed(1, 60_000))
    expect(progress.line(60_000)).toBe('running       db 1/3 files, 0 failed, 60 s, about 2 min left')
  })

  it('the progress of a test run reports a project after its last file, and shows the projects still running', () => {
    const progress = createProgress({}, 0)
    progress.add('architecture', 'a.test.ts')
    progress.add('pure', 'b.test.ts')
    progress.add('browser', 'c.test.ts')
    progress.begin('architecture', 1_000)
    progress.begin('pure', 1_000)
    expect(progress.finish('architecture', 'a.test.ts', passed(5, 3_500))).toBe(
      'architecture  5 passed, 0 failed (2.5 s)',
    )
    expect(progress.line(4_000)).toBe('running       pure 0/1 files, 0 failed, 4 s, about 8 s left')
  })
})
