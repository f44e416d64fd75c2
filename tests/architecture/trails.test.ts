import { expect, it } from 'vitest'
import { repositorySources } from './sources.ts'
import { readTrail } from './trails.ts'

const sources = repositorySources()
const document = sources.get('docs/architecture.md') ?? ''

it.each([
  { heading: 'A stake, from tap to ledger', files: 20, lines: 2_200 },
  { heading: 'A goal, from feed to pixel', files: 16, lines: 3_400 },
  { heading: 'A deposit, from tap to ledger and back', files: 21, lines: 2_900 },
])(
  '$heading: every named file exists, and the trail has at most $files files and $lines lines',
  ({ heading, files, lines }) => {
    const trail = readTrail(document, heading, sources)
    expect(trail.unknown).toEqual([])
    expect(trail.files.length, trail.files.join('\n')).toBeLessThanOrEqual(files)
    expect(trail.files.length).toBeGreaterThan(10)
    expect(trail.lines).toBeLessThanOrEqual(lines)
  },
)

it('the trail check reports a file that does not exist', () => {
  const text = '### A walk\n`web/state/games.ts`, `gone.ts` and `stream-handlers.ts`\n'
  expect(readTrail(text, 'A walk', sources)).toMatchObject({
    files: ['apps/web/src/state/games.ts', 'apps/web/src/state/stream-handlers.ts'],
    unknown: ['gone.ts'],
  })
})
