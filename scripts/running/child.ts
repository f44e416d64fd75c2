import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from './root.ts'

export type ChildOptions = {
  readonly name: string
  /** A TypeScript file, from the clone's folder. */
  readonly file: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly logFile: string
  /** Its output goes to the terminal too. */
  readonly isVerbose: boolean
  readonly onLine?: (line: string) => void
  readonly onUnexpectedExit: (report: string) => void
}

export type Child = { readonly stop: () => Promise<void> }

const lastLinesKept = 20
const graceMs = 12_000

/** Starts one of the product's processes. It ends with us, even if we are killed: then its standard input closes. */
export function startChild(options: ChildOptions): Child {
  mkdirSync(dirname(options.logFile), { recursive: true })
  const log = createWriteStream(options.logFile, { flags: 'a' })
  const lastLines: string[] = []
  let isStopping = false
  const child = spawn(process.execPath, [join(root, options.file)], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...options.env, EXIT_WITH_PARENT: '1' },
    // Ctrl-C reaches only us, and we stop the children in their order.
    detached: true,
  })
  child.stdin.on('error', () => undefined)
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      log.write(`${line}\n`)
      lastLines.push(line)
      if (lastLines.length > lastLinesKept) lastLines.shift()
      if (options.isVerbose) console.log(`${options.name} | ${line}`)
      options.onLine?.(line)
    })
  }
  child.on('error', (error) => options.onUnexpectedExit(`The ${options.name} could not be run: ${error.message}`))
  child.on('close', (code, signal) => {
    log.end()
    if (isStopping) return
    options.onUnexpectedExit(`The ${options.name} ended (${signal ?? code}). It said last:\n${lastLines.join('\n')}`)
  })
  return {
    stop: () => {
      isStopping = true
      return stopChild(child)
    },
  }
}

function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return Promise.resolve()
  return new Promise((resolve) => {
    const force = setTimeout(() => child.kill('SIGKILL'), graceMs)
    child.once('exit', () => {
      clearTimeout(force)
      resolve()
    })
    child.kill('SIGTERM')
  })
}
