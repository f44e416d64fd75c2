import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestRun } from '../tests/support/run-reporter.ts'
import { root } from './running/folders.ts'

/**
 * `npm run spec`: prints the requirements that the last test run proves. `npm run spec -- SLIP` prints the unproven
 * requirements of one area.
 */
const runFile = join(root, '.cache/test-run.json')
if (!existsSync(runFile)) {
  console.error('There is no test run yet: run npm test first.')
  process.exit(1)
}
const run = JSON.parse(readFileSync(runFile, 'utf8')) as TestRun
const requirements = readRequirements()
const passed = idsOf('passed')
const failed = idsOf('failed')
const onlyArea = process.argv[2]?.toUpperCase()

const areas = [...new Set([...requirements.keys()].map(areaOf))]
for (const area of areas.filter((name) => onlyArea === undefined || name === onlyArea)) {
  const ids = [...requirements.keys()].filter((id) => areaOf(id) === area)
  const open = ids.filter((id) => !passed.has(id) || failed.has(id))
  console.log(
    `${area.padEnd(5)} ${ids.length - open.length}/${ids.length}${open.length > 0 ? `  open: ${ranges(open)}` : ''}`,
  )
  if (onlyArea) for (const id of open) console.log(`  ${id} ${requirements.get(id)}`)
}
const unknown = [...passed].filter((id) => !requirements.has(id))
if (unknown.length > 0)
  console.log(`Test titles name ids that are missing in docs/requirements.md: ${unknown.join(' ')}`)
const proven = [...requirements.keys()].filter((id) => passed.has(id) && !failed.has(id)).length
console.log(`${proven} of ${requirements.size} requirements are named by a passing test (run of ${run.endedAt}).`)

function readRequirements(): ReadonlyMap<string, string> {
  const lines = readFileSync(join(root, 'docs/requirements.md'), 'utf8').split('\n')
  const rows = lines.flatMap((line) => {
    const match = /^- ([A-Z]+-\d+) (.*)$/.exec(line)
    return match?.[1] ? [[match[1], match[2] ?? ''] as const] : []
  })
  return new Map(rows)
}

/** Titles contain ids in brackets: `[SLIP-36]`, `[SLIP-36, SLIP-37]`, and ranges: `[SETL-01..08]`. */
function idsOf(state: TestRun['tests'][number]['state']): ReadonlySet<string> {
  const titles = run.tests.filter((test) => test.state === state).map((test) => test.title)
  return new Set(
    titles.flatMap((title) => [...title.matchAll(/\[([^\]]*)\]/g)].flatMap((match) => idsIn(match[1] ?? ''))),
  )
}

function idsIn(brackets: string): string[] {
  return [...brackets.matchAll(/\b([A-Z]{2,5})-(\d+)(?:\s*(?:\.\.|–|to)\s*(?:[A-Z]+-)?(\d+))?/g)].flatMap(
    ([, area, from, to]) => {
      const width = from?.length ?? 2
      const count = Number(to ?? from) - Number(from) + 1
      return Array.from(
        { length: Math.max(count, 0) },
        (_, step) => `${area}-${String(Number(from) + step).padStart(width, '0')}`,
      )
    },
  )
}

function areaOf(id: string): string {
  return id.slice(0, id.indexOf('-'))
}

/** "03–05 09": the ids of one area in order, with ranges. */
function ranges(ids: readonly string[]): string {
  const numbers = ids.map((id) => Number(id.slice(id.indexOf('-') + 1)))
  const texts: string[] = []
  for (let at = 0; at < numbers.length;) {
    let end = at
    while (numbers[end + 1] === (numbers[end] ?? 0) + 1) end += 1
    const [first, last] = [numbers[at], numbers[end]].map((number) => String(number).padStart(2, '0'))
    texts.push(at === end ? `${first}` : `${first}–${last}`)
    at = end + 1
  }
  return texts.join(' ')
}
