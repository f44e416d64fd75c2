import { FIGURE_IDS, FIGURES } from '@mupiira/domain/money/figures.ts'
import { expect, it } from 'vitest'
import { repositorySources } from './sources.ts'

const entries = FIGURE_IDS.map((id) => {
  const { name, definition, formula } = FIGURES[id]
  return `**${name}** (\`${id}\`) – ${definition} Formula: ${formula}.\n\n`
}).join('')

it('docs/glossary.md has the name, definition and formula of each figure', () => {
  const glossary = repositorySources().get('docs/glossary.md') ?? ''
  const [, section = ''] = glossary.split('\n## Figures\n')
  const figures = section.slice(section.indexOf('\n\n') + 2, section.indexOf('## '))
  expect(figures).toBe(entries)
})

it('every figure has its own name, and a definition of one sentence', () => {
  expect(new Set(FIGURE_IDS.map((id) => FIGURES[id].name)).size).toBe(FIGURE_IDS.length)
  for (const id of FIGURE_IDS) expect(FIGURES[id].definition).toMatch(/^[A-Z][^.]*\.$/)
})

/** Words for revenue and stakes that no screen or file of staff uses beside the names of the glossary. */
const OTHER_WORDS = /Total Revenue|Total Staked|Total Winnings|Gross revenue|Gross win|Stakes still open|Win bonuses'/

it('screens and files of staff use no other words for the figures', () => {
  const found = [...repositorySources()].flatMap(([path, text]) =>
    /^apps\/(web\/src\/admin|server\/src\/modules)\/.*\.tsx?$/.test(path) && OTHER_WORDS.test(text) ? [path] : [],
  )
  expect(found).toEqual([])
})
