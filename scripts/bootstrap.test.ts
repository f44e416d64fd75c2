import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

const needed = { 'node_modules/pg': { version: '8.0.0' } }
const forTests = { 'node_modules/vite': { version: '8.0.0', dev: true } }
let clone: string

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'bootstrap-'))
  mkdirSync(join(clone, 'scripts'))
  mkdirSync(join(clone, 'node_modules'))
  cpSync(join(import.meta.dirname, 'bootstrap.mjs'), join(clone, 'scripts/bootstrap.mjs'))
  write('scripts/work.mjs', "console.log('worked')")
  write('npm.js', "require('node:fs').writeFileSync('installed', '')")
  write('package-lock.json', JSON.stringify({ packages: { ...needed, ...forTests } }))
})
afterEach(() => rmSync(clone, { recursive: true }))

const write = (path: string, text: string): void => writeFileSync(join(clone, path), text)

/**
 * Runs a command in a clone whose installed packages are `present`. The replacement of npm writes a file, so the test
 * sees whether npm ran.
 */
function command(present: object, nodeEnv: string): { printed: string; isInstalled: boolean } {
  write('node_modules/.package-lock.json', JSON.stringify({ packages: present }))
  const { stdout, stderr } = spawnSync(process.execPath, ['scripts/bootstrap.mjs', 'work.mjs'], {
    cwd: clone,
    env: { PATH: '', NODE_ENV: nodeEnv, npm_execpath: join(clone, 'npm.js') },
    encoding: 'utf8',
  })
  return { printed: (stdout + stderr).trim(), isInstalled: existsSync(join(clone, 'installed')) }
}

it('[OPS-08] a production command works without development dependencies, and installs nothing', () => {
  expect(command(needed, 'production')).toEqual({ printed: 'worked', isInstalled: false })
})

it('[OPS-08] a production node with missing packages reports an error and changes nothing', () => {
  expect(command({}, 'production')).toEqual({
    printed: expect.stringContaining('npm ci --ignore-scripts') as string,
    isInstalled: false,
  })
})

it('a command in a fresh clone installs missing packages', () => {
  expect(command(needed, '')).toEqual({ printed: expect.stringContaining('worked') as string, isInstalled: true })
})
