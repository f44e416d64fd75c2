import { spawn } from 'node:child_process'
import type { Account } from './account.ts'

export type Outcome = { readonly code: number; readonly output: string }

/**
 * Runs a program to its end as the given account. Never rejects: a program that cannot be run returns the code
 * 127.
 */
export function runProgram(file: string, args: readonly string[], account: Account): Promise<Outcome> {
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(file, args, {
      // The current folder may be unreadable for the account, and PostgreSQL needs a readable one.
      cwd: '/',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
      ...(account && { uid: account.uid, gid: account.gid }),
    })
    child.stdout.on('data', (chunk: Buffer) => (output += chunk))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk))
    child.on('error', (error) => resolve({ code: 127, output: error.message }))
    child.on('close', (code) => resolve({ code: code ?? 127, output }))
  })
}
