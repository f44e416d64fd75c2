import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

/** Input of `npm run spec`. */
export type TestRun = { readonly endedAt: string; readonly tests: readonly TestResult[] }
export type TestResult = {
  readonly project: string
  readonly file: string
  readonly title: string
  readonly state: 'passed' | 'failed' | 'skipped' | 'pending'
}

/** Prints a line per finished project, and writes every title with its state to `file`. */
export function runReporter(file: string, root: string): Reporter {
  const running = new Map<string, { files: number; passed: number; failed: number; since: number }>()
  return {
    onTestRunStart(specifications) {
      for (const { project } of specifications) {
        const counts = running.get(project.name) ?? { files: 0, passed: 0, failed: 0, since: 0 }
        counts.files += 1
        running.set(project.name, counts)
      }
    },
    onTestModuleStart({ project }) {
      const counts = running.get(project.name)
      if (counts) counts.since ||= performance.now()
    },
    onTestModuleEnd(module) {
      const counts = running.get(module.project.name)
      if (!counts) return
      const states = [...module.children.allTests()].map((test) => test.result().state)
      counts.passed += states.filter((state) => state === 'passed').length
      counts.failed += states.filter((state) => state === 'failed').length
      counts.files -= 1
      if (counts.files > 0) return
      const seconds = ((performance.now() - counts.since) / 1000).toFixed(1)
      console.log(`${module.project.name.padEnd(13)} ${counts.passed} passed, ${counts.failed} failed (${seconds} s)`)
    },
    onTestRunEnd(modules) {
      const run: TestRun = {
        endedAt: new Date().toISOString(),
        tests: modules.flatMap((module) => resultsOf(module, root)),
      }
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, JSON.stringify(run, null, 1))
    },
  }
}

function resultsOf(module: TestModule, root: string): TestResult[] {
  const file = module.moduleId.replace(`${root}/`, '')
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
