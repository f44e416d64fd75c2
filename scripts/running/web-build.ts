import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fingerprint } from './fingerprint.ts'
import { root } from './folders.ts'

const sources = ['apps/web', 'packages/domain', 'packages/contract', 'package-lock.json']
const results = ['apps/web/dist/client', 'apps/web/dist/server/entry-server.js']
const stamp = join(root, '.cache/web-build')

/**
 * Builds the web app if its sources changed since the last build, after `announce`. Throws with the build's output if
 * it fails.
 */
export function buildWebIfStale(announce: () => void = () => undefined): { readonly isBuilt: boolean } {
  const state = fingerprint(sources)
  const isFresh = results.every((path) => existsSync(join(root, path))) && existsSync(stamp)
  if (isFresh && readFileSync(stamp, 'utf8') === state) return { isBuilt: false }
  announce()
  const { status, error, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'build', '-w', 'apps/web'], {
    cwd: root,
    // Tests run this code with another NODE_ENV.
    env: { ...process.env, NODE_ENV: 'production' },
    // Warnings of dependencies do not concern people who start the product.
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  })
  if (error) throw error
  if (status !== 0) throw new Error(`The web app could not be built.\n${stdout}${stderr}`)
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, state)
  return { isBuilt: true }
}
