import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './running/folders.ts'
import { onStop } from './running/signals.ts'

/**
 * `npm run nightly [-- NAME …]`: runs every large proof at full size, chaos, and the load programs with a pass
 * criterion. Names such as `prove/races` or `bench/pricing` select some. Each output is in `.cache/nightly`. The
 * estimate uses the durations of the last run.
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
  ...tests('prove', 'tests/prove'),
  ...tests('chaos', 'tests/chaos'),
  ...LOAD_PROGRAMS.map((name) => `bench/${name}`),
]
const selected = process.argv.slice(2)
const unknown = selected.filter((name) => !all.includes(name))
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. The names are:\n  ${all.join('\n  ')}`)
  process.exit(1)
}
const jobs = selected.length > 0 ? selected : all

let child: ChildProcess | undefined
let isStopped = false
onStop(() => {
  isStopped = true
  child?.kill('SIGTERM')
})

const failed: string[] = []
for (const [at, job] of jobs.entries()) {
  console.log(`${at + 1}/${jobs.length} ${job} (${estimate(jobs.slice(at))})`)
  const startedAt = performance.now()
  const isPassed = (await run(job)) === 0
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  console.log(`    ${isPassed ? 'passed' : 'FAILED'} after ${seconds} s`)
  if (isPassed) durations[job] = seconds
  else failed.push(job)
  writeFileSync(durationsFile, JSON.stringify(durations))
}
console.log(`${jobs.length - failed.length} passed, ${failed.length} failed`)
for (const job of failed) console.log(`FAILED ${job}: see .cache/nightly/${job.replace('/', '-')}.log`)
process.exit(failed.length === 0 ? 0 : 1)

function run(job: string): Promise<number> {
  const [command = '', name = ''] = job.split('/')
  const log = openSync(join(folder, `${command}-${name}.log`), 'w')
  return new Promise((resolve, reject) => {
    child = spawn(process.execPath, [join(root, `scripts/${command}.ts`), name], {
      cwd: root,
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    child.on('error', reject)
    child.on('exit', (code) => (isStopped ? process.exit(1) : resolve(code ?? 1)))
  })
}

function estimate(remaining: readonly string[]): string {
  const known = remaining.flatMap((job) => durations[job] ?? [])
  const minutes = Math.ceil(known.reduce((sum, seconds) => sum + seconds, 0) / 60)
  const missing = remaining.length - known.length
  return `${minutes} min left${missing > 0 ? `, plus ${missing} without an earlier run` : ''}`
}

function readDurations(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(durationsFile, 'utf8')) as Record<string, number>
  } catch {
    return {}
  }
}
