import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Several commands may use one database server at the same time (two test runs, or `npm start` twice). The last command
 * to finish stops the server. Each command writes a file with its process id; files of dead processes do not count.
 */
export type Leases = { add(): void; remove(): void; others(): number }

export function leasesIn(folder: string): Leases {
  mkdirSync(folder, { recursive: true })
  const own = join(folder, String(process.pid))
  return {
    add: () => writeFileSync(own, startOf(process.pid) ?? ''),
    remove: () => rmSync(own, { force: true }),
    others: () => {
      const names = readdirSync(folder).filter((name) => name !== String(process.pid))
      const dead = names.filter((name) => !isAlive(Number(name), readOrEmpty(join(folder, name))))
      for (const name of dead) rmSync(join(folder, name), { force: true })
      return names.length - dead.length
    },
  }
}

/** Runs `work` while no other process of this machine holds the same lock file. */
export async function withLock<T>(file: string, timeoutMs: number, work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    try {
      writeFileSync(file, `${process.pid} ${startOf(process.pid) ?? ''}`, { flag: 'wx' })
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const [pid, start] = readOrEmpty(file).split(' ')
    if (pid && !isAlive(Number(pid), start ?? '')) rmSync(file, { force: true })
    else if (performance.now() > deadline)
      throw new Error(`Process ${pid} has held ${file} for too long. Stop that process, then try again.`)
    else await sleep(50)
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

/** Process ids are reused. Where the system reports start times, the start time must match too. */
export function isAlive(pid: number, start = ''): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return start === '' || (startOf(pid) ?? start) === start
}

function startOf(pid: number): string | undefined {
  const fields = readOrEmpty(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')
  return fields?.[19]
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
