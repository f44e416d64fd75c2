import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataFolder, root } from './folders.ts'
import { serverFlags } from './server-flags.ts'

export type ChildOptions = {
  readonly name: string
  /** A TypeScript file, relative to the clone's folder. */
  readonly file: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** `log`: the log file of the process, emptied first. */
  readonly output: 'log' | NodeJS.WritableStream
  readonly onUnexpectedExit: (report: string) => void
  /** Called when a process that ends by itself has ended. */
  readonly onDone?: () => void
}

/** `stop` requests the process to end, and kills it after the given time. */
export type Child = { readonly stop: (withinMs?: number) => Promise<void> }

const lastLinesShown = 20
const graceMs = 12_000

export function logFileOf(name: string): string {
  return join(dataFolder, 'logs', `${name}.log`)
}

/**
 * Starts one of the product's processes. It ends with this process, even if this process is killed, because its
 * standard input then closes. Outside development its output goes to a file: a process whose log pipe broke cannot exit
 * cleanly.
 */
export function startChild(options: ChildOptions): Child {
  const log = options.output === 'log' ? openLog(options.name) : undefined
  let isStopping = false
  const child = spawn(process.execPath, [...serverFlags, join(root, options.file)], {
    cwd: root,
    stdio: ['pipe', log ?? 'pipe', log ?? 'inherit'],
    env: { ...process.env, ...options.env, EXIT_WITH_PARENT: '1' },
    // Ctrl-C reaches only this process, which stops the children in order.
    detached: true,
  })
  if (log !== undefined) closeSync(log)
  if (options.output !== 'log') child.stdout?.pipe(options.output, { end: false })
  child.stdin?.on('error', () => undefined)
  child.on('error', (error) => options.onUnexpectedExit(`The ${options.name} could not be run: ${error.message}`))
  child.on('exit', (code, signal) => {
    if (isStopping) return
    if (code === 0 && options.onDone !== undefined) return options.onDone()
    const lines = log === undefined ? [] : readFileSync(logFileOf(options.name), 'utf8').trimEnd().split('\n')
    const last = lines.slice(-lastLinesShown).join('\n')
    options.onUnexpectedExit(`The ${options.name} ended (${signal ?? code}). ${last && `Last output:\n${last}`}`)
  })
  return {
    stop: (withinMs = graceMs) => {
      isStopping = true
      return stopChild(child, withinMs)
    },
  }
}

function openLog(name: string): number {
  mkdirSync(join(dataFolder, 'logs'), { recursive: true })
  return openSync(logFileOf(name), 'w')
}

function stopChild(child: ChildProcess, withinMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return Promise.resolve()
  return new Promise((resolve) => {
    const force = setTimeout(() => child.kill('SIGKILL'), withinMs)
    child.once('exit', () => {
      clearTimeout(force)
      resolve()
    })
    child.kill('SIGTERM')
  })
}
