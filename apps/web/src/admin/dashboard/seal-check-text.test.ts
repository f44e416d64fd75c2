import { expect, it } from 'vitest'
import type { SealCheck } from '@mupiira/contract/admin-stats.ts'
import { sealCheckText } from './seal-check-text.ts'

const NOW = new Date('2026-11-29T09:00:00Z')
const CORRECT = {
  checkedAt: '2026-11-29T00:00:07Z',
  outcome: 'correct',
  differences: 0,
  blocks: 1_234,
  published: { block: '1234', hash: '9f86d081884c'.padEnd(64, '0') },
} as const
const COMPARED = 'Checked 29 Nov 2026, 03:00 against published block 1234 (9f86d081884c…), 1,234 sealed blocks.'
const NOT_COMPARED = 'Checked 29 Nov 2026, 03:00 without a published seal, 1,234 sealed blocks.'

it.each<[string, SealCheck, [string, string, string]]>([
  ['a correct table', CORRECT, ['Correct', 'up', COMPARED]],
  [
    'a table with a difference',
    { ...CORRECT, outcome: 'different', differences: 1 },
    ['1 difference', 'down', COMPARED],
  ],
  [
    'a table without its published seal',
    { ...CORRECT, outcome: 'seal lost', published: null },
    ['Published seal is missing', 'down', NOT_COMPARED],
  ],
  [
    'a table without published seals',
    { ...CORRECT, outcome: 'not compared', published: null },
    ['Not compared', 'gold', NOT_COMPARED],
  ],
  ['a table that was never checked', null, ['Not checked yet', 'muted', 'The check runs every night after 03:00.']],
  [
    'a table whose check is overdue',
    { ...CORRECT, checkedAt: '2026-11-28T00:00:07Z' },
    ['Overdue', 'gold', COMPARED.replace('29', '28')],
  ],
  [
    'a table without published seals whose check is overdue',
    { ...CORRECT, checkedAt: '2026-11-28T00:00:07Z', outcome: 'not compared', published: null },
    ['Overdue', 'gold', NOT_COMPARED.replace('29', '28')],
  ],
])(
  '[OPS-05] the dashboard shows for %s when and against which seal it was checked',
  (_, check, [badge, tone, text]) => {
    const shown = sealCheckText(check, NOW)
    expect(shown).toMatchObject({ badge, tone, text })
    expect(shown.advice === null).toBe(badge === 'Correct' || badge === 'Not checked yet')
  },
)
