import { type ChildProcess, spawn } from 'node:child_process'
import { basename, join } from 'node:path'
import { serverFlags } from '../../scripts/running/server-flags.ts'

const root = join(import.meta.dirname, '../..')
/**
 * Tests start hundreds of servers, and half of a start is compiling the same sources. So they share a compile cache.
 */
const compiled = join(root, '.cache/compiled')

export type Environment = Readonly<Record<string, string>>

export const SERVER = 'apps/server/src/main.ts'

/** The entry points that tests start are bundled in a test run (server-bundle.ts). */
export const BUNDLED = [
  SERVER,
  'apps/server/src/audit-verify.ts',
  'apps/server/src/ledger-check.ts',
  'apps/server/src/reconcile.ts',
  'apps/server/src/rollups-refill.ts',
  'apps/server/src/test-operator.ts',
]

function fileOf(entry: string): string {
  const folder = process.env['SERVER_BUNDLE']
  if (folder === undefined || !BUNDLED.includes(entry)) return join(root, entry)
  return join(folder, `${basename(entry, '.ts')}.mjs`)
}

/** Starts an entry point of the server with exactly this environment. It stops with this process. */
export function spawnEntry(file: string, env: Environment, output: number | 'pipe'): ChildProcess {
  return spawn(process.execPath, [...serverFlags, fileOf(file)], {
    cwd: root,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      NODE_COMPILE_CACHE: compiled,
      EXIT_WITH_PARENT: '1',
      ...env,
    },
    stdio: ['pipe', output, output],
  })
}

export type ProcessEnd = { readonly code: number | null; readonly output: string }

export async function runEntry(file: string, env: Environment): Promise<ProcessEnd> {
  const entry = spawnEntry(file, env, 'pipe')
  let output = ''
  entry.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  entry.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => entry.once('close', resolve))
  return { code, output }
}
