import { renameSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** The business time of all processes of a test, moved by a file that each of them looks at (CLOCK_FILE). */
export type TestClock = {
  readonly path: string
  now(): Date
  /** At once, then on at the pace of real time. Resolves when every process has seen it. */
  moveTo(time: Date): Promise<void>
  /** From now on so many times as fast as real time. */
  run(speed: number): Promise<void>
}

/** Processes look at the file every 100 ms. */
const SEEN_AFTER_MS = 250

/** Begins at this moment where one is given, else at the real one. */
export function createTestClock(path: string, beginsAt?: Date): TestClock {
  const realMs = Date.now()
  let shift = { offsetMs: (beginsAt?.getTime() ?? realMs) - realMs, speed: 1, sinceMs: realMs }
  const at = (realMs: number): number => shift.sinceMs + (realMs - shift.sinceMs) * shift.speed + shift.offsetMs

  function write(next: typeof shift): Promise<void> {
    shift = next
    // Renamed into place, so that nobody reads half of it.
    writeFileSync(`${path}.new`, JSON.stringify(shift))
    renameSync(`${path}.new`, path)
    return sleep(SEEN_AFTER_MS)
  }
  void write(shift)

  return {
    path,
    now: () => new Date(at(Date.now())),
    moveTo(time) {
      const realMs = Date.now()
      return write({ offsetMs: time.getTime() - realMs, speed: 1, sinceMs: realMs })
    },
    run(speed) {
      const realMs = Date.now()
      return write({ offsetMs: at(realMs) - realMs, speed, sinceMs: realMs })
    },
  }
}
