import { renameSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Business time of all processes of a test, controlled by a file that they poll (CLOCK_FILE). */
export type TestClock = {
  readonly path: string
  now(): Date
  /** Moves the clock immediately; it continues in real time. Resolves when every process has seen it. */
  moveTo(time: Date): Promise<void>
  /** Sets the speed relative to real time. */
  run(speed: number): Promise<void>
}

/** Processes poll the file every 100 ms. */
const SEEN_AFTER_MS = 250

/** Starts at this moment, or at real time. */
export function createTestClock(path: string, beginsAt?: Date): TestClock {
  const realMs = Date.now()
  let shift = { offsetMs: (beginsAt?.getTime() ?? realMs) - realMs, speed: 1, sinceMs: realMs }
  const at = (realMs: number): number => shift.sinceMs + (realMs - shift.sinceMs) * shift.speed + shift.offsetMs

  function write(next: typeof shift): Promise<void> {
    shift = next
    // Written and renamed, so that no process reads a partial file.
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
