import { SETTING_EFFECTS } from '@mupiira/domain/settings/effects.ts'
import { expect, it } from 'vitest'
import { effectTexts } from './setting-effect-texts.ts'

it.each([
  ['open-games', 0, 'No game accepts bets now.'],
  ['open-games', 1, '1 game accepts bets now.'],
  ['open-games', 1_200, '1,200 games accept bets now.'],
  ['lower-stake-limits', 1, '1 player has a lower stake limit and keeps it.'],
  ['games-above', 3, '3 games already reach the new limit and accept no further bets.'],
  ['new-bets', null, 'Applies to new bets.'],
] as const)('[ADMS-17] the effect %s of a setting with the count %j reads "%s"', (kind, count, text) => {
  expect(effectTexts([{ kind, count }])).toEqual([text])
})

it('[ADMS-17] an effect on nothing is left out, and each effect is a full sentence', () => {
  expect(effectTexts([{ kind: 'manual-odds', count: 0 }])).toEqual([])
  for (const kind of SETTING_EFFECTS)
    for (const count of [1, 2])
      for (const text of effectTexts([{ kind, count }])) expect(text).toMatch(/^[A-Z0-9].*\.$/)
})
