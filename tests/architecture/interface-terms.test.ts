import { describe, expect, it } from 'vitest'
import { discardedTerms, readVocabulary, VOCABULARY } from './interface-terms.ts'
import { repositorySources } from './sources.ts'

const sources = repositorySources()
const vocabulary = readVocabulary(sources)

describe('the vocabulary of docs/copy.md', () => {
  it('interface texts contain no discarded term', () => {
    expect(discardedTerms(sources, vocabulary)).toEqual([])
  })

  it('every text that keeps a discarded term occurs in the requirement that prescribes it', () => {
    const requirements = (sources.get('docs/requirements.md') ?? '').split('\n')
    expect(vocabulary.discarded.length).toBeGreaterThan(20)
    expect(vocabulary.prescribed.length).toBeGreaterThan(20)
    const wrong = vocabulary.prescribed.filter(({ text, requirements: ids }) => {
      const named = ids.map((id) => requirements.find((line) => line.startsWith(`- ${id} `)) ?? '')
      return named.length === 0 || !named.every((line) => line.toLowerCase().includes(text.toLowerCase()))
    })
    expect(wrong).toEqual([])
  })

  const rows = ['| Use | For | Not |', '|---|---|---|', '| betslip | | `slip`, coupon |', '| amounts | | `5 UGX` |', '']
  const exceptions = ['| Text | Requirement |', '|---|---|', '| Load to Bet Slip | CODE-10 |', '']
  const own = readVocabulary(new Map([[VOCABULARY, [...rows, ...exceptions].join('\n')]]))
  const found = (source: string, path = 'apps/web/src/app/example.tsx'): string[] =>
    discardedTerms(new Map([[path, source]]), own)

  it.each([
    'export const example = <p>Your slip is empty</p>',
    'export const example = <Dialog title="Slip" />',
    "export const example = 'Two slips'",
    'export const example = `A slip of ${count} selections`',
    "export const example = '50,000 UGX'",
    'export const example = `${amount} UGX was sent`',
  ])('a discarded term in %s is reported', (source) => {
    expect(found(source)).toHaveLength(1)
  })

  it.each([
    ['export const example = <p>Load to Bet Slip</p>', 'apps/web/src/app/example.tsx'],
    ['export const example = <p className="slip wide">Your betslip</p>', 'apps/web/src/app/example.tsx'],
    ["import { a } from './slip.ts'; export const example = select('slip')", 'apps/web/src/app/example.tsx'],
    ["throw new RangeError('a slip without selections')", 'packages/domain/src/example.ts'],
    ["export const example = 'Your slip is empty'", 'apps/web/src/app/example.test.ts'],
  ])('%s is accepted in %s', (source, path) => {
    expect(found(source, path)).toEqual([])
  })
})
