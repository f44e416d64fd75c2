import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { createProgress } from './test-progress.ts'

/** Input of `npm run spec`. */
export type TestRun = { readonly endedAt: string; readonly tests: readonly TestResult[] }
export type TestResult = {
  readonly project: string
  readonly file: string
  readonly title: string
  readonly state: 'passed' | 'failed' | 'skipped' | 'pending'
}

const PROGRESS_EVERY_MS = 15_000

/** Prints the progress and a line per finished project, and writes every title with its state to `file`. */
export function runReporter(file: string, root: string): Reporter {
  const durationsFile = join(root, '.cache/test-durations.json')
  const durations = readDurations(durationsFile)
  const progress = createProgress({ ...durations }, performance.now())
  const nameOf = (moduleId: string): string => moduleId.replace(`${root}/`, '')
  let timer: NodeJS.Timeout | undefined
  return {
    onTestRunStart(specifications) {
      for (const { project, moduleId } of specifications) progress.add(project.name, nameOf(moduleId))
      timer = setInterval(() => console.log(progress.line(performance.now())), PROGRESS_EVERY_MS)
    },
    onTestModuleStart({ project }) {
      progress.begin(project.name, performance.now())
    },
    onTestModuleEnd(module) {
      const states = [...module.children.allTests()].map((test) => test.result().state)
      const { collectDuration, duration } = module.diagnostic()
      const name = nameOf(module.moduleId)
      durations[name] = Math.round(collectDuration + duration)
      // A run that is stopped also leaves them.
      write(durationsFile, durations)
      const result = progress.finish(module.project.name, name, {
        passed: states.filter((state) => state === 'passed').length,
        failed: states.filter((state) => state === 'failed').length,
        atMs: performance.now(),
      })
      if (result !== null) console.log(result)
    },
    onTestRunEnd(modules) {
      clearInterval(timer)
      const tests = modules.flatMap((module) => resultsOf(module, nameOf(module.moduleId)))
      write(file, { endedAt: new Date().toISOString(), tests } satisfies TestRun)
    },
  }
}

function write(file: string, content: TestRun | Readonly<Record<string, number>>): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(content, null, 1))
}

/** The durations by file; empty if no run has written them yet, or if another run is writing them. */
function readDurations(file: string): Record<string, number> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>
  } catch {
    return {}
  }
}

function resultsOf(module: TestModule, file: string): TestResult[] {
  const tests = [...module.children.allTests()].map((test) => ({
    project: module.project.name,
    file,
    title: test.fullName,
    state: test.result().state,
  }))
  if (tests.some((test) => test.state === 'failed') || module.state() !== 'failed') return tests
  // A file that does not load has no tests: it must not count as passed.
  return [...tests, { project: module.project.name, file, title: '(the file)', state: 'failed' as const }]
}
