import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isAlive, leasesIn, withLock } from './lease.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mupiira-lease-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** The id of a process that has ended. */
async function deadProcess(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await new Promise((resolve) => child.once('exit', resolve))
  return child.pid ?? 0
}

describe('leases', () => {
  it('the lease count includes other running processes', async () => {
    const leases = leasesIn(folder)
    leases.add()
    expect(leases.others()).toBe(0)
    writeFileSync(join(folder, String(process.ppid)), '')
    expect(leases.others()).toBe(1)
    writeFileSync(join(folder, String(await deadProcess())), '')
    expect(leases.others()).toBe(1)
  })

  it('the lease count excludes a different process that has reused a process id', () => {
    writeFileSync(join(folder, String(process.ppid)), '1')
    expect(leasesIn(folder).others()).toBe(process.platform === 'linux' ? 0 : 1)
    expect(isAlive(process.ppid)).toBe(true)
  })
})

describe('the lock', () => {
  it('the lease lock is held by one process at a time', async () => {
    const lock = join(folder, 'lock')
    const steps: string[] = []
    const work = (name: string) =>
      withLock(lock, 5000, async () => {
        steps.push(`${name} in`)
        await new Promise((resolve) => setTimeout(resolve, 20))
        steps.push(`${name} out`)
      })
    await Promise.all([work('a'), work('b')])
    expect([steps.slice(0, 2), steps.slice(2)].map((pair) => pair.map((step) => step.slice(2)))).toEqual([
      ['in', 'out'],
      ['in', 'out'],
    ])
    expect(existsSync(lock)).toBe(false)
  })

  it('the lease lock is taken over from a dead process, and released after a failure', async () => {
    const lock = join(folder, 'lock')
    writeFileSync(lock, `${await deadProcess()} 17`)
    await expect(withLock(lock, 5000, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(existsSync(lock)).toBe(false)
  })

  it('the error of a lease lock held for too long names the holder', async () => {
    const lock = join(folder, 'lock')
    writeFileSync(lock, `${process.ppid} `)
    await expect(withLock(lock, 60, () => Promise.resolve())).rejects.toThrow(String(process.ppid))
  })
})
