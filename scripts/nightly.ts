import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './running/folders.ts'
import { onStop } from './running/signals.ts'

/**
 * `npm run nightly [-- [--minutes=N] NAME …]`: runs the pure tests, the browser tests and every large proof at full
 * size, chaos, and the load programs with a pass criterion. Names such as `prove/races` or `bench/pricing` select some.
 * A program that needs longer than N minutes is stopped and counts as failed; the next one runs in any case. Each
 * output is in `.cache/nightly`. The estimate uses the durations of the last run.
 */
const LOAD_PROGRAMS = ['aviator', 'fairness', 'fanout', 'ingest', 'payments', 'pricing', 'settlement']

const folder = join(root, '.cache/nightly')
const durationsFile = join(folder, 'durations.json')
mkdirSync(folder, { recursive: true })
const durations = readDurations()

const tests = (command: string, path: string): string[] =>
  readdirSync(join(root, path))
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `${command}/${file.slice(0, -'.test.ts'.length)}`)
const all = [
  'prove/pure',
  'prove/browser',
  'prove/midnights',
  ...tests('prove', 'tests/prove'),
  ...tests('chaos', 'tests/chaos'),
  ...LOAD_PROGRAMS.map((name) => `bench/${name}`),
]
const { values: options, positionals: selected } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string', default: '120' } },
})
const limitMs = Number(options.minutes) * 60_000
const unknown = selected.filter((name) => !all.includes(name))
if (unknown.length > 0 || !(limitMs > 0)) {
  console.error(`Usage: npm run nightly -- [--minutes=N] NAME …. The names are:\n  ${all.join('\n  ')}`)
  process.exit(1)
}
const jobs = selected.length > 0 ? selected : all

type Outcome = 'passed' | 'FAILED' | 'TIMED OUT' | 'stopped'
let child: ChildProcess | undefined
let isStopped = false
onStop(() => {
  isStopped = true
  end()
})

const startedAt = performance.now()
const results: { readonly job: string; readonly outcome: Outcome; readonly seconds: number }[] = []
for (const [at, job] of jobs.entries()) {
  if (isStopped) break
  console.log(`${at + 1}/${jobs.length} ${job} (${estimate(jobs.slice(at))})`)
  const jobStartedAt = performance.now()
  const outcome = await run(job)
  const seconds = secondsSince(jobStartedAt)
  console.log(`    ${outcome} after ${seconds} s`)
  results.push({ job, outcome, seconds })
  if (outcome === 'passed') durations[job] = seconds
  writeFileSync(durationsFile, JSON.stringify(durations))
}
const passed = results.filter(({ outcome }) => outcome === 'passed').length
console.log('\nSummary')
for (const { job, outcome, seconds } of results)
  console.log(
    `${outcome.padEnd(9)} ${String(seconds).padStart(6)} s  ${job}${outcome === 'passed' ? '' : `: see ${logOf(job)}`}`,
  )
const notRun = jobs.length - results.length
console.log(
  `${passed} passed, ${results.length - passed} failed, ${notRun} not run, ${secondsSince(startedAt)} s in total`,
)
process.exit(passed === jobs.length ? 0 : 1)

function run(job: string): Promise<Outcome> {
  const [command = '', name = ''] = job.split('/')
  const log = openSync(join(root, logOf(job)), 'w')
  return new Promise((resolve) => {
    // A separate process group, so that a program that ignores the signal can be killed together with its children.
    child = spawn(process.execPath, [join(root, `scripts/${command}.ts`), name], {
      cwd: root,
      stdio: ['ignore', log, log],
      detached: true,
    })
    closeSync(log)
    let isTimedOut = false
    const limit = setTimeout(() => {
      isTimedOut = true
      end()
    }, limitMs)
    const finish = (outcome: Outcome): void => {
      clearTimeout(limit)
      child = undefined
      resolve(isStopped ? 'stopped' : isTimedOut ? 'TIMED OUT' : outcome)
    }
    child.on('error', () => finish('FAILED'))
    child.on('exit', (code) => finish(code === 0 ? 'passed' : 'FAILED'))
  })
}

/** Signals the running program to end within 30 seconds, then kills the remaining processes of its group. */
function end(): void {
  const ending = child
  const pid = ending?.pid
  if (!ending || pid === undefined) return
  ending.kill('SIGTERM')
  const killGroup = (): void => {
    clearTimeout(killTimer)
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // The whole group has ended.
    }
  }
  const killTimer = setTimeout(killGroup, 30_000)
  ending.on('exit', killGroup)
}

function logOf(job: string): string {
  return `.cache/nightly/${job.replace('/', '-')}.log`
}

function secondsSince(moment: number): number {
  return Math.round((performance.now() - moment) / 1_000)
}

function estimate(remaining: readonly string[]): string {
  const known = remaining.flatMap((job) => durations[job] ?? [])
  const minutes = Math.ceil(known.reduce((sum, seconds) => sum + seconds, 0) / 60)
  const missing = remaining.length - known.length
  const unknown = missing === 1 ? '1 job' : `${missing} jobs`
  return `${minutes} min left${missing > 0 ? `, plus ${unknown} of unknown duration` : ''}`
}

function readDurations(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(durationsFile, 'utf8')) as Record<string, number>
  } catch {
    return {}
  }
}
